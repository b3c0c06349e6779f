import '@mantine/core/styles/List.css'
import { Button, List, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { memberAt, membersAt, type Roster } from '#shared/e2ee/roster.ts'
import { confirm } from '#web/ui/confirm.tsx'
import styles from './Chat.module.css'
import { encryptionText as text } from './encryption.text.ts'
import type { Encryption } from './use-encryption.ts'

type Sealed = Extract<Encryption, { kind: 'sealed' }>

/**
 * What two people, or everybody on the list, can read out to each other. One's own side is what this device holds, never what a list says; the other's is the card that is up for a decision,
 * where there is one.
 */
function Safety({ group, roster, encryption }: { group: GroupRow; roster: Roster; encryption: Sealed }) {
  const mine = encryption.group.ownCard
  const offered = encryption.state.waiting.find(({ card }) => card.userId === group.peer?.id)?.card
  const peer = offered ?? (group.peer ? memberAt(roster, group.peer.id)?.card : undefined)
  const { data } = useQuery({
    queryKey: ['safety', group.id, roster.hashes.at(-1), peer?.sign],
    queryFn: async () => {
      const { groupCode, safetyNumber } = await import('#web/lib/e2ee/safety.ts')
      if (!group.direct) return groupCode(roster)
      return peer ? safetyNumber(mine, peer) : ''
    },
  })
  if (!data) return null
  return (
    <>
      <Text size="sm" fw={600}>
        {group.direct ? text.safetyNumber : text.groupCode}
      </Text>
      <p className={styles.digits}>{data}</p>
      <Text size="sm" c="dimmed">
        {group.direct ? text.safetyHint(group.name) : text.groupCodeHint}
      </Text>
    </>
  )
}

function askToTurnOn(onConfirm: () => void): void {
  confirm({
    title: text.turnOnTitle,
    text: (
      <List spacing="xs" size="sm">
        {text.turnOnPoints.map(point => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List>
    ),
    action: text.turnOnAction,
    onConfirm,
  })
}

export function EncryptionSection({
  group,
  encryption,
  mayTurnOn,
  onTurnOn,
}: {
  group: GroupRow
  encryption: Encryption
  mayTurnOn: boolean
  onTurnOn: () => void
}) {
  const sealed = encryption.kind === 'sealed' ? encryption : undefined
  const roster = sealed?.state.roster
  const isPlain = encryption.kind === 'plain'
  if (!roster && !(isPlain && mayTurnOn)) return null
  return (
    <Stack gap="xs">
      <Title order={3} fz="md">
        {text.section}
      </Title>
      {sealed && roster && (
        <>
          <Text size="sm">{text.readers(membersAt(roster).length)}</Text>
          <Safety group={group} roster={roster} encryption={sealed} />
        </>
      )}
      {isPlain && mayTurnOn && (
        <>
          <Text size="sm" c="dimmed">
            {text.notEncrypted}
          </Text>
          <Button variant="default" onClick={() => askToTurnOn(onTurnOn)}>
            {text.turnOn}
          </Button>
        </>
      )}
    </Stack>
  )
}
