import { Alert, Button, Code, List, Stack, Text } from '@mantine/core'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { fillText } from '#shared/language/texts.ts'
import { ballotAlarmTexts, reviewText as text } from '#texts/ballots.ts'
import { formatHashAsDigits } from '#web/lib/ballot/log-code.ts'
import type { ElectionReview } from '#web/lib/ballot/review-election.ts'
import { useAcceptReview, type Voter } from './voting.api.ts'

/** Lists trustees and doubtful voters. The voter confirms them once before the vote is encrypted. */
export function ReviewPanel({
  user,
  election,
  review,
  onAccepted,
}: {
  user: Voter
  election: ElectionDetail
  review: ElectionReview
  onAccepted: () => void
}) {
  const accept = useAcceptReview(user, election)
  const { trustees, lines, reason, trusteesHash } = review
  const nameOf = (userId: number) =>
    election.trustees.find(({ person }) => person.id === userId)?.person.fullName ?? ''
  return (
    <Stack gap="sm" align="flex-start">
      <Alert color={reason === 'review-needed' ? 'gray' : 'orange'}>
        {fillText(ballotAlarmTexts[reason], { detail: '' })}
      </Alert>
      <Text fw={700}>{text.trustees}</Text>
      <List>
        {trustees.map(({ userId, isReplacement }) => (
          <List.Item key={userId}>
            {nameOf(userId)} {isReplacement && text.replacement}
          </List.Item>
        ))}
      </List>
      <Text size="sm">
        {text.keys} <Code>{formatHashAsDigits(trusteesHash)}</Code>
      </Text>
      <Text fw={700}>{text.roll}</Text>
      <Text size="sm">{text.lines(lines)}</Text>
      <Button
        size="md"
        loading={accept.isPending}
        onClick={() => accept.mutate(review.hash, { onSuccess: onAccepted })}
      >
        {text.accept}
      </Button>
    </Stack>
  )
}
