import '@mantine/core/styles/List.css'
import { Button, List, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { listMembersWhoMayReadNewMessages, type Roster } from '#shared/e2ee/roster.ts'
import { encryptionText as text } from '#texts/encryption.ts'
import styles from '#web/features/chat/Chat.module.css'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { SafetyNumberPanel } from './SafetyNumberPanel.tsx'
import type { Encryption } from './use-conversation-encryption.ts'

type EncryptedState = Extract<Encryption, { kind: 'sealed' }>

/** Safety number of a group for members to compare aloud. It is equal for all who see the same signed member list. */
function GroupSafetyNumber({ roster }: { roster: Roster }) {
  const { data } = useQuery({
    queryKey: ['group-code', roster.groupId, roster.hashes.at(-1)],
    queryFn: async () =>
      (await import('#web/lib/e2ee/crypto/safety-numbers.ts')).computeGroupSafetyNumber(roster),
  })
  if (!data) return null
  return (
    <>
      <Text size="sm" fw={600} mt={12} mb={-4}>
        {text.groupCode}
      </Text>
      <p className={styles.digits}>{data}</p>
      <Text size="sm" c="dimmed">
        {text.groupCodeHint}
      </Text>
    </>
  )
}

/**
 * Shows the safety number that verifies encryption keys: of the two users of a direct conversation or of the
 * group.
 */
function MemberKeyVerification({
  group,
  roster,
  encryption,
}: {
  group: GroupRow
  roster: Roster
  encryption: EncryptedState
}) {
  const { peer } = group
  if (!peer) return <GroupSafetyNumber roster={roster} />
  const offered = encryption.state.waiting.find(({ card }) => card.userId === peer.id)?.card
  return (
    <SafetyNumberPanel
      group={encryption.group}
      userId={peer.id}
      name={group.name}
      isBlocked={group.isBlocked}
      {...(offered && { offered })}
    />
  )
}

function askToTurnOnEncryption(onConfirm: () => void): void {
  openConfirmDialog({
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

export function GroupEncryptionSection({
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
  const encryptedState = encryption.kind === 'sealed' ? encryption : undefined
  const roster = encryptedState?.state.roster
  const isPlaintext = encryption.kind === 'plain'
  if (!roster && !(isPlaintext && mayTurnOn)) return null
  return (
    <Stack gap="xs">
      <Title order={3} fz="md">
        {text.section}
      </Title>
      {encryptedState && roster && (
        <>
          <Text size="sm">{text.readers({ count: listMembersWhoMayReadNewMessages(roster).length })}</Text>
          <MemberKeyVerification group={group} roster={roster} encryption={encryptedState} />
        </>
      )}
      {isPlaintext && mayTurnOn && (
        <>
          <Text size="sm" c="dimmed">
            {text.clubNotEncrypted}
          </Text>
          <Button variant="default" onClick={() => askToTurnOnEncryption(onTurnOn)}>
            {text.turnOn}
          </Button>
        </>
      )}
    </Stack>
  )
}
