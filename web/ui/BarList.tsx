import type { ReactNode } from 'react'
import { shareOf } from '#shared/figures.ts'
import { showNumber } from '#web/lib/format.ts'
import styles from './BarList.module.css'

export interface Bar {
  key: string
  /** A word, or a link to what is behind it. */
  label: ReactNode
  count: number
}

/** Each with its word, its number and its share of `total`; the bar shows it against the longest. Side by side where there is room (`isWide`). */
export function BarList({ bars, total, isWide }: { bars: Bar[]; total: number; isWide?: boolean }) {
  const longest = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ul className={styles.list} data-wide={isWide}>
      {bars.map(({ key, label, count }) => (
        <li key={key}>
          <div className={styles.line}>
            <span className={styles.label}>{label}</span>
            <span className={styles.numbers}>
              <strong>{showNumber(count)}</strong> · {shareOf(count, total)}%
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
