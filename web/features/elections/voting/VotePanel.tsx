import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { ballotText as text } from '#texts/ballots.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { ChooseAnswers, emptyChoices, isAnswered } from './ChooseAnswers.tsx'
import { EncryptingPanel } from './EncryptingPanel.tsx'
import { Receipt } from './Receipt.tsx'
import { getBallotFailureText, isCancelled, useCastVote, useOwnBallots, type Voter } from './voting.api.ts'

/** Newest ballot of the user with the offer to vote again. */
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
        {ballotHash && <Receipt hash={ballotHash} height={height} />}
        {election.status === 'open' && (
          <Button variant="light" size="md" onClick={onAgain}>
            {text.voteAgain}
          </Button>
        )}
      </Stack>
    </Panel>
  )
}

/** Choosing question by question, encrypting with progress, then the receipt. */
export function VotePanel({ user, election }: { user: Voter; election: ElectionDetail }) {
  const { questions, own } = election
  const [isVoting, setVoting] = useState(false)
  const [at, setAt] = useState(0)
  const [choices, setChoices] = useState(() => questions.map(emptyChoices))
  const cast = useCastVote(user, election, choices)
  if (cast.data && !cast.isPending) {
    const { hash, height, head } = cast.data
    return (
      <Panel title={text.accepted}>
        <Receipt hash={hash} height={height} eventHash={head.hash} />
      </Panel>
    )
  }
  if (own.ballotHash && !isVoting) {
    return <OwnReceipt election={election} user={user} onAgain={() => setVoting(true)} />
  }
  const question = questions[at]
  const isLast = at === questions.length - 1
  if (!question) return null
  return (
    <Panel title={text.vote} subtitle={text.questionOf({ number: at + 1, count: questions.length })}>
      {cast.isPending ? (
        <EncryptingPanel progress={cast.progress} onCancel={cast.cancel} />
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
