import { ActionIcon, Button, Collapse, Group, Stack, Text, Title } from '@mantine/core'
import { IconShieldCheck, IconShieldHalf, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { adminsOf, memberAt, readersNow } from '#shared/e2ee/roster.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { usePhone } from '#web/lib/phone.ts'
import { useStore } from '#web/lib/store.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import styles from './Chat.module.css'
import { groupText } from './chat.text.ts'
import { useAppoint, useMemberNames } from './encryption.api.ts'
import { readersText as text } from './encryption.text.ts'
import { useChangeRole, useRemoveMember } from './groups.api.ts'
import { PersonSafety } from './PersonSafety.tsx'

/** Enough for most; the rest on request. */
const few = 20

interface Reader {
  userId: number
  /** What is to be known about them on this list. */
  about: string[]
  isOnList: boolean
}

/** By the verified list; whoever is in the group by the server's word alone comes after, and is called that. */
function readersOf(sealed: EncryptedGroup, former: (userId: number) => string | undefined): Reader[] {
  const { roster, unsigned, departed } = sealed.get()
  if (!roster) return []
  const admins = adminsOf(roster)
  const about = (userId: number) => {
    const isAdmin = memberAt(roster, userId)?.role === 'admin'
    const role = isAdmin ? text.admin : admins.includes(userId) ? text.deputy : undefined
    const gone = departed.includes(userId) ? text.departed : undefined
    return [role, gone, former(userId)].filter(one => one !== undefined)
  }
  return [
    ...readersNow(roster).map(({ card: { userId } }) => ({ userId, about: about(userId), isOnList: true })),
    ...unsigned.map(userId => ({ userId, about: [text.unsigned], isOnList: false })),
  ]
}

function ReaderRow({
  group,
  sealed,
  reader,
  names,
  isMe,
  mayManage,
  personActions,
}: {
  group: GroupRow
  sealed: EncryptedGroup
  reader: Reader
  names: ReturnType<typeof useMemberNames>
  isMe: boolean
  mayManage: boolean
  personActions: (userId: number) => ReactNode
}) {
  const { userId, about, isOnList } = reader
  const name = names.one(userId)
  const pin = useStore(sealed.trust).pins[userId]
  const [isOpen, setOpen] = useState(false)
  const { isAdmin, roster } = useStore(sealed)
  const isListAdmin = roster !== undefined && memberAt(roster, userId)?.role === 'admin'
  const appoint = useAppoint(sealed, isListAdmin ? 'member' : 'admin')
  const remove = useRemoveMember(group.id, sealed)
  const person = names.personOf(userId)
  const mayRemove = mayManage && !isMe && person !== undefined && person.role !== 'owner'
  const change = useChangeRole(group.id)
  const mayAppoint = mayRemove && group.role === 'owner'
  const isGroupAdmin = person?.role === 'admin'
  const askToAppoint = () =>
    confirm({
      title: isGroupAdmin ? groupText.dismiss : groupText.appoint,
      text: isGroupAdmin ? name : groupText.appointConfirm(name),
      action: isGroupAdmin ? groupText.dismiss : groupText.appoint,
      onConfirm: async () => {
        await change.mutateAsync({ userId, role: isGroupAdmin ? 'member' : 'admin' })
        // Whoever runs the group signs for its readers, too.
        if (isAdmin && isOnList) appoint.mutate(userId)
      },
    })
  const removeText = groupText.remove(name)
  const isPhone = usePhone()
  const avatar = (
    <PersonAvatar
      person={{ fullName: person?.fullName ?? name, profileImageUrl: person?.profileImageUrl ?? null }}
      size={isPhone ? 40 : 36}
    />
  )
  const hasSafety = isOnList && !isMe
  const askToRemove = () =>
    confirm({
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
          line={about.join(' · ')}
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
            {about.length > 0 && <span className={styles.itemPreview}>{about.join(' · ')}</span>}
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
            {hasSafety && <PersonSafety group={sealed} userId={userId} name={name} />}
            {hasSafety && isAdmin && group.type === 'club' && (
              <Button
                size="compact-sm"
                variant="default"
                loading={appoint.isPending}
                onClick={() =>
                  confirm({
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

/** Who may read, as it was signed and verified here; where the server says otherwise, that is said. */
export function ReaderList({
  group,
  sealed,
  myId,
  mayManage,
  personActions,
}: {
  group: GroupRow
  sealed: EncryptedGroup
  myId: number
  mayManage: boolean
  personActions: (userId: number) => ReactNode
}) {
  useStore(sealed)
  const names = useMemberNames(group, sealed)
  const { pins } = useStore(sealed.trust)
  const [isAll, setAll] = useState(false)
  const all = readersOf(sealed, userId => {
    const before = pins[userId]?.name?.before
    return before && text.formerly(before)
  })
  const shown = isAll ? all : all.slice(0, few)
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
            sealed={sealed}
            reader={reader}
            names={names}
            isMe={reader.userId === myId}
            mayManage={mayManage}
            personActions={personActions}
          />
        ))}
      </ul>
      {shown.length < all.length && (
        <Group justify="center">
          <Button variant="subtle" onClick={() => setAll(true)}>
            {text.showAll(all.length)}
          </Button>
        </Group>
      )}
    </section>
  )
}
