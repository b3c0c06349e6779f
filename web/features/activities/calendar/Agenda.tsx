import { Card, Flex, Stack, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { activitiesText as text } from '#texts/activities.ts'
import { activityPageSize, type useActivities } from '#web/features/activities/activities.api.ts'
import { formatDateWithWeekday, formatMonthAndYear } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PaginationButtons } from '#web/ui/list/PaginationButtons.tsx'
import { RowsSkeleton } from '#web/ui/list/RowsSkeleton.tsx'
import { DateTile } from '#web/ui/media/DateTile.tsx'
import { listCalendarDaysOfActivity } from './calendar-days.ts'
import { DayActivityRow } from './DayActivityRow.tsx'

type Rows = NonNullable<ReturnType<typeof useActivities>['data']>['rows']

/** Groups consecutive activities by first day. Activities without a date form a group with an empty day. */
function groupConsecutiveDays(rows: Rows): [day: string, rows: Rows][] {
  const groups: [string, Rows][] = []
  for (const row of rows) {
    const [day = ''] = listCalendarDaysOfActivity(row)
    const lastGroup = groups.at(-1)
    if (lastGroup?.[0] === day) lastGroup[1].push(row)
    else groups.push([day, [row]])
  }
  return groups
}

/** Groups consecutive calendar days by month. A month is a string such as "2026-11". */
function groupByMonth(days: ReturnType<typeof groupConsecutiveDays>): [month: string, days: typeof days][] {
  const months: [string, typeof days][] = []
  for (const group of days) {
    const month = group[0].slice(0, 7)
    const last = months.at(-1)
    if (last?.[0] === month) last[1].push(group)
    else months.push([month, [group]])
  }
  return months
}

/** Row of the agenda: the activities of one day beside a tile that shows the date. */
function AgendaDay({ day, entries, isFirst }: { day: string; entries: Rows; isFirst: boolean }) {
  const [first] = entries
  return (
    <Columns
      component="section"
      template={day ? '58px minmax(0, 1fr)' : undefined}
      gap={12}
      align="start"
      px={{ base: 12, sm: 20 }}
      py={16}
      style={isFirst ? undefined : { borderTop: '1px solid var(--line)' }}
    >
      {day && first && (
        <div>
          <VisuallyHidden component="h3">{formatDateWithWeekday(day)}</VisuallyHidden>
          <DateTile startDate={first.startDate} timeZone={first.timeZone} isOverCover={false} />
        </div>
      )}
      <Flex component="ul" direction="column" gap={14}>
        {entries.map(activity => (
          <DayActivityRow key={activity.id} activity={activity} />
        ))}
      </Flex>
    </Columns>
  )
}

/** List of activities grouped by month and day. */
export function Agenda({
  query,
  page,
  onPage,
  action,
}: {
  query: ReturnType<typeof useActivities>
  page: number
  onPage: (page: number) => void
  action?: ReactNode
}) {
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <RowsSkeleton rows={10} />
  const { rows, total, isCapped } = query.data
  return (
    <>
      <Stack component="section" gap={12} aria-label={text.list}>
        {rows.length === 0 && (
          <Card>
            <EmptyState text={text.empty} action={action} />
          </Card>
        )}
        {groupByMonth(groupConsecutiveDays(rows)).map(([month, days]) => (
          <div key={`${month}-${days[0]?.[0]}`}>
            <Title order={2} size="h4" mt={8} mb={10}>
              {month ? formatMonthAndYear(`${month}-15T00:00:00`) : text.noDate}
            </Title>
            <Card padding={0}>
              {days.map(([day, entries], index) => (
                <AgendaDay
                  key={`${day}-${entries[0]?.id}`}
                  day={day}
                  entries={entries}
                  isFirst={index === 0}
                />
              ))}
            </Card>
          </div>
        ))}
      </Stack>
      <PaginationButtons
        list={text.list}
        page={page}
        pageSize={activityPageSize}
        total={total}
        isCapped={isCapped}
        onChange={onPage}
      />
    </>
  )
}
