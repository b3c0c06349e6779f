import { ActionIcon, Button, Collapse, Group, Stack, Text, Title } from '@mantine/core'
import { IconShieldCheck, IconShieldHalf, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { findMemberAt, listCurrentReaders, listRosterAdmins } from '#shared/e2ee/roster.ts'
import styles from '#web/features/chat/Chat.module.css'
import { groupText } from '#web/features/chat/chat.text.ts'
import { useChangeRosterRole, useMemberNames } from '#web/features/chat/encryption/encryption.api.ts'
import { readersText as text } from '#web/features/chat/encryption/encryption.text.ts'
import { SafetyNumberPanel } from '#web/features/chat/encryption/SafetyNumberPanel.tsx'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { useStore } from '#web/lib/state/store.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { useChangeMemberRole, useRemoveMember } from './groups.api.ts'

/** Number of readers shown before the "show all" button. */
const initialCount = 20

interface Reader {
  userId: number
  /** Remarks shown beside the name: roster role, departure from the group, former name. */
  remarks: string[]
  isOnList: boolean
}

/** Readers from the verified roster, followed by members whom only the server lists, marked as unable to read. */
function listReaders(
  encryptedGroup: EncryptedGroup,
  getFormerName: (userId: number) => string | undefined,
): Reader[] {
  const { roster, unsigned, departed } = encryptedGroup.get()
  if (!roster) return []
  const admins = listRosterAdmins(roster)
  const remarksOf = (userId: number) => {
    const isAdmin = findMemberAt(roster, userId)?.role === 'admin'
    const role = isAdmin ? text.admin : admins.includes(userId) ? text.deputy : undefined
    const departure = departed.includes(userId) ? text.departed : undefined
    return [role, departure, getFormerName(userId)].filter(remark => remark !== undefined)
  }
  return [
    ...listCurrentReaders(roster).map(({ card: { userId } }) => ({
      userId,
      remarks: remarksOf(userId),
      isOnList: true,
    })),
    ...unsigned.map(userId => ({ userId, remarks: [text.unsigned], isOnList: false })),
  ]
}

function ReaderRow({
  group,
  encryptedGroup,
  reader,
  names,
  isMe,
  mayManage,
  personActions,
}: {
  group: GroupRow
  encryptedGroup: EncryptedGroup
  reader: Reader
  names: ReturnType<typeof useMemberNames>
  isMe: boolean
  mayManage: boolean
  personActions: (userId: number) => ReactNode
}) {
  const { userId, remarks, isOnList } = reader
  const name = names.one(userId)
  const pin = useStore(encryptedGroup.trust).pins[userId]
  const [isOpen, setOpen] = useState(false)
  const { isAdmin, roster } = useStore(encryptedGroup)
  const isListAdmin = roster !== undefined && findMemberAt(roster, userId)?.role === 'admin'
  const appoint = useChangeRosterRole(encryptedGroup, isListAdmin ? 'member' : 'admin')
  const remove = useRemoveMember(group.id, encryptedGroup)
  const person = names.personOf(userId)
  const mayRemove = mayManage && !isMe && person !== undefined && person.role !== 'owner'
  const change = useChangeMemberRole(group.id)
  const mayAppoint = mayRemove && group.role === 'owner'
  const isGroupAdmin = person?.role === 'admin'
  const askToAppoint = () =>
    openConfirmDialog({
      title: isGroupAdmin ? groupText.dismiss : groupText.appoint,
      text: isGroupAdmin ? name : groupText.appointConfirm(name),
      action: isGroupAdmin ? groupText.dismiss : groupText.appoint,
      onConfirm: async () => {
        await change.mutateAsync({ userId, role: isGroupAdmin ? 'member' : 'admin' })
        // A group administrator also becomes a roster administrator, who signs roster changes.
        if (isAdmin && isOnList) appoint.mutate(userId)
      },
    })
  const removeText = groupText.remove(name)
  const isPhone = useIsPhone()
  const avatar = (
    <PersonAvatar
      person={{ fullName: person?.fullName ?? name, profileImageUrl: person?.profileImageUrl ?? null }}
      size={isPhone ? 40 : 36}
    />
  )
  const hasSafety = isOnList && !isMe
  const askToRemove = () =>
    openConfirmDialog({
      title: removeText,
      text: groupText.removeConfirm(name),
      action: removeText,
      isDangerous: true,
      onConfirm: () => remove.mutate(userId),
    })
  return (
    <li>
      {isPhone ? (
        <ListRow
          lead={avatar}
          title={name}
          line={remarks.join(' · ')}
          badge={
            pin?.verifiedAt && (
              <span className={styles.verified}>
                <IconShieldCheck size={16} aria-hidden /> {text.verified}
              </span>
            )
          }
          {...(!isMe && { isOpen, onOpen: () => setOpen(!isOpen) })}
        />
      ) : (
        <span className={styles.member}>
          {avatar}
          <span className={styles.itemWords}>
            <span className={styles.itemName}>{name}</span>
            {remarks.length > 0 && <span className={styles.itemPreview}>{remarks.join(' · ')}</span>}
          </span>
          {!isMe && (
            <ActionIcon
              variant="subtle"
              color={pin?.verifiedAt ? 'teal' : 'gray'}
              aria-label={pin?.verifiedAt ? `${text.details(name)}. ${text.verified}` : text.details(name)}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {pin?.verifiedAt ? (
                <IconShieldCheck size={18} aria-hidden />
              ) : (
                <IconShieldHalf size={18} aria-hidden />
              )}
            </ActionIcon>
          )}
          {mayRemove && (
            <ActionIcon variant="subtle" color="gray" aria-label={removeText} onClick={askToRemove}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </span>
      )}
      <Collapse expanded={isOpen}>
        {isOpen && (
          <Stack gap="xs" className={styles.readerMore}>
            {person && personActions(userId)}
            {hasSafety && <SafetyNumberPanel group={encryptedGroup} userId={userId} name={name} />}
            {hasSafety && isAdmin && group.type === 'club' && (
              <Button
                size="compact-sm"
                variant="default"
                loading={appoint.isPending}
                onClick={() =>
                  openConfirmDialog({
                    title: isListAdmin ? text.dismiss : text.appoint,
                    text: isListAdmin ? name : text.appointConfirm(name),
                    action: isListAdmin ? text.dismiss : text.appoint,
                    onConfirm: () => appoint.mutate(userId),
                  })
                }
              >
                {isListAdmin ? text.dismiss : text.appoint}
              </Button>
            )}
            {mayAppoint && (
              <Button size="compact-sm" variant="default" loading={change.isPending} onClick={askToAppoint}>
                {isGroupAdmin ? groupText.dismiss : groupText.appoint}
              </Button>
            )}
            {isPhone && mayRemove && (
              <Button
                variant="light"
                color="red"
                leftSection={<IconX size={16} aria-hidden />}
                onClick={askToRemove}
              >
                {removeText}
              </Button>
            )}
          </Stack>
        )}
      </Collapse>
    </li>
  )
}

/** Lists who can read an encrypted group, from the verified roster. Deviations of the server's list are marked. */
export function ReaderList({
  group,
  encryptedGroup,
  myId,
  mayManage,
  personActions,
}: {
  group: GroupRow
  encryptedGroup: EncryptedGroup
  myId: number
  mayManage: boolean
  personActions: (userId: number) => ReactNode
}) {
  useStore(encryptedGroup)
  const names = useMemberNames(group, encryptedGroup)
  const { pins } = useStore(encryptedGroup.trust)
  const [isExpanded, setExpanded] = useState(false)
  const readers = listReaders(encryptedGroup, userId => {
    const formerName = pins[userId]?.name?.before
    return formerName && text.formerly(formerName)
  })
  const shown = isExpanded ? readers : readers.slice(0, initialCount)
  return (
    <section aria-label={text.title}>
      <Title order={3} fz="md">
        {text.title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {text.hint}
      </Text>
      <ul className={styles.readers}>
        {shown.map(reader => (
          <ReaderRow
            key={reader.userId}
            group={group}
            encryptedGroup={encryptedGroup}
            reader={reader}
            names={names}
            isMe={reader.userId === myId}
            mayManage={mayManage}
            personActions={personActions}
          />
        ))}
      </ul>
      {shown.length < readers.length && (
        <Group justify="center">
          <Button variant="subtle" onClick={() => setExpanded(true)}>
            {text.showAll(readers.length)}
          </Button>
        </Group>
      )}
    </section>
  )
}
