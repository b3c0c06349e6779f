import { Anchor, Box, Button, Center, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconSettings, IconUser } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { AuditEvent } from '#shared/contracts/audit/audit.schemas.ts'
import { auditText } from '#texts/audit.ts'
import { auditKindLabels } from '#texts/audit-kinds.ts'
import { nameText } from '#texts/labels.ts'
import { useIsNarrow } from '#web/lib/device/use-is-narrow.ts'
import { formatDateTime, formatRelativeDate, formatTime, isSameDay } from '#web/lib/format/format.ts'
import { formatTotalRowCount } from '#web/lib/query/paged-queries.ts'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './Audit.module.css'
import { AuditEventChanges } from './AuditEventChanges.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { auditPageSize, useAuditEvents } from './audit.api.ts'
import type { AuditFilter } from './audit.search.ts'

type OnPick = (id: number) => void

function AuditPersonButton({ id, name, onPick }: { id: number; name: string; onPick: OnPick }) {
  return (
    <Anchor
      component="button"
      ta="left"
      type="button"
      size="sm"
      title={auditText.onlyPerson({ name })}
      onClick={() => onPick(id)}
    >
      {name}
    </Anchor>
  )
}

/** Returns the people named by an audit event, each once: the person who acted and the person concerned. */
function listPeopleOfAuditEvent({ actor, target }: AuditEvent): { id: number; name: string }[] {
  const targetPerson = target?.type === 'user' && {
    id: Number(target.id),
    name: target.name ?? nameText.formerMember,
  }
  const people = [actor && { id: actor.id, name: actor.fullName }, targetPerson].filter(
    person => person !== null && person !== false,
  )
  return people.filter(({ id }, index) => people.findIndex(other => other.id === id) === index)
}

/** Returns the name of the user or record concerned by an audit event, or "self" if the actor is the target. */
function formatAuditTarget({ actor, target }: AuditEvent): string {
  if (!target) return auditText.nobody
  const isSelf = target.type === 'user' && actor !== null && Number(target.id) === actor.id
  return isSelf ? auditText.self : (target.name ?? nameText.formerMember)
}

/** Icon of an audit event that no signed-in person caused. */
function SystemIcon() {
  return (
    <Center
      component="span"
      flex="none"
      w={40}
      h={40}
      bdrs={20}
      bg="var(--neutral)"
      c="var(--neutral-text)"
      aria-hidden
    >
      <IconSettings size={20} />
    </Center>
  )
}

/**
 * Row of an audit event on phones and tablets: kind and time, below a heading with the date if the event above has another date.
 * Opening the row shows actor, target and changes.
 */
function AuditEventPhoneRow({
  event,
  above,
  onPick,
}: {
  event: AuditEvent
  above: AuditEvent | undefined
  onPick: OnPick
}) {
  const [isOpen, setOpen] = useState(false)
  const { actor } = event
  return (
    <>
      {!(above && isSameDay(above.createdAt, event.createdAt)) && (
        <Text
          fz={13}
          fw={700}
          c="dimmed"
          px={14}
          pt={12}
          pb={4}
          style={above && { borderTop: '8px solid var(--page)' }}
        >
          {formatRelativeDate(event.createdAt)}
        </Text>
      )}
      <ListRow
        lead={actor ? <PersonAvatar person={actor} size={40} /> : <SystemIcon />}
        title={auditKindLabels[event.kind]}
        line={`${formatTime(event.createdAt)} · ${actor?.fullName ?? auditText.system}`}
        isOpen={isOpen}
        onOpen={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <Stack gap={8} align="flex-start" pb={14} pr={14} pl={66} style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm">{`${auditText.who}: ${actor?.fullName ?? auditText.system}`}</Text>
          <Text size="sm">{`${auditText.whom}: ${formatAuditTarget(event)}`}</Text>
          <AuditEventChanges event={event} />
          {listPeopleOfAuditEvent(event).map(({ id, name }) => (
            <Button
              key={id}
              variant="default"
              leftSection={<IconUser size={16} aria-hidden />}
              onClick={() => onPick(id)}
            >
              {auditText.onlyPerson({ name })}
            </Button>
          ))}
        </Stack>
      )}
    </>
  )
}

/**
 * Shows who caused an audit event. If the event above has the same actor, a ditto mark stands for the name, and screen
 * readers read the name.
 */
function AuditActorName({
  actor,
  above,
  onPick,
}: Pick<AuditEvent, 'actor'> & { above?: AuditEvent; onPick: OnPick }) {
  if (!actor) return auditText.system
  if (above?.actor?.id !== actor.id) {
    return <AuditPersonButton id={actor.id} name={actor.fullName} onPick={onPick} />
  }
  return (
    <span className={styles.same}>
      <span aria-hidden>{auditText.same}</span>
      <VisuallyHidden>{actor.fullName}</VisuallyHidden>
    </span>
  )
}

const findEventAbove = (events: AuditEvent[], event: AuditEvent) => events[events.indexOf(event) - 1]

function buildAuditColumns(events: AuditEvent[], onPick: OnPick): Column<AuditEvent>[] {
  return [
    {
      title: auditText.when,
      width: '18%',
      cell: event => <span className="tabular">{formatDateTime(event.createdAt)}</span>,
    },
    {
      title: auditText.what,
      width: '24%',
      cell: event => (
        <Box component="span" fz="sm" fw={600}>
          {auditKindLabels[event.kind]}
        </Box>
      ),
    },
    {
      title: auditText.who,
      width: '18%',
      cell: event => (
        <AuditActorName actor={event.actor} above={findEventAbove(events, event)} onPick={onPick} />
      ),
    },
    {
      title: auditText.whom,
      width: '15%',
      cell: event => {
        const targetName = formatAuditTarget(event)
        const { target } = event
        return target?.type === 'user' && targetName !== auditText.self ? (
          <AuditPersonButton id={Number(target.id)} name={targetName} onPick={onPick} />
        ) : (
          targetName
        )
      },
    },
    { title: auditText.changes, width: '25%', cell: event => <AuditEventChanges event={event} /> },
  ]
}

/** Finds the name of the person by whom the audit log is filtered, among the loaded audit events. */
function findPersonName(events: AuditEvent[], person: number): string {
  const names = events.flatMap(({ actor, target }) => [
    actor?.id === person && actor.fullName,
    target?.type === 'user' && Number(target.id) === person && target.name,
  ])
  return names.find(Boolean) || nameText.formerMember
}

export function AuditEventList({
  filter,
  tools,
  onChange,
}: {
  filter: AuditFilter
  /** Links beside the search field of the audit log. */
  tools?: ReactNode
  onChange: (filter: AuditFilter) => void
}) {
  const query = useAuditEvents(filter)
  const events = query.data?.rows ?? []
  const isNarrow = useIsNarrow()
  const filterByPerson = (person: number) => onChange({ ...filter, person, page: undefined })
  return (
    <>
      <AuditFilters
        filter={filter}
        tools={tools}
        found={formatTotalRowCount(query.data)}
        person={filter.person ? findPersonName(events, filter.person) : undefined}
        onChange={onChange}
      />
      <ListTable
        caption={auditText.caption}
        columns={buildAuditColumns(events, filterByPerson)}
        phoneRow={event => (
          <AuditEventPhoneRow event={event} above={findEventAbove(events, event)} onPick={filterByPerson} />
        )}
        isNarrow={isNarrow}
        query={query}
        empty={auditText.empty}
        pages={{
          page: filter.page ?? 1,
          pageSize: auditPageSize,
          onChange: page => onChange({ ...filter, page }),
        }}
      />
    </>
  )
}
