import { Alert, Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { trusteeKeysText as text } from '#texts/ballots.ts'
import { CopyableCodeBlock } from '#web/features/elections/CopyableCodeBlock.tsx'
import { getBallotFailureText, useTrusteeKeyFingerprints, type Voter } from './voting.api.ts'

/** Label of a trustee's public key, and the code by which users compare the key. */
function TrusteeKeyCode({ label, code }: { label: string | undefined; code: string }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4} style={{ overflowWrap: 'anywhere' }}>
        {label}
      </Text>
      <CopyableCodeBlock groupsPerLine={3}>{code}</CopyableCodeBlock>
    </div>
  )
}

/**
 * Codes of the trustees' keys, which this device has checked, for comparison with a trustee. Shown on request, once every
 * trustee has made a key.
 */
export function TrusteeKeyFingerprintsSection({ user, election }: { user: Voter; election: ElectionDetail }) {
  const { trustees, status } = election
  const [isOpen, { toggle }] = useDisclosure()
  const isComplete = trustees.every(({ certifiedAt }) => certifiedAt !== null) && status !== 'annulled'
  const { data, error } = useTrusteeKeyFingerprints(user, election, isComplete)
  if (error)
    return (
      <Alert color="red" mt="sm">
        {getBallotFailureText(error)}
      </Alert>
    )
  if (!data) return null
  return (
    <>
      <Button
        variant="default"
        fullWidth
        justify="space-between"
        mt="sm"
        rightSection={
          <IconChevronDown size={18} style={{ rotate: isOpen ? '180deg' : undefined }} aria-hidden />
        }
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {text.compare}
      </Button>
      {isOpen && (
        <Stack gap="sm" mt="sm">
          <TrusteeKeyCode label={text.title} code={data.all} />
          <Text size="sm" c="dimmed">
            {text.help}
          </Text>
          {data.trustees.map(({ userId, code }) => (
            <TrusteeKeyCode
              key={userId}
              label={trustees.find(({ person }) => person.id === userId)?.person.fullName}
              code={code}
            />
          ))}
        </Stack>
      )}
    </>
  )
}
