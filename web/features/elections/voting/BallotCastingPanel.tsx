import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconChecklist, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { ballotText as text } from '#texts/ballots.ts'
import { ElectionStepCard } from '#web/features/elections/ElectionStepCard.tsx'
import { ElectionReviewRequired } from '#web/lib/ballot/review-election-before-voting.ts'
import type { CastVote } from '#web/lib/ballot/voter.ts'
import { formatDeadline } from '#web/lib/format/deadline.ts'
import { FormDialogContent, FormDialogFrame } from '#web/ui/form/FormDialog.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { BallotEncryptionProgress } from './BallotEncryptionProgress.tsx'
import {
  areBallotChoicesValid,
  BallotQuestionFields,
  createEmptyBallotChoices,
} from './BallotQuestionFields.tsx'
import { BallotReceipt } from './BallotReceipt.tsx'
import { FinalReviewBeforeVotingPanel } from './FinalReviewBeforeVotingPanel.tsx'
import { VotingStepProgressBar } from './VotingStepProgressBar.tsx'
import {
  getBallotFailureText,
  isVotingCancelled,
  useCastVote,
  useOwnBallots,
  type Voter,
} from './voting.api.ts'

const formatVotingEnd = ({ closesAt, timeZone }: ElectionDetail) => formatDeadline(closesAt, timeZone)

/** Panel with the voter's newest ballot, which offers to vote again while voting is open. */
function OwnBallotReceipt({
  election,
  user,
  cast,
  onAgain,
}: {
  election: ElectionDetail
  user: Voter
  /** Ballot that the voter has just cast on this screen. */
  cast: CastVote | undefined
  onAgain: () => void
}) {
  const { data: ballots } = useOwnBallots(user, election)
  const hash = cast?.hash ?? election.own.ballotHash
  const height = cast?.height ?? ballots?.find(ballot => ballot.hash === hash)?.height ?? null
  if (!hash) return null
  return (
    <Panel
      title={text.accepted}
      action={<IconCircleCheck size={28} color="var(--kite)" style={{ alignSelf: 'center' }} aria-hidden />}
    >
      <BallotReceipt election={election} hash={hash} height={height} eventHash={cast?.head.hash}>
        {election.status === 'open' && (
          <>
            <Text size="sm">{text.voteAgainHelp({ time: formatVotingEnd(election) })}</Text>
            <Button variant="default" size="md" w={{ sm: 'fit-content' }} onClick={onAgain}>
              {text.voteAgain}
            </Button>
          </>
        )}
      </BallotReceipt>
    </Panel>
  )
}

/** Shows one question of the ballot, with a button for the next question and finally for the review. */
function BallotQuestionStep({
  election,
  choices,
  error,
  onChange,
  onReview,
}: {
  election: ElectionDetail
  choices: number[][]
  error: Error | null
  onChange: (choices: number[][]) => void
  onReview: () => void
}) {
  const { questions } = election
  // When casting the ballot has failed or was cancelled, the dialog returns to the last question.
  const [at, setAt] = useState(() =>
    questions.every((question, index) => areBallotChoicesValid(question, choices[index] ?? []))
      ? questions.length - 1
      : 0,
  )
  const question = questions[at]
  if (!question) return null
  const isLast = at === questions.length - 1
  return (
    <FormDialogContent
      note={text.encryptedHere}
      footer={
        <>
          {at > 0 && (
            <Button variant="default" size="md" onClick={() => setAt(at - 1)}>
              {text.back}
            </Button>
          )}
          <Button
            size="md"
            disabled={!areBallotChoicesValid(question, choices[at] ?? [])}
            onClick={() => (isLast ? onReview() : setAt(at + 1))}
          >
            {isLast ? text.review : text.next}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text.voteIn({ title: election.title, time: formatVotingEnd(election) })}
        </Text>
        <VotingStepProgressBar
          step={at + 1}
          count={questions.length + 1}
          label={text.question({ number: at + 1 })}
        />
        <BallotQuestionFields
          key={question.id}
          question={question}
          choices={choices[at] ?? []}
          onChange={next => onChange(choices.map((old, index) => (index === at ? next : old)))}
        />
        {error && !isVotingCancelled(error) && <Alert color="red">{getBallotFailureText(error)}</Alert>}
      </Stack>
    </FormDialogContent>
  )
}

/**
 * The voter's step while voting is open: a button, then a dialog for choosing and encrypting, then the receipt. Closing the
 * dialog while the ballot is encrypted cancels the vote. The questions are those with which choosing began: if the server
 * showed another order of answers later, the choices would otherwise mean other candidates.
 */
export function BallotCastingPanel({
  user,
  election: current,
  isQuiet,
}: {
  user: Voter
  election: ElectionDetail
  isQuiet: boolean
}) {
  const [questions] = useState(current.questions)
  const election = { ...current, questions }
  const [isVoting, setVoting] = useState(false)
  const [choices, setChoices] = useState(() => questions.map(createEmptyBallotChoices))
  const cast = useCastVote(user, election, choices)
  const startVoting = () => {
    cast.reset()
    setChoices(questions.map(createEmptyBallotChoices))
    setVoting(true)
  }
  const stopVoting = () => {
    cast.cancel()
    setVoting(false)
  }
  const castBallot = () => cast.mutate({ isReviewed: true }, { onSuccess: () => setVoting(false) })
  return (
    <>
      {election.own.ballotHash || cast.data ? (
        <OwnBallotReceipt election={election} user={user} cast={cast.data} onAgain={startVoting} />
      ) : (
        <ElectionStepCard
          icon={IconChecklist}
          title={text.voteTitle}
          help={
            <>
              {text.voteQuestions({ count: questions.length })}{' '}
              <Text span inherit display="inline-block">
                {text.voteEnd({ time: formatVotingEnd(election) })}
              </Text>
            </>
          }
          button={text.voteNow}
          isQuiet={isQuiet}
          onClick={startVoting}
        />
      )}
      {isVoting && (
        <FormDialogFrame title={text.vote} size="lg" isClosedAtOnce={cast.isPending} onClose={stopVoting}>
          {cast.isPending ? (
            <BallotEncryptionProgress progress={cast.progress} onCancel={cast.cancel} />
          ) : cast.error instanceof ElectionReviewRequired ? (
            <FinalReviewBeforeVotingPanel
              user={user}
              election={election}
              choices={choices}
              review={cast.error.review}
              isConfirmed={cast.error.isConfirmed}
              onBack={cast.reset}
              onAccepted={castBallot}
            />
          ) : (
            <BallotQuestionStep
              election={election}
              choices={choices}
              error={cast.error}
              onChange={setChoices}
              onReview={() => cast.mutate({ isReviewed: false })}
            />
          )}
        </FormDialogFrame>
      )}
    </>
  )
}
