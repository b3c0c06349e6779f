import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconKey, IconRestore } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { encryptionText as text } from '#texts/encryption.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DescribedGroup } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import type { WaitingMember } from '#web/lib/e2ee/group/group-state.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import {
  useAcceptNewSignedMemberList,
  useAcknowledgeKeyChanges,
  useAdmitMembersToEncryptedGroup,
  useGroupMemberNames,
  useStartNewSignedMemberList,
} from './encryption.api.ts'
import { SafetyNumberPanel } from './SafetyNumberPanel.tsx'
import { canCreateSignedMemberList, type Encryption } from './use-conversation-encryption.ts'

type EncryptedState = Extract<Encryption, { kind: 'sealed' }>
interface Props {
  group: DescribedGroup
  encryption: EncryptedState
}

/** Notice about the encryption of a conversation: title, explanation and an optional action. */
function EncryptionNotice({
  title,
  color = 'emas',
  hint,
  action,
  children,
}: {
  title: string
  color?: 'emas' | 'blue'
  hint?: string
  action?: { label: string; isPending: boolean; onClick: () => void }
  children?: ReactNode
}) {
  return (
    <Alert
      className={styles.notice}
      classNames={{ title: styles.noticeTitle }}
      color={color}
      icon={<IconKey size={18} />}
      title={title}
      role="status"
    >
      <Stack gap="xs">
        <Group justify="space-between">
          {hint && (
            <Text size="sm" flex="1 1 240px">
              {hint}
            </Text>
          )}
          {action && (
            <Button size="compact-sm" loading={action.isPending} onClick={action.onClick}>
              {action.label}
            </Button>
          )}
        </Group>
        {children}
      </Stack>
    </Alert>
  )
}

/**
 * Lets a club administrator start a new roster (the signed member list) when nobody is left who may sign the old one.
 */
function RestartMemberListButton({ encryption }: { encryption: EncryptedState }) {
  const restart = useStartNewSignedMemberList(encryption.group)
  const askForConfirmation = () =>
    openConfirmDialog({
      title: text.restart,
      text: text.restartConfirm,
      action: text.restart,
      onConfirm: () => restart.mutate(),
    })
  return (
    <Group justify="space-between">
      <Text size="sm">{text.mayRestart}</Text>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconRestore size={16} aria-hidden />}
        loading={restart.isPending}
        onClick={askForConfirmation}
      >
        {text.restart}
      </Button>
    </Group>
  )
}

/** Explains why the user cannot yet read or write in the encrypted group, and who can change that. */
function OwnGroupAccessNotice({ group, encryption, mayEncrypt }: Props & { mayEncrypt: boolean }) {
  const { phase } = encryption.state
  if (phase === 'behind') return <EncryptionNotice title={text.behindTitle} hint={text.behind} />
  if (phase === 'unborn' && canCreateSignedMemberList(group)) return null
  if (phase === 'unborn') return <EncryptionNotice title={text.waiting} hint={text.unborn} />
  if (phase !== 'outside') return null
  if (group.direct)
    return <EncryptionNotice title={text.waiting} hint={text.outsideDirect({ name: group.name })} />
  const isFull = encryption.group.crowdLevel === 'full'
  return (
    <EncryptionNotice title={text.waiting} hint={isFull ? text.full : text.outside}>
      {mayEncrypt && group.type === 'club' && !isFull && <RestartMemberListButton encryption={encryption} />}
    </EncryptionNotice>
  )
}

