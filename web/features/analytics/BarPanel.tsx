import { calculatePercentage } from '#shared/analytics-categories.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { BarList } from '#web/ui/list/BarList.tsx'
import styles from './Analytics.module.css'
import { chartText as text } from './analytics.text.ts'
import { ChartPanel } from './ChartPanel.tsx'

/** Chart panel with one bar for each part of a total. */
export function BarPanel({
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
  /** Column heading for the parts, for example the country. */
  part: string
  /** Column heading for the counts, for example members. */
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
