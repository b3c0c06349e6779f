import '@mantine/core/styles/List.css'
import { Button, List, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { type Roster, readersNow } from '#shared/e2ee/roster.ts'
import { confirm } from '#web/ui/confirm.tsx'
import styles from './Chat.module.css'
import { encryptionText as text } from './encryption.text.ts'
import { PersonSafety } from './PersonSafety.tsx'
import type { Encryption } from './use-encryption.ts'

type Sealed = Extract<Encryption, { kind: 'sealed' }>

/** What everybody on the list can read out to each other. */
function GroupCode({ roster }: { roster: Roster }) {
  const { data } = useQuery({
    queryKey: ['group-code', roster.groupId, roster.hashes.at(-1)],
    queryFn: async () => (await import('#web/lib/e2ee/safety.ts')).groupCode(roster),
  })
  if (!data) return null
  return (
    <>
      <Text size="sm" fw={600}>
        {text.groupCode}
      </Text>
      <p className={styles.digits}>{data}</p>
      <Text size="sm" c="dimmed">
        {text.groupCodeHint}
      </Text>
    </>
  )
}

/** Between two people their number; in a group its code, and each one's number in the list. */
function Safety({ group, roster, encryption }: { group: GroupRow; roster: Roster; encryption: Sealed }) {
  const { peer } = group
  if (!peer) return <GroupCode roster={roster} />
  const offered = encryption.state.waiting.find(({ card }) => card.userId === peer.id)?.card
  return (
    <PersonSafety group={encryption.group} userId={peer.id} name={group.name} {...(offered && { offered })} />
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
          <Text size="sm">{text.readers(readersNow(roster).length)}</Text>
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
