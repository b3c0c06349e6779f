import { Alert, Box, Button, Flex, Stack, Text, Title } from '@mantine/core'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { fillText } from '#shared/language/texts.ts'
import { ballotAlarmTexts, ballotText, reviewText as text } from '#texts/ballots.ts'
import { CopyableCodeBlock } from '#web/features/elections/CopyableCodeBlock.tsx'
import { formatHashAsDigits } from '#web/lib/ballot/log-code.ts'
import type { ElectionReview } from '#web/lib/ballot/review-election-before-voting.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import { FormDialogContent } from '#web/ui/form/FormDialog.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { ChosenAnswersSummary } from './ChosenAnswersSummary.tsx'
import { VotingStepProgressBar } from './VotingStepProgressBar.tsx'
import { useConfirmTrusteesAndVoters, type Voter } from './voting.api.ts'

/**
 * Final review before the vote is encrypted: the voter's choices, and the trustees and doubtful voters, whom the voter
 * confirms once.
 */
export function FinalReviewBeforeVotingPanel({
  user,
  election,
  choices,
  review,
  isConfirmed,
  onBack,
  onAccepted,
}: {
  user: Voter
  election: ElectionDetail
  /** Indexes of the chosen answers for each question of the ballot, in the order of the questions. */
  choices: number[][]
  review: ElectionReview
  /** Whether the voter has already confirmed the election's trustees and list of voters. */
  isConfirmed: boolean
  onBack: () => void
  onAccepted: () => void
}) {
  const accept = useConfirmTrusteesAndVoters(user, election)
  const { trustees, lines, reason, trusteesHash } = review
  const stepCount = election.questions.length + 1
  const areAllFirstSeen = trustees.every(({ isFirstSeen }) => isFirstSeen)
  const findPerson = (userId: number) => election.trustees.find(({ person }) => person.id === userId)?.person
  return (
    <FormDialogContent
      footer={
        <>
          <Button
            variant="default"
            size="md"
            flex="none"
            px={{ base: 12, sm: 22 }}
            disabled={accept.isPending}
            onClick={onBack}
          >
            {ballotText.back}
          </Button>
          <Button
            size="md"
            px={{ base: 12, sm: 22 }}
            loading={accept.isPending}
            onClick={() => accept.mutate(review.hash, { onSuccess: onAccepted })}
          >
            {isConfirmed ? ballotText.cast : text.accept}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <VotingStepProgressBar step={stepCount} count={stepCount} label={ballotText.reviewStep} />
        <Title order={3}>{text.title}</Title>
        <ChosenAnswersSummary questions={election.questions} choices={choices} />
        {!isConfirmed && (
          <Alert color={reason === 'review-needed' ? 'gray' : 'orange'}>
            {fillText(ballotAlarmTexts[reason], { detail: '' })}
          </Alert>
        )}
        <div>
          <Text fw={700} mb={8}>
            {text.trustees}
          </Text>
          {areAllFirstSeen && (
            <Box mb={6}>
              <ColouredBadge tone="warn">{text.firstSeen}</ColouredBadge>
            </Box>
          )}
          <ul>
            {trustees.map(({ userId, isReplacement, isFirstSeen, code }) => {
              const person = findPerson(userId)
              return (
                <Flex key={userId} component="li" gap={12} py={6}>
                  {person && <PersonAvatar person={person} size={36} />}
                  <Stack flex={1} miw={0} gap={4} align="flex-start" style={{ overflowWrap: 'anywhere' }}>
                    <Text fw={600}>
                      {person?.fullName} {isReplacement && text.replacement}
                    </Text>
                    {isFirstSeen && !areAllFirstSeen && (
                      <ColouredBadge tone="warn">{text.firstSeen}</ColouredBadge>
                    )}
                    {isFirstSeen && (
                      <>
                        <Text size="sm">{text.keyCode}</Text>
                        <CopyableCodeBlock groupsPerLine={3}>{code}</CopyableCodeBlock>
                      </>
                    )}
                  </Stack>
                </Flex>
              )
            })}
          </ul>
        </div>
        <div>
          <Text size="sm" mb={4}>
            {text.keys}
          </Text>
          <CopyableCodeBlock groupsPerLine={4}>{formatHashAsDigits(trusteesHash)}</CopyableCodeBlock>
          <Text size="sm" c="dimmed" mt={4}>
            {text.compare}
          </Text>
        </div>
        <div>
          <Text fw={700}>{text.roll}</Text>
          <Text size="sm">{text.lines(lines)}</Text>
        </div>
      </Stack>
    </FormDialogContent>
  )
}
