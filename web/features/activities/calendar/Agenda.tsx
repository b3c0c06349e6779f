import { Box, Card, Flex, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { activitiesText as text } from '#texts/activities.ts'
import { activityPageSize, type useActivities } from '#web/features/activities/activities.api.ts'
import { formatFullDate } from '#web/lib/format/format.ts'
import { isDataMissing } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Pager } from '#web/ui/list/Pager.tsx'
import styles from './Calendar.module.css'
import { listActivityDays } from './calendar-days.ts'
import { DayActivityRow } from './DayActivityRow.tsx'

type Rows = NonNullable<ReturnType<typeof useActivities>['data']>['rows']

/** Groups consecutive activities by first day. Activities without a date form a group with an empty day. */
function groupConsecutiveDays(rows: Rows): [day: string, rows: Rows][] {
  const groups: [string, Rows][] = []
  for (const row of rows) {
    const [day = ''] = listActivityDays(row)
    const lastGroup = groups.at(-1)
    if (lastGroup?.[0] === day) lastGroup[1].push(row)
    else groups.push([day, [row]])
  }
  return groups
}

/** List of activities grouped by day. */
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
  if (isDataMissing(query)) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <Skeleton height={420} radius={16} />
  const { rows, total, isCapped } = query.data
  return (
    <>
      <Card component="section" aria-label={text.list} className={styles.agenda}>
        {rows.length === 0 && <EmptyState text={text.empty} action={action} />}
        {groupConsecutiveDays(rows).map(([day, entries]) => (
          <section key={`${day}-${entries[0]?.id}`} className={styles.agendaDay}>
            <Box component="h2" fz={15}>
              {day ? formatFullDate(day) : text.noDate}
            </Box>
            <Flex component="ul" direction="column" gap={8} mt={10}>
              {entries.map(activity => (
                <DayActivityRow key={activity.id} activity={activity} />
              ))}
            </Flex>
          </section>
        ))}
      </Card>
      <Pager
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
