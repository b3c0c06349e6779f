import { Card, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { showDayInFull } from '#web/lib/format.ts'
import { isMissing } from '#web/lib/is-missing.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { activityPageSize, type useActivities } from './activities.api.ts'
import { activitiesText as text } from './activities.text.ts'
import { daysOf } from './by-day.ts'
import styles from './Calendar.module.css'
import { DayEntry } from './DayEntry.tsx'

type Rows = NonNullable<ReturnType<typeof useActivities>['data']>['rows']

/** Runs of one day, in the order of the list; what has no date yet comes under a heading of its own. */
function runs(rows: Rows): [day: string, rows: Rows][] {
  const found: [string, Rows][] = []
  for (const row of rows) {
    const [day = ''] = daysOf(row)
    const last = found.at(-1)
    if (last?.[0] === day) last[1].push(row)
    else found.push([day, [row]])
  }
  return found
}

/** The list by day. */
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
  if (isMissing(query)) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <Skeleton height={420} radius={16} />
  const { rows, total, isCapped } = query.data
  return (
    <>
      <Card component="section" aria-label={text.list} className={styles.agenda}>
        {rows.length === 0 && <EmptyState text={text.empty} action={action} />}
        {runs(rows).map(([day, entries]) => (
          <section key={`${day}-${entries[0]?.id}`} className={styles.agendaDay}>
            <h2 className={styles.agendaTitle}>{day ? showDayInFull(day) : text.noDate}</h2>
            <ul className={styles.entries}>
              {entries.map(activity => (
                <DayEntry key={activity.id} activity={activity} />
              ))}
            </ul>
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
