import { Alert, Button, Card, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { SafetyState } from '#shared/constants.ts'
import type { RollCallDetail } from '#shared/contracts/roll-calls.ts'
import { showDay } from '#web/lib/format.ts'
import { isMissing } from '#web/lib/is-missing.ts'
import { showTimeAgo } from '#web/lib/time-ago.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import cards from '#web/ui/CardList.module.css'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Board } from './Board.tsx'
import styles from './RollCalls.module.css'
import { useAnswerSafety, useRollCall } from './roll-calls.api.ts'
import { rollCallsText, answerText as text } from './roll-calls.text.ts'

/** One tap is an answer; a word and a place may follow. */
function Answer({ one }: { one: RollCallDetail }) {
  const answer = useAnswerSafety(one.id)
  const [note, setNote] = useState(one.mine?.note ?? '')
  const [place, setPlace] = useState(one.mine?.place ?? '')
  const said = one.mine?.state
  const isChanged = note !== (one.mine?.note ?? '') || place !== (one.mine?.place ?? '')
  const say = (state: SafetyState) => answer.mutate({ state, note, place })
  if (one.closedAt) return <Alert color="gray">{text.isClosed}</Alert>
  return (
    <Stack gap="md">
      {said && (
        <Alert color={said === 'help' ? 'red' : 'laut'} role="status">
          {said === 'help' ? text.saidHelp : text.saidSafe} {text.change}
        </Alert>
      )}
      <div className={styles.taps}>
        <Button
          className={styles.tap}
          leftSection={<IconShieldCheck size={22} aria-hidden />}
          disabled={answer.isPending}
          onClick={() => say('safe')}
        >
          {text.safe}
        </Button>
        <Button
          className={styles.tap}
          color="red"
          leftSection={<IconAlertTriangle size={22} aria-hidden />}
          disabled={answer.isPending}
          onClick={() => say('help')}
        >
          {text.help}
        </Button>
      </div>
      <Text size="sm">{text.emergency}</Text>
      <TextInput
        label={text.note}
        description={said ? undefined : text.noteHelp}
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
      {said && isChanged && (
        <Button variant="default" loading={answer.isPending} onClick={() => say(said)}>
          {text.sendNote}
        </Button>
      )}
    </Stack>
  )
}

export function RollCallView({ id }: { id: number }) {
  const found = useRollCall(id)
  if (isMissing(found)) return <ErrorState error={found.error} onRetry={() => found.refetch()} />
  const one = found.data
  if (!one) return <Skeleton height={360} maw={820} radius={16} />
  return (
    <div className={cards.page}>
      {one.counts && <BackLink to="/roll-calls">{rollCallsText.back}</BackLink>}
      <Card component="section">
        <Stack gap="md">
          <div>
            <Text size="sm" c="dimmed">
              {rollCallsText.place(one.country, one.city)} ·{' '}
              {text.asked(one.askedBy, showTimeAgo(one.createdAt))}
            </Text>
            <Title order={2} size="h3" mt={4} className={styles.message}>
              {one.message}
            </Title>
          </div>
          {one.mine && <Answer one={one} />}
          <Text size="sm" c="dimmed">
            {text.erased(showDay(one.eraseAt))}
          </Text>
        </Stack>
      </Card>
      {one.counts && <Board one={one} counts={one.counts} />}
    </div>
  )
}
