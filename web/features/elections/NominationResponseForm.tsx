import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { nominationText as text } from '#texts/elections.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { useAcceptOrDeclineNomination } from './elections.api.ts'

type Question = ElectionDetail['questions'][number]

/** Lists the user's nominations in an election draft: open ones, and accepted ones, which the user can still change. */
export function listOwnNominations({ status, questions }: ElectionDetail, userId: number) {
  if (status !== 'draft') return []
  return questions.flatMap(question =>
    question.candidates
      .filter(candidate => candidate.person?.id === userId && candidate.status !== 'declined')
      .map(candidate => ({ question, candidate })),
  )
}

/** Form with which a nominee accepts the candidacy with a statement, changes the statement, declines or withdraws. */
export function NominationResponseForm({
  electionId,
  question,
  candidate,
}: {
  electionId: number
  question: Question
  candidate: Question['candidates'][number]
}) {
  const answer = useAcceptOrDeclineNomination(electionId, candidate.id)
  const [statement, setStatement] = useState(candidate.statement)
  const isAccepted = candidate.status === 'accepted'
  const declineNomination = () => answer.mutate({ isAccepted: false })
  const confirmWithdrawal = () =>
    openConfirmDialog({
      title: text.withdraw,
      text: text.withdrawConfirm,
      action: text.withdraw,
      isDangerous: true,
      onConfirm: declineNomination,
    })
  return (
    <Panel
      title={isAccepted ? text.acceptedTitle : text.title}
      subtitle={text.forQuestion({ question: question.text })}
    >
      <Stack gap="md">
        <Textarea
          label={text.statement}
          description={text.statementHelp}
          autosize
          minRows={3}
          maxLength={2000}
          value={statement}
          onChange={event => setStatement(event.currentTarget.value)}
        />
        <Group gap="xs" className="actions">
          <Button
            loading={answer.isPending}
            disabled={isAccepted && statement === candidate.statement}
            onClick={() => answer.mutate({ isAccepted: true, statement })}
          >
            {isAccepted ? text.saveStatement : text.accept}
          </Button>
          <Button
            variant="default"
            disabled={answer.isPending}
            onClick={isAccepted ? confirmWithdrawal : declineNomination}
          >
            {isAccepted ? text.withdraw : text.decline}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
