import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconKey, IconRestore } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import type { Waiting } from '#web/lib/e2ee/group-view.ts'
import { confirm } from '#web/ui/confirm.tsx'
import styles from './Chat.module.css'
import { useAcceptRestart, useAcknowledge, useAdmit, useMemberNames, useRestart } from './encryption.api.ts'
import { encryptionText as text } from './encryption.text.ts'
import { PersonSafety } from './PersonSafety.tsx'
import { type Encryption, mayBegin } from './use-encryption.ts'

type Sealed = Extract<Encryption, { kind: 'sealed' }>
interface Props {
  group: GroupRow
  encryption: Sealed
}

/** One state, one notice: what it is, what it means, and what can be done about it. */
export function Notice({
  title,
  color = 'gray',
  hint,
  action,
  children,
}: {
  title: string
  color?: 'gray' | 'yellow' | 'blue'
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
            <Text size="sm" className={styles.noticeHint}>
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

/** Nobody who could sign is left: whoever runs the club may begin the list anew. */
function Restart({ encryption }: { encryption: Sealed }) {
  const restart = useRestart(encryption.group)
  const ask = () =>
    confirm({
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
        onClick={ask}
      >
        {text.restart}
      </Button>
    </Group>
  )
}

/** Why one cannot read or write yet, and whose turn it is. */
function OwnWait({ group, encryption, mayEncrypt }: Props & { mayEncrypt: boolean }) {
  const { phase } = encryption.state
  if (phase === 'behind') return <Notice title={text.behindTitle} color="yellow" hint={text.behind} />
  if (phase === 'unborn' && mayBegin(group)) return null
  if (phase === 'unborn') return <Notice title={text.waiting} hint={text.unborn} />
  if (phase !== 'outside') return null
  if (group.direct) return <Notice title={text.waiting} hint={text.outsideDirect(group.name)} />
  const isFull = encryption.group.crowd === 'full'
  return (
    <Notice title={text.waiting} hint={isFull ? text.full : text.outside}>
      {mayEncrypt && group.type === 'club' && !isFull && <Restart encryption={encryption} />}
    </Notice>
  )
}

function Admission({ group, encryption }: Props) {
  const names = useMemberNames(group, encryption.group)
  const admit = useAdmit(encryption.group)
  const { waiting } = encryption.state
  const fresh = waiting.filter(({ why }) => why === 'new').map(({ card }) => card)
  const others = waiting.filter(({ why }) => why !== 'new')
  const titleOf = ({ card, why }: Waiting) =>
    why === 'back' ? text.admitBack(names.one(card.userId)) : text.keyChanged(names.one(card.userId))
  return (
    <>
      {fresh.length > 0 && (
        <Notice
          color="blue"
          title={text.admitNew(names.list(fresh.map(({ userId }) => userId)))}
          hint={text.admitNewHint}
          action={{ label: text.admit, isPending: admit.isPending, onClick: () => admit.mutate(fresh) }}
        />
      )}
      {others.map(one => (
        <Notice
          key={one.card.userId}
          color="yellow"
          title={titleOf(one)}
          hint={one.why === 'back' ? text.admitBackHint : text.changedHint}
          action={{
            label: one.why === 'back' ? text.admit : text.acceptChange,
            isPending: admit.isPending,
            onClick: () => admit.mutate([one.card]),
          }}
        >
          {one.why === 'changed' && (
            <PersonSafety
              group={encryption.group}
              userId={one.card.userId}
              name={names.one(one.card.userId)}
              offered={one.card}
            />
          )}
        </Notice>
      ))}
    </>
  )
}

/** To everybody: whose keys are others than before. */
function Changes({ group, encryption }: Props) {
  const names = useMemberNames(group, encryption.group)
  const acknowledge = useAcknowledge(encryption.group)
  const { changed, waiting, isAdmin, halted } = encryption.state
  const unsigned = isAdmin
    ? []
    : waiting.filter(({ why }) => why === 'changed').map(({ card }) => card.userId)
  const all = [...new Set([...changed, ...unsigned])].filter(userId => !halted.includes(userId))
  return all.map(userId => (
    <Notice
      key={userId}
      color="yellow"
      title={text.keyChanged(names.one(userId))}
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

/** Somebody whose keys had been verified has others: it is for this person to say whether they are theirs. */
function Halted({ group, encryption }: Props) {
  const names = useMemberNames(group, encryption.group)
  return encryption.state.halted.map(userId => (
    <Notice
      key={userId}
      color="yellow"
      title={text.keyChanged(names.one(userId))}
      hint={text.halted(names.one(userId))}
    >
      <PersonSafety group={encryption.group} userId={userId} name={names.one(userId)} />
    </Notice>
  ))
}

function Restarted({ group, encryption }: Props) {
  const names = useMemberNames(group, encryption.group)
  const accept = useAcceptRestart(encryption.group)
  const { roster } = encryption.state
  const founder = roster?.made[(roster.restarted ?? 1) - 1]?.by
  if (founder === undefined) return null
  const name = names.one(founder)
  return (
    <Notice
      color="yellow"
      title={text.restarted(name)}
      hint={text.restartedHint(name)}
      action={{ label: text.acceptRestart, isPending: accept.isPending, onClick: () => accept.mutate() }}
    >
      <PersonSafety group={encryption.group} userId={founder} name={name} />
    </Notice>
  )
}

export function EncryptionNotices({ mayEncrypt, ...props }: Props & { mayEncrypt: boolean }) {
  const { isAdmin, waiting, changed, halted, phase } = props.encryption.state
  if (phase === 'broken') return null
  const isNearlyFull = props.encryption.group.crowd === 'nearly' && isAdmin
  return (
    <>
      <OwnWait {...props} mayEncrypt={mayEncrypt} />
      {phase === 'restarted' && <Restarted {...props} />}
      {halted.length > 0 && <Halted {...props} />}
      {isAdmin && waiting.length > 0 && <Admission {...props} />}
      {(changed.length > 0 || waiting.length > 0) && <Changes {...props} />}
      {isNearlyFull && <Notice title={text.nearlyFull(props.group.memberCount)} />}
    </>
  )
}
