import { Alert, Button, Card, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { SafetyState } from '#shared/constants.ts'
import type { RollCallDetail } from '#shared/contracts/roll-calls/roll-calls.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { rollCallsText, answerText as text } from '#texts/roll-calls.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { RollCallResults } from './RollCallResults.tsx'
import styles from './RollCalls.module.css'
import { useAnswerRollCall, useRollCall } from './roll-calls.api.ts'

/** Form to answer a roll call (safety check): one tap answers it; a note and a location are optional. */
function RollCallAnswerForm({ rollCall }: { rollCall: RollCallDetail }) {
  const answer = useAnswerRollCall(rollCall.id)
  const [note, setNote] = useState(rollCall.mine?.note ?? '')
  const [place, setPlace] = useState(rollCall.mine?.place ?? '')
  const answeredState = rollCall.mine?.state
  const isChanged = note !== (rollCall.mine?.note ?? '') || place !== (rollCall.mine?.place ?? '')
  const submitRollCallAnswer = (state: SafetyState) => answer.mutate({ state, note, place })
  if (rollCall.closedAt) return <Alert color="gray">{text.isClosed}</Alert>
  return (
    <Stack gap="md">
      {answeredState && (
        <Alert color={answeredState === 'help' ? 'red' : 'laut'} role="status">
          {answeredState === 'help' ? text.saidHelp : text.saidSafe} {text.change}
        </Alert>
      )}
      <Columns template="repeat(auto-fit, minmax(200px, 1fr))" gap={12}>
        <Button
          className={styles.tap}
          leftSection={<IconShieldCheck size={22} aria-hidden />}
          disabled={answer.isPending}
          onClick={() => submitRollCallAnswer('safe')}
        >
          {text.safe}
        </Button>
        <Button
          className={styles.tap}
          color="red"
          leftSection={<IconAlertTriangle size={22} aria-hidden />}
          disabled={answer.isPending}
          onClick={() => submitRollCallAnswer('help')}
        >
          {text.help}
        </Button>
      </Columns>
      <Text size="sm">{text.emergency}</Text>
      <TextInput
        label={text.note}
        description={answeredState ? undefined : text.noteHelp}
        maxLength={200}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
      <TextInput
        label={text.notePlace}
        maxLength={200}
        value={place}
        onChange={event => setPlace(event.currentTarget.value)}
      />
      {answeredState && isChanged && (
        <Button
          variant="default"
          loading={answer.isPending}
          onClick={() => submitRollCallAnswer(answeredState)}
        >
          {text.sendNote}
        </Button>
      )}
    </Stack>
  )
}

export function RollCallDetails({ id }: { id: number }) {
  const rollCallQuery = useRollCall(id)
  if (isQueryErrorShownInsteadOfData(rollCallQuery))
    return <ErrorState error={rollCallQuery.error} onRetry={() => rollCallQuery.refetch()} />
  const rollCall = rollCallQuery.data
  if (!rollCall) return <Skeleton height={360} maw={960} radius={16} />
  return (
    <div className={cards.page}>
      {rollCall.counts && <BackLink to="/roll-calls">{rollCallsText.back}</BackLink>}
      <Card component="section">
        <Stack gap="md">
          <div>
            <Text size="sm" c="dimmed">
              {[rollCall.city, getCountryName(rollCall.country)].filter(Boolean).join(', ')} ·{' '}
              {text.asked({ name: rollCall.askedBy, when: formatTimeAgo(rollCall.createdAt) })}
            </Text>
            <Title order={2} size="h3" mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {rollCall.message}
            </Title>
          </div>
          {rollCall.mine && <RollCallAnswerForm rollCall={rollCall} />}
          <Text size="sm" c="dimmed">
            {text.erased({ day: formatDate(rollCall.eraseAt) })}
          </Text>
        </Stack>
      </Card>
      {rollCall.counts && <RollCallResults rollCall={rollCall} counts={rollCall.counts} />}
    </div>
  )
}
