import { Button, Flex, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  type AskedPerson,
  type RollCallDetail,
  type RollCallState,
  rollCallStates,
} from '#shared/contracts/roll-calls/roll-calls.schemas.ts'
import { safetyLabels } from '#texts/labels.ts'
import { boardText as text } from '#texts/roll-calls.ts'
import { buildTelUrl } from '#web/lib/format/format.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { ExportMenu } from '#web/ui/list/ExportMenu.tsx'
import { LoadMoreButton } from '#web/ui/list/PaginationButtons.tsx'
import styles from './RollCalls.module.css'
import {
  createRollCallExportUrlBuilder,
  useCloseRollCall,
  useRemindRollCallNonResponders,
  useRevealPhoneNumber,
  useRollCallRecipients,
} from './roll-calls.api.ts'

type Counts = NonNullable<RollCallDetail['counts']>

/** Button that reveals one person's phone number. The server records each reveal in the audit log. */
function RevealPhoneNumberButton({ id, person }: { id: number; person: AskedPerson }) {
  const reveal = useRevealPhoneNumber(id, person.userId)
  if (!person.hasPhone) {
    return (
      <Text size="sm" c="dimmed">
        {text.noPhone}
      </Text>
    )
  }
  if (reveal.data?.phone) {
    return (
      <Button component="a" href={buildTelUrl(reveal.data.phone)} variant="default">
        {reveal.data.phone}
      </Button>
    )
  }
  return (
    <Button
      variant="default"
      loading={reveal.isPending}
      aria-label={text.phoneOf({ name: person.fullName })}
      onClick={() => reveal.mutate()}
    >
      {text.phone}
    </Button>
  )
}

function RollCallPeopleList({ id, state, isOpen }: { id: number; state: RollCallState; isOpen: boolean }) {
  const people = useRollCallRecipients(id, state)
  if (isQueryErrorShownInsteadOfData(people))
    return <ErrorState error={people.error} onRetry={() => people.refetch()} />
  if (people.isPending) return <Skeleton height={180} />
  const rows = people.data?.pages.flat() ?? []
  if (rows.length === 0) return <Text c="dimmed">{text.nobody}</Text>
  return (
    <>
      <ul aria-label={safetyLabels[state]}>
        {rows.map(person => (
          <Flex
            key={person.userId}
            component="li"
            wrap="wrap"
            gap="8px 16px"
            align="center"
            justify="space-between"
            py={12}
            style={{ borderTop: '1px solid var(--line)' }}
            className={styles.person}
          >
            <div>
              <Text fw={600}>{person.fullName}</Text>
              <Text size="sm" c="dimmed">
                {[person.clubName, person.place, person.answeredAt && formatTimeAgo(person.answeredAt)]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              {person.note && <Text size="sm">{person.note}</Text>}
            </div>
            {isOpen && <RevealPhoneNumberButton id={id} person={person} />}
          </Flex>
        ))}
      </ul>
      <LoadMoreButton list={people} mt={0}>
        {text.more}
      </LoadMoreButton>
    </>
  )
}

/** Results of a roll call for its managers, updated live. People who have not answered come first. */
export function RollCallResults({ rollCall, counts }: { rollCall: RollCallDetail; counts: Counts }) {
  const [state, setState] = useState<RollCallState>('silent')
  const remind = useRemindRollCallNonResponders(rollCall.id)
  const close = useCloseRollCall(rollCall.id)
  const isOpen = rollCall.closedAt === null
  const confirmRollCallClosing = () =>
    openConfirmDialog({
      title: text.close,
      text: text.closeConfirm,
      action: text.close,
      isDangerous: true,
      onConfirm: () => close.mutate(),
    })
  return (
    <Panel
      title={text.title}
      action={<ExportMenu urlFor={createRollCallExportUrlBuilder(rollCall.id)} hasPeople />}
    >
      <Stack gap="md">
        {counts.told < counts.asked && (
          <Text size="sm">{text.asking({ told: counts.told, asked: counts.asked })}</Text>
        )}
        <Group gap="xs" role="group" aria-label={text.filter}>
          {rollCallStates.map(option => (
            <Button
              key={option}
              variant={option === state ? 'light' : 'default'}
              aria-pressed={option === state}
              onClick={() => setState(option)}
            >
              {text.stateOf({ label: safetyLabels[option], count: counts[option] })}
            </Button>
          ))}
        </Group>
        {isOpen && (
          <Text size="sm" c="dimmed">
            {text.phoneNote}
          </Text>
        )}
        <RollCallPeopleList key={state} id={rollCall.id} state={state} isOpen={isOpen} />
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
            <Button variant="default" loading={close.isPending} onClick={confirmRollCallClosing}>
              {text.close}
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  )
}
