import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type Ref, useState } from 'react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { rollText as text } from '#texts/ballots.ts'
import { useSubmitElectoralRollObjection } from './voting.api.ts'

/**
 * Form for an objection to the list of voters. After an objection, voting opens only when the returning officer has
 * confirmed the list.
 */
export function ElectoralRollObjectionForm({
  election,
  field,
}: {
  election: ElectionDetail
  field?: Ref<HTMLTextAreaElement>
}) {
  const object = useSubmitElectoralRollObjection(election.id)
  const [objection, setObjection] = useState('')
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label={text.objection}
        description={text.objectionHelp}
        autosize
        minRows={2}
        maxLength={1000}
        value={objection}
        onChange={event => setObjection(event.currentTarget.value)}
      />
      <Group className="actions">
        <Button
          size="md"
          disabled={objection.trim().length < 3}
          loading={object.isPending}
          onClick={() => object.mutate({ text: objection }, { onSuccess: () => setObjection('') })}
        >
          {text.object}
        </Button>
      </Group>
    </Stack>
  )
}
