import { getEducationLevelLabel } from '#shared/analytics-categories.ts'
import type { MemberAnalytics } from '#shared/contracts/analytics/analytics.schemas.ts'
import { chartText as text } from '#texts/analytics.ts'
import { ageRangeLabels } from '#texts/analytics-categories.ts'
import { formatDifferenceWithSign } from '#web/lib/format/change.ts'
import { formatNumber, formatShortMonth } from '#web/lib/format/format.ts'
import styles from './Analytics.module.css'
import { BarChartPanel } from './BarChartPanel.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { LineChart } from './LineChart.tsx'

/** Hides the chart category 'unknown' when it has no members. */
const isChartCategoryShown = ({ key, count }: { key: string; count: number }) =>
  key !== 'unknown' || count > 0

export function MemberAnalyticsTab({ data, asTable }: { data: MemberAnalytics; asTable: boolean }) {
  const levels = data.membersByEducationLevel
    .map(({ level, count }) => ({ key: level, label: getEducationLevelLabel(level), count }))
    .filter(isChartCategoryShown)
  const ages = data.membersByAge
    .map(({ ageRange, count }) => ({ key: ageRange, label: ageRangeLabels[ageRange], count }))
    .filter(isChartCategoryShown)
  const points = data.growth.map(({ month, members }) => ({
    name: formatShortMonth(month),
    short: formatShortMonth(month, '2-digit'),
    value: members,
  }))
  const total = data.totalMembers
  return (
    <div className={styles.panels}>
      <ChartPanel
        className={styles.wide}
        title={text.growth}
        subtitle={text.growthOf}
        asTable={asTable}
        head={[text.month, text.members, text.change]}
        rows={data.growth.map(({ month, members, change }) => [
          formatShortMonth(month),
          formatNumber(members),
          formatDifferenceWithSign(change, 0).text,
        ])}
      >
        <LineChart points={points} />
      </ChartPanel>
      <BarChartPanel
        title={text.education}
        subtitle={text.today}
        part={text.level}
        unit={text.members}
        bars={levels}
        total={total}
        asTable={asTable}
      />
      <BarChartPanel
        title={text.age}
        subtitle={text.today}
        part={text.ageRange}
        unit={text.members}
        bars={ages}
        total={total}
        asTable={asTable}
      />
    </div>
  )
}
