import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  type AskedPerson,
  type PeopleState,
  peopleStates,
  type RollCallDetail,
} from '#shared/contracts/roll-calls.ts'
import { telAddress } from '#web/lib/format.ts'
import { isMissing } from '#web/lib/is-missing.ts'
import { showTimeAgo } from '#web/lib/time-ago.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ExportMenu } from '#web/ui/ExportMenu.tsx'
import { MorePages } from '#web/ui/Pager.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import styles from './RollCalls.module.css'
import { exportAddress, useAsked, useCloseRollCall, useRemindSilent, useShowPhone } from './roll-calls.api.ts'
import { boardText as text } from './roll-calls.text.ts'

type Counts = NonNullable<RollCallDetail['counts']>

/** Button that reveals the phone number of one person. The server writes each reveal to the audit log. */
function PhoneButton({ id, person }: { id: number; person: AskedPerson }) {
  const reveal = useShowPhone(id, person.userId)
  if (!person.hasPhone) {
    return (
      <Text size="sm" c="dimmed">
        {text.noPhone}
      </Text>
    )
  }
  if (reveal.data?.phone) {
    return (
      <Button component="a" href={telAddress(reveal.data.phone)} variant="default">
        {reveal.data.phone}
      </Button>
    )
  }
  return (
    <Button
      variant="default"
      loading={reveal.isPending}
      aria-label={text.phoneOf(person.fullName)}
      onClick={() => reveal.mutate()}
    >
      {text.phone}
    </Button>
  )
}

function PeopleList({ id, state, isOpen }: { id: number; state: PeopleState; isOpen: boolean }) {
  const people = useAsked(id, state)
  if (isMissing(people)) return <ErrorState error={people.error} onRetry={() => people.refetch()} />
  if (people.isPending) return <Skeleton height={180} />
  const rows = people.data?.pages.flat() ?? []
  if (rows.length === 0) return <Text c="dimmed">{text.nobody}</Text>
  return (
    <>
      <ul className={styles.people} aria-label={text.states[state]}>
        {rows.map(person => (
          <li key={person.userId} className={styles.person}>
            <div>
              <Text fw={600}>{person.fullName}</Text>
              <Text size="sm" c="dimmed">
                {[person.clubName, person.place, person.answeredAt && showTimeAgo(person.answeredAt)]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              {person.note && <Text size="sm">{person.note}</Text>}
            </div>
            {isOpen && <PhoneButton id={id} person={person} />}
          </li>
        ))}
      </ul>
      <MorePages list={people} mt={0}>
        {text.more}
      </MorePages>
    </>
  )
}

/** Board of a roll call for its managers. It starts with people who have not answered and updates live. */
export function Board({ rollCall, counts }: { rollCall: RollCallDetail; counts: Counts }) {
  const [state, setState] = useState<PeopleState>('silent')
  const remind = useRemindSilent(rollCall.id)
  const close = useCloseRollCall(rollCall.id)
  const isOpen = rollCall.closedAt === null
  const confirmClose = () =>
    confirm({
      title: text.close,
      text: text.closeConfirm,
      action: text.close,
      isDangerous: true,
      onConfirm: () => close.mutate(),
    })
  return (
    <Panel
      title={text.title}
      action={<ExportMenu urlFor={exportAddress(rollCall.id)} name="semakan-keselamatan" hasPeople />}
    >
      <Stack gap="md">
        {counts.told < counts.asked && <Text size="sm">{text.asking(counts.told, counts.asked)}</Text>}
        <Group gap="xs" role="group" aria-label={text.filter}>
          {peopleStates.map(option => (
            <Button
              key={option}
              variant={option === state ? 'light' : 'default'}
              aria-pressed={option === state}
              onClick={() => setState(option)}
            >
              {text.stateOf(text.states[option], counts[option])}
            </Button>
          ))}
        </Group>
        {isOpen && (
          <Text size="sm" c="dimmed">
            {text.phoneNote}
          </Text>
        )}
        <PeopleList key={state} id={rollCall.id} state={state} isOpen={isOpen} />
        {isOpen && (
          <Group gap="xs">
            <Button
              variant="default"
              loading={remind.isPending}
              disabled={counts.silent === 0}
              onClick={() => remind.mutate()}
            >
              {text.remind}
            </Button>
            <Button variant="default" loading={close.isPending} onClick={confirmClose}>
              {text.close}
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  )
}
