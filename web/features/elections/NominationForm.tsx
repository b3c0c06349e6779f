import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { nominationText as text } from '#texts/elections.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { useAnswerNomination } from './elections.api.ts'

/** Lets a nominated member accept the candidacy with a statement, or decline it. */
export function NominationForm({ election, candidateId }: { election: ElectionDetail; candidateId: number }) {
  const answer = useAnswerNomination(election.id, candidateId)
  const question = election.questions.find(({ candidates }) =>
    candidates.some(({ id }) => id === candidateId),
  )
  const [statement, setStatement] = useState('')
  return (
    <Panel title={text.title}>
      <Stack gap="md">
        <Text fw={600}>{question?.text}</Text>
        <Textarea
          label={text.statement}
          description={text.statementHelp}
          autosize
          minRows={3}
          maxLength={2000}
          value={statement}
          onChange={event => setStatement(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button loading={answer.isPending} onClick={() => answer.mutate({ isAccepted: true, statement })}>
            {text.accept}
          </Button>
          <Button
            variant="default"
            disabled={answer.isPending}
            onClick={() => answer.mutate({ isAccepted: false })}
          >
            {text.decline}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
