import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { formatPeriodInZone } from '#shared/time/format-period.ts'
import { ballotText as text } from '#texts/ballots.ts'
import { ReviewNeeded } from '#web/lib/ballot/review-election.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { ChooseAnswers, createEmptyChoices, isAnswered } from './ChooseAnswers.tsx'
import { EncryptingPanel } from './EncryptingPanel.tsx'
import { Receipt } from './Receipt.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'
import { getBallotFailureText, isCancelled, useCastVote, useOwnBallots, type Voter } from './voting.api.ts'

/** Offer to vote again, with the time until which voting is open. */
function VoteAgain({ election, onAgain }: { election: ElectionDetail; onAgain: () => void }) {
  const { status, closesAt, timeZone } = election
  if (status !== 'open') return null
  const time = formatPeriodInZone({ startDate: closesAt, endDate: null }, timeZone)
  return (
    <>
      <Text size="sm" p="sm" bdrs={12} {...getToneProps('warn')}>
        {text.voteAgainHelp({ time })}
      </Text>
      <Button variant="default" size="md" onClick={onAgain}>
        {text.voteAgain}
      </Button>
    </>
  )
}

/** The voter's newest ballot, with the offer to vote again. */
function OwnReceipt({
  election,
  user,
  onAgain,
}: {
  election: ElectionDetail
  user: Voter
  onAgain: () => void
}) {
  const { data: ballots } = useOwnBallots(user, election)
  const { ballotHash } = election.own
  const height = ballots?.find(({ hash }) => hash === ballotHash)?.height ?? null
  return (
    <Panel title={text.accepted}>
      <Stack gap="md">
        {ballotHash && <Receipt election={election} hash={ballotHash} height={height} />}
        <VoteAgain election={election} onAgain={onAgain} />
      </Stack>
    </Panel>
  )
}

/**
 * Choosing question by question, encrypting with progress, then the receipt. The questions are those with which choosing
 * began: if the server showed another order of answers later, the choices would otherwise mean other candidates.
 */
export function VotePanel({ user, election: current }: { user: Voter; election: ElectionDetail }) {
  const [questions] = useState(current.questions)
  const election = { ...current, questions }
  const { own } = election
  const [isVoting, setVoting] = useState(false)
  const [at, setAt] = useState(0)
  const [choices, setChoices] = useState(() => questions.map(createEmptyChoices))
  const cast = useCastVote(user, election, choices)
  const startAgain = () => {
    cast.reset()
    setChoices(questions.map(createEmptyChoices))
    setAt(0)
    setVoting(true)
  }
  if (cast.data && !cast.isPending) {
    const { hash, height, head } = cast.data
    return (
      <Panel title={text.accepted}>
        <Stack gap="md">
          <Receipt election={election} hash={hash} height={height} eventHash={head.hash} />
          <VoteAgain election={election} onAgain={startAgain} />
        </Stack>
      </Panel>
    )
  }
  if (own.ballotHash && !isVoting) {
    return <OwnReceipt election={election} user={user} onAgain={startAgain} />
  }
  const question = questions[at]
  const isLast = at === questions.length - 1
  if (!question) return null
  return (
    <Panel title={text.vote} subtitle={text.questionOf({ number: at + 1, count: questions.length })}>
      {cast.isPending ? (
        <EncryptingPanel progress={cast.progress} onCancel={cast.cancel} />
      ) : cast.error instanceof ReviewNeeded ? (
        <ReviewPanel
          user={user}
          election={election}
          review={cast.error.review}
          onAccepted={() => cast.mutate()}
        />
      ) : (
        <Stack gap="md">
          <Progress value={((at + 1) / questions.length) * 100} aria-label={text.vote} />
          <ChooseAnswers
            question={question}
            choices={choices[at] ?? []}
            onChange={next => setChoices(choices.map((old, index) => (index === at ? next : old)))}
          />
          {cast.error && !isCancelled(cast.error) && (
            <Alert color="red">{getBallotFailureText(cast.error)}</Alert>
          )}
          <Text size="sm" c="dimmed" ta="center">
            {text.encryptedHere}
          </Text>
          <Group grow>
            {at > 0 && (
              <Button variant="default" size="md" onClick={() => setAt(at - 1)}>
                {text.back}
              </Button>
            )}
            <Button
              size="md"
              disabled={!isAnswered(question, choices[at] ?? [])}
              onClick={() => (isLast ? cast.mutate() : setAt(at + 1))}
            >
              {isLast ? text.cast : text.next}
            </Button>
          </Group>
        </Stack>
      )}
    </Panel>
  )
}
