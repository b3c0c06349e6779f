import { Alert, Button, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { receiptText as text } from '#texts/ballots.ts'
import { parseBallotTracker } from '#web/lib/ballot/parse-ballot-tracker.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { getBallotFailureText, useFindBallotReceipt, type Voter } from './voting.api.ts'

/** Looks up a voter's ballot in the election's public log, which this device verifies from its first entry. */
export function BallotReceiptLookup({ user, election }: { user: Voter; election: ElectionDetail }) {
  const find = useFindBallotReceipt(user, election)
  const [typed, setTyped] = useState('')
  const hash = parseBallotTracker(typed)
  return (
    <Panel isFoldable title={text.lookUp}>
      <Stack gap="sm">
        <Textarea
          autosize
          minRows={3}
          label={text.tracker}
          description={text.lookUpHelp}
          autoComplete="off"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={typed}
          error={typed !== '' && !hash && text.invalid}
          onChange={event => {
            setTyped(event.currentTarget.value)
            find.reset()
          }}
        />
        <Button
          variant="default"
          size="md"
          disabled={!hash}
          loading={find.isPending}
          onClick={() => hash && find.mutate(hash)}
        >
          {text.lookUpSubmit}
        </Button>
        {find.data && (
          <Alert color={find.data.isReplaced ? 'orange' : 'laut'}>
            {(find.data.isReplaced ? text.replaced : text.found)({ height: find.data.height })}
          </Alert>
        )}
        {find.data === null && <Alert color="red">{text.notFound}</Alert>}
        {find.error && <Alert color="red">{getBallotFailureText(find.error)}</Alert>}
      </Stack>
    </Panel>
  )
}
