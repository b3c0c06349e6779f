import { Text } from '@mantine/core'
import { type ElectionDetail, minBallots } from '#shared/contracts/elections/elections.schemas.ts'
import { electionText as text } from '#texts/elections.ts'

/** Number of voters who have enrolled in an election so far, with the minimum below which it is annulled. */
export function EnrolledVoterCount({ election: { enrolled } }: { election: ElectionDetail }) {
  return (
    <Text size="sm" fw={600} mt={8}>
      {enrolled < minBallots
        ? text.enrolledOfMinimum({ count: enrolled, min: minBallots })
        : text.enrolledCount({ count: enrolled })}
    </Text>
  )
}
