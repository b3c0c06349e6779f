import { Alert, Button, Code, Flex, Stack, Text } from '@mantine/core'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { fillText } from '#shared/language/texts.ts'
import { ballotAlarmTexts, reviewText as text } from '#texts/ballots.ts'
import { formatHashAsDigits } from '#web/lib/ballot/log-code.ts'
import type { ElectionReview } from '#web/lib/ballot/review-election.ts'
import { DialogForm } from '#web/ui/form/FormDialog.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { useConfirmTrusteesAndVoters, type Voter } from './voting.api.ts'

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
  const accept = useConfirmTrusteesAndVoters(user, election)
  const { trustees, lines, reason, trusteesHash } = review
  const findPerson = (userId: number) => election.trustees.find(({ person }) => person.id === userId)?.person
  return (
    <DialogForm
      footer={
        <Button
          size="md"
          loading={accept.isPending}
          onClick={() => accept.mutate(review.hash, { onSuccess: onAccepted })}
        >
          {text.accept}
        </Button>
      }
    >
      <Stack gap="md">
        <Alert color={reason === 'review-needed' ? 'gray' : 'orange'}>
          {fillText(ballotAlarmTexts[reason], { detail: '' })}
        </Alert>
        <div>
          <Text fw={700} mb={8}>
            {text.trustees}
          </Text>
          <ul>
            {trustees.map(({ userId, isReplacement }) => {
              const person = findPerson(userId)
              return (
                <Flex key={userId} component="li" gap={12} py={6} align="center">
                  {person && <PersonAvatar person={person} size={36} />}
                  <Text fw={600}>
                    {person?.fullName} {isReplacement && text.replacement}
                  </Text>
                </Flex>
              )
            })}
          </ul>
        </div>
        <div>
          <Text size="sm" mb={4}>
            {text.keys}
          </Text>
          <Code block fz={15} style={{ whiteSpace: 'normal' }}>
            {formatHashAsDigits(trusteesHash)}
          </Code>
        </div>
        <div>
          <Text fw={700}>{text.roll}</Text>
          <Text size="sm">{text.lines(lines)}</Text>
        </div>
      </Stack>
    </DialogForm>
  )
}
