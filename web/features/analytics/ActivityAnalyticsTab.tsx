import type { ActivityAnalytics } from '#shared/contracts/analytics/analytics.schemas.ts'
import { chartText as text } from '#texts/analytics.ts'
import { activityStatusLabels } from '#texts/labels.ts'
import { formatNumber, formatShortMonth } from '#web/lib/format/format.ts'
import styles from './Analytics.module.css'
import { AttendanceAnalyticsPanel } from './AttendanceAnalyticsPanel.tsx'
import type { AnalyticsFilter } from './analytics.search.ts'
import { BarChartPanel } from './BarChartPanel.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { ColumnChart } from './ColumnChart.tsx'

export function ActivityAnalyticsTab({
  data,
  filter,
  asTable,
}: {
  data: ActivityAnalytics
  filter: AnalyticsFilter
  asTable: boolean
}) {
  const bars = data.activitiesByStatus.map(({ status, count }) => ({
    key: status,
    label: activityStatusLabels[status],
    count,
  }))
  const points = data.trend.map(({ month, count }) => ({
    name: formatShortMonth(month).replaceAll(' ', '\u00a0'),
    short: formatShortMonth(month).slice(0, 3),
    value: count,
  }))
  return (
    <div className={styles.panels} data-columns="wide-narrow">
      <ChartPanel
        title={text.trend}
        subtitle={text.trendOf({ first: points[0]?.name ?? '', last: points.at(-1)?.name ?? '' })}
        asTable={asTable}
        head={[text.month, text.activities]}
        rows={data.trend.map(({ month, count }) => [formatShortMonth(month), formatNumber(count)])}
      >
        <ColumnChart points={points} />
      </ChartPanel>
      <BarChartPanel
        title={text.status}
        part={text.statusName}
        unit={text.activities}
        bars={bars}
        asTable={asTable}
        total={data.totalActivities}
      />
      <AttendanceAnalyticsPanel filter={filter} />
    </div>
  )
}
