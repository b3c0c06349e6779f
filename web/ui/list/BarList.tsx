import type { ReactNode } from 'react'
import { calculatePercentage } from '#shared/analytics-categories.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import styles from './BarList.module.css'

export interface Bar {
  key: string
  /** Label of the bar: text, or a link to the list that the number counts. */
  label: ReactNode
  count: number
}

/** List of bars with label, count and share of `total`. Bar lengths are relative to the longest bar. */
export function BarList({ bars, total, isWide }: { bars: Bar[]; total: number; isWide?: boolean }) {
  const longest = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ul className={styles.list} data-wide={isWide}>
      {bars.map(({ key, label, count }) => (
        <li key={key}>
          <div className={styles.line}>
            <span className={styles.label}>{label}</span>
            <span className={styles.numbers}>
              <strong>{formatNumber(count)}</strong> · {calculatePercentage(count, total)}%
            </span>
          </div>
          <div className={styles.room} aria-hidden>
            <div className={styles.bar} style={{ width: `${(count / longest) * 100}%` }} />
          </div>
        </li>
      ))}
    </ul>
  )
}
