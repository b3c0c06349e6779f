import { ActionIcon, Box, Button, Collapse, Flex, Stack } from '@mantine/core'
import { IconChevronDown, IconShieldCheck, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { readersText as text } from '#texts/encryption.ts'
import styles from '#web/features/chat/Chat.module.css'
import { SafetyNumberPanel } from '#web/features/chat/encryption/SafetyNumberPanel.tsx'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import {
  type ReaderActionOptions,
  useAdminActionsOnGroupMember,
} from './use-admin-actions-on-group-member.ts'

type ReaderActions = ReturnType<typeof useAdminActionsOnGroupMember>

interface SummaryProps {
  avatar: ReactNode
  name: string
  remarks: string[]
  isVerified: boolean
  isOpen: boolean
  /** Opens or closes the details of this group member; undefined for the user's own row. */
  onToggle: (() => void) | undefined
}

function MemberSummaryOnPhone({ avatar, name, remarks, isVerified, isOpen, onToggle }: SummaryProps) {
  return (
    <ListRow
      lead={avatar}
      title={name}
      line={remarks.join(' · ')}
      badge={
        isVerified && (
          <span className={styles.verified}>
            <IconShieldCheck size={16} aria-hidden /> {text.verified}
          </span>
        )
      }
      {...(onToggle && { isOpen, onOpen: onToggle })}
    />
  )
}

function MemberSummaryOnDesktop(props: SummaryProps & { remove: ReaderActions['remove'] }) {
  const { avatar, name, remarks, isVerified, isOpen, onToggle, remove } = props
  return (
    <span className={styles.member}>
      {avatar}
      <Flex component="span" direction="column" flex={1} miw={0}>
        <span className={styles.itemName}>{name}</span>
        {remarks.length > 0 && <span className={styles.itemPreview}>{remarks.join(' · ')}</span>}
      </Flex>
      {isVerified && <IconShieldCheck size={18} color="var(--mantine-color-anchor)" aria-hidden />}
      {onToggle && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={isVerified ? `${text.details({ name })}. ${text.verified}` : text.details({ name })}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <IconChevronDown size={18} aria-hidden className={styles.turn} data-open={isOpen || undefined} />
        </ActionIcon>
      )}
      {remove && (
        <ActionIcon variant="subtle" color="gray" aria-label={remove.label} onClick={remove.ask}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </span>
  )
}

function GroupRoleButton({ action }: { action: NonNullable<ReaderActions['changeGroupRole']> }) {
  return (
    <Button size="compact-sm" variant="default" loading={action.isPending} onClick={action.ask}>
      {action.label}
    </Button>
  )
}

/** Row of one member who can read an encrypted group. Its details show the safety number and the administrator's actions. */
export function EncryptedGroupMemberRow({
  personActions,
  ...options
}: ReaderActionOptions & { personActions: (userId: number) => ReactNode }) {
  const { encryptedGroup, reader, names, isMe } = options
  const { userId, remarks, isOnList } = reader
  const name = names.one(userId)
  const person = names.personOf(userId)
  const pin = useStoreState(encryptedGroup.trust).pins[userId]
  const [isOpen, setOpen] = useState(false)
  const { changeRosterRole, changeGroupRole, remove } = useAdminActionsOnGroupMember(options)
  const isPhone = useIsPhone()
  const summary = {
    avatar: (
      <PersonAvatar
        person={{ fullName: person?.fullName ?? name, profileImageUrl: person?.profileImageUrl ?? null }}
        size={isPhone ? 40 : 36}
      />
    ),
    name,
    remarks,
    isVerified: Boolean(pin?.verifiedAt),
    isOpen,
    onToggle: isMe ? undefined : () => setOpen(!isOpen),
  }
  return (
    // On phones a negative margin offsets the row's padding, so that the avatar aligns with the content.
    <Box component="li" mx={{ base: -14, sm: 0 }}>
      {isPhone ? (
        <MemberSummaryOnPhone {...summary} />
      ) : (
        <MemberSummaryOnDesktop {...summary} remove={remove} />
      )}
      <Collapse expanded={isOpen}>
        {isOpen && (
          <Stack gap="xs" pt={4} pb={12} pr={{ base: 14, sm: 0 }} pl={{ base: 66, sm: 48 }}>
            {person && personActions(userId)}
            {isOnList && !isMe && <SafetyNumberPanel group={encryptedGroup} userId={userId} name={name} />}
            {changeRosterRole && <GroupRoleButton action={changeRosterRole} />}
            {changeGroupRole && <GroupRoleButton action={changeGroupRole} />}
            {isPhone && remove && (
              <Button
                variant="light"
                color="red"
                leftSection={<IconX size={16} aria-hidden />}
                onClick={remove.ask}
              >
                {remove.label}
              </Button>
            )}
          </Stack>
        )}
      </Collapse>
    </Box>
  )
}
