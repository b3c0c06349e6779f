import { calculatePercentage } from '#shared/analytics-categories.ts'
import { chartText as text } from '#texts/analytics.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { BarList } from '#web/ui/list/BarList.tsx'
import styles from './Analytics.module.css'
import { ChartPanel } from './ChartPanel.tsx'

/** Panel with a bar chart that splits a total into categories. */
export function BarChartPanel({
  title,
  part,
  unit,
  bars,
  total,
  asTable,
  isWide,
  subtitle,
}: {
  title: string
  /** Heading of the chart's table column that names each bar, for example "country". */
  part: string
  /** Heading of the chart's table column with the counts, for example "members". */
  unit: string
  bars: { key: string; label: string; count: number }[]
  total: number
  asTable: boolean
  isWide?: boolean
  subtitle?: string
}) {
  return (
    <ChartPanel
      title={title}
      subtitle={subtitle}
      className={isWide ? styles.wide : undefined}
      asTable={asTable}
      head={[part, unit, text.share]}
      rows={bars.map(({ label, count }) => [
        label,
        formatNumber(count),
        `${calculatePercentage(count, total)}%`,
      ])}
      isEmpty={total === 0}
    >
      <BarList bars={bars} total={total} isWide={isWide} />
    </ChartPanel>
  )
}
