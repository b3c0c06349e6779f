import { Alert, Box, Code, Text } from '@mantine/core'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { trusteeKeysText as text } from '#texts/ballots.ts'
import { getBallotFailureText, useTrusteeKeyCodes, type Voter } from './voting.api.ts'

/**
 * Codes of the trustees' keys, which this device has checked, for comparison with a trustee. Shown once every trustee has
 * made a key.
 */
export function TrusteeKeyCodesSection({ user, election }: { user: Voter; election: ElectionDetail }) {
  const { trustees, status } = election
  const isComplete = trustees.every(({ certifiedAt }) => certifiedAt !== null) && status !== 'annulled'
  const { data, error } = useTrusteeKeyCodes(user, election, isComplete)
  if (error)
    return (
      <Alert color="red" mt="sm">
        {getBallotFailureText(error)}
      </Alert>
    )
  if (!data) return null
  return (
    <Box mt="sm">
      <Text fw={600} size="sm" mb={4}>
        {text.title}
      </Text>
      <Code block fz={15} style={{ whiteSpace: 'normal' }}>
        {data.all}
      </Code>
      <Text size="sm" c="dimmed" mt={4}>
        {text.help}
      </Text>
      <Text fw={600} size="sm" mt="sm">
        {text.each}
      </Text>
      <ul>
        {data.trustees.map(({ userId, code }) => (
          <Text key={userId} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {trustees.find(({ person }) => person.id === userId)?.person.fullName}:{' '}
            <span className="tabular">{code}</span>
          </Text>
        ))}
      </ul>
    </Box>
  )
}