function MemberAdmissionNotices({ group, encryption }: Props) {
  const names = useGroupMemberNames(group, encryption.group)
  const admit = useAdmitMembersToEncryptedGroup(encryption.group)
  const { waiting } = encryption.state
  const newCards = waiting.filter(({ why }) => why === 'new').map(({ card }) => card)
  const returningOrChanged = waiting.filter(({ why }) => why !== 'new')
  const getHaltedMemberTitle = ({ card, why }: WaitingMember) =>
    why === 'back'
      ? text.admitBack({ name: names.one(card.userId) })
      : text.keyChanged({ name: names.one(card.userId) })
  return (
    <>
      {newCards.length > 0 && (
        <EncryptionNotice
          color="blue"
          title={text.admitNew({ names: names.list(newCards.map(({ userId }) => userId)) })}
          hint={text.admitNewHint}
          action={{ label: text.admit, isPending: admit.isPending, onClick: () => admit.mutate(newCards) }}
        />
      )}
      {returningOrChanged.map(candidate => (
        <EncryptionNotice
          key={candidate.card.userId}
          title={getHaltedMemberTitle(candidate)}
          hint={candidate.why === 'back' ? text.admitBackHint : text.changedHint}
          action={{
            label: candidate.why === 'back' ? text.admit : text.acceptChange,
            isPending: admit.isPending,
            onClick: () => admit.mutate([candidate.card]),
          }}
        >
          {candidate.why === 'changed' && (
            <SafetyNumberPanel
              group={encryption.group}
              userId={candidate.card.userId}
              name={names.one(candidate.card.userId)}
              offered={candidate.card}
            />
          )}
        </EncryptionNotice>
      ))}
    </>
  )
}

/** Notices that name the group members whose encryption keys have changed. */
function KeyChangeNotices({ group, encryption }: Props) {
  const names = useGroupMemberNames(group, encryption.group)
  const acknowledge = useAcknowledgeKeyChanges(encryption.group)
  const { changed, waiting, isAdmin, halted } = encryption.state
  const unsigned = isAdmin
    ? []
    : waiting.filter(({ why }) => why === 'changed').map(({ card }) => card.userId)
  const userIds = [...new Set([...changed, ...unsigned])].filter(userId => !halted.includes(userId))
  return userIds.map(userId => (
    <EncryptionNotice
      key={userId}
      title={text.keyChanged({ name: names.one(userId) })}
      hint={text.changedHint}
      {...(changed.includes(userId) && {
        action: {
          label: text.understood,
          isPending: acknowledge.isPending,
          onClick: () => acknowledge.mutate(),
        },
      })}
    />
  ))
}

/** Asks the user to confirm the new encryption keys of a member whose old keys the user had verified. */
function HaltedMemberNotices({ group, encryption }: Props) {
  const names = useGroupMemberNames(group, encryption.group)
  return encryption.state.halted.map(userId => (
    <EncryptionNotice
      key={userId}
      title={text.keyChanged({ name: names.one(userId) })}
      hint={text.halted({ name: names.one(userId) })}
    >
      <SafetyNumberPanel group={encryption.group} userId={userId} name={names.one(userId)} />
    </EncryptionNotice>
  ))
}

function RestartedRosterNotice({ group, encryption }: Props) {
  const names = useGroupMemberNames(group, encryption.group)
  const accept = useAcceptNewSignedMemberList(encryption.group)
  const { roster } = encryption.state
  const founder = roster?.made[(roster.restarted ?? 1) - 1]?.by
  if (founder === undefined) return null
  const name = names.one(founder)
  return (
    <EncryptionNotice
      title={text.restarted({ name })}
      hint={text.restartedHint({ name })}
      action={{ label: text.acceptRestart, isPending: accept.isPending, onClick: () => accept.mutate() }}
    >
      <SafetyNumberPanel group={encryption.group} userId={founder} name={name} />
    </EncryptionNotice>
  )
}

export function EncryptionNotices({ mayEncrypt, ...props }: Props & { mayEncrypt: boolean }) {
  const { isAdmin, waiting, changed, halted, phase } = props.encryption.state
  if (phase === 'broken') return null
  const isNearlyFull = props.encryption.group.crowdLevel === 'nearly' && isAdmin
  return (
    <>
      <OwnGroupAccessNotice {...props} mayEncrypt={mayEncrypt} />
      {phase === 'restarted' && <RestartedRosterNotice {...props} />}
      {halted.length > 0 && <HaltedMemberNotices {...props} />}
      {isAdmin && waiting.length > 0 && <MemberAdmissionNotices {...props} />}
      {(changed.length > 0 || waiting.length > 0) && <KeyChangeNotices {...props} />}
      {isNearlyFull && <EncryptionNotice title={text.nearlyFull({ count: props.group.memberCount })} />}
    </>
  )
}
