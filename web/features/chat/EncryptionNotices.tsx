import { Alert, Button, Group, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { membersAt } from '#shared/e2ee/roster.ts'
import styles from './Chat.module.css'
import { useAcknowledge, useAdmit, useMemberNames } from './encryption.api.ts'
import { encryptionText as text } from './encryption.text.ts'
import type { Encryption } from './use-encryption.ts'

type Sealed = Extract<Encryption, { kind: 'sealed' }>

function Waiting({ words }: { words: string }) {
  return (
    <Alert
      className={styles.notice}
      color="gray"
      icon={<IconKey size={18} />}
      title={text.waiting}
      role="status"
    >
      {words}
    </Alert>
  )
}

/** Why one cannot read or write yet, and whose turn it is. */
function OwnWait({ group, encryption }: { group: GroupRow; encryption: Sealed }) {
  const { phase, roster } = encryption.state
  if (phase === 'unborn') return <Waiting words={text.unborn} />
  if (phase === 'outside')
    return <Waiting words={group.direct ? text.outsideDirect(group.name) : text.outside} />
  if (phase !== 'ready' || !roster || membersAt(roster).length > 1) return null
  return <Waiting words={group.direct ? text.peerKeyless(group.name) : text.alone} />
}

function Admission({ group, encryption }: { group: GroupRow; encryption: Sealed }) {
  const names = useMemberNames(group)
  const admit = useAdmit(encryption.group)
  const { waiting } = encryption.state
  const fresh = waiting.filter(({ why }) => why === 'new').map(({ card }) => card)
  const changed = waiting.filter(({ why }) => why !== 'new').map(({ card }) => card)
  return (
    <>
      {fresh.length > 0 && (
        <Alert
          className={styles.notice}
          icon={<IconKey size={18} />}
          title={text.admitNew(names.list(fresh.map(({ userId }) => userId)))}
        >
          <Group justify="space-between">
            <Text size="sm">{text.admitNewHint}</Text>
            <Button size="compact-sm" loading={admit.isPending} onClick={() => admit.mutate(fresh)}>
              {text.admit}
            </Button>
          </Group>
        </Alert>
      )}
      {changed.map(card => (
        <Alert
          key={card.userId}
          className={styles.notice}
          color="yellow"
          icon={<IconKey size={18} />}
          title={text.keyChanged(names.one(card.userId))}
        >
          <Group justify="space-between">
            <Text size="sm">{text.changedHint}</Text>
            <Button size="compact-sm" loading={admit.isPending} onClick={() => admit.mutate([card])}>
              {text.acceptChange}
            </Button>
          </Group>
        </Alert>
      ))}
    </>
  )
}

/** To everybody: whose keys are others than before. */
function Changes({ group, encryption }: { group: GroupRow; encryption: Sealed }) {
  const names = useMemberNames(group)
  const acknowledge = useAcknowledge(encryption.group)
  const { changed, waiting, isAdmin } = encryption.state
  const unsigned = isAdmin ? [] : waiting.filter(({ why }) => why !== 'new').map(({ card }) => card.userId)
  const all = [...new Set([...changed, ...unsigned])]
  return all.map(userId => (
    <Alert
      key={userId}
      className={styles.notice}
      color="yellow"
      icon={<IconKey size={18} />}
      title={text.keyChanged(names.one(userId))}
    >
      <Group justify="space-between">
        <Text size="sm">{text.changedHint}</Text>
        {changed.includes(userId) && (
          <Button size="compact-sm" variant="default" onClick={() => acknowledge.mutate()}>
            {text.understood}
          </Button>
        )}
      </Group>
    </Alert>
  ))
}

export function EncryptionNotices({ group, encryption }: { group: GroupRow; encryption: Sealed }) {
  const { isAdmin, waiting, changed, phase } = encryption.state
  if (phase === 'broken') return null
  return (
    <>
      <OwnWait group={group} encryption={encryption} />
      {isAdmin && waiting.length > 0 && <Admission group={group} encryption={encryption} />}
      {(changed.length > 0 || waiting.length > 0) && <Changes group={group} encryption={encryption} />}
    </>
  )
}
