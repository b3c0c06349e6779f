import { formatNumber } from '#web/lib/format/format.ts'
import { createAxisLabelFilter } from './axis-scale.ts'
import styles from './Charts.module.css'
import type { ChartPoint } from './LineChart.tsx'

/** Column chart. Charts with at most 12 columns show the value above each column. */
export function ColumnChart({ points }: { points: ChartPoint[] }) {
  const highest = Math.max(1, ...points.map(({ value }) => value))
  const hasLabel = createAxisLabelFilter(points.length, 12)
  return (
    <div className={styles.columns}>
      {points.map(({ name, short, value }, index) => (
        <div key={name} className={styles.column} title={`${name}: ${formatNumber(value)}`}>
          <div className={styles.room}>
            {points.length <= 12 && <span className={styles.number}>{formatNumber(value)}</span>}
            <div className={styles.bar} style={{ height: `${(value / highest) * 100}%` }} />
          </div>
          <span className={styles.foot}>{hasLabel(index) && short}</span>
        </div>
      ))}
    </div>
  )
}
