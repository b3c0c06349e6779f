import { Skeleton } from '@mantine/core'
import { calculatePercentage } from '#shared/analytics-categories.ts'
import { chartText as text } from '#texts/analytics.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import styles from './Analytics.module.css'
import { useAttendanceAnalytics } from './analytics.api.ts'
import type { AnalyticsFilter } from './analytics.search.ts'
import { ChartPanel } from './ChartPanel.tsx'
import { PercentageBarList } from './PercentageBarList.tsx'

/** Panel with the numbers of participants who joined and who came, by club. Phones show bars, not a table. */
export function AttendanceAnalyticsPanel({ filter }: { filter: AnalyticsFilter }) {
  const { data, error, refetch } = useAttendanceAnalytics(filter)
  const isPhone = useIsPhone()
  if (isQueryErrorShownInsteadOfData({ data, error }))
    return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={320} radius={16} className={styles.wide} />
  const getClubName = ({ clubName }: { clubName: string | null }) => clubName ?? text.noClub
  return (
    <ChartPanel
      title={text.attendance}
      subtitle={text.attendanceOf({
        came: data.came,
        joined: data.joined,
        share: calculatePercentage(data.came, data.joined),
      })}
      className={styles.wide}
      asTable={!isPhone}
      isOperable
      head={[text.club, text.joined, text.came, text.share]}
      rows={data.byClub.map(club => [
        getClubName(club),
        formatNumber(club.joined),
        formatNumber(club.came),
        `${calculatePercentage(club.came, club.joined)}%`,
      ])}
      isEmpty={data.joined === 0}
    >
      <PercentageBarList
        bars={data.byClub.map(club => ({
          key: String(club.clubId),
          label: getClubName(club),
          count: club.came,
          total: club.joined,
        }))}
      />
    </ChartPanel>
  )
}
