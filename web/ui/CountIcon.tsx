import type { ReactNode } from 'react'
import { showCount } from '#web/lib/format.ts'
import styles from './CountIcon.module.css'

/** An icon with a number at its corner; no number at 0. The button around it says the number in words. */
export function CountIcon({
  count,
  tone,
  children,
}: {
  count: number
  tone: 'red' | 'laut'
  children: ReactNode
}) {
  return (
    <span className={styles.icon}>
      {children}
      {count > 0 && (
        <span className={styles.count} data-tone={tone} aria-hidden>
          {showCount(count)}
        </span>
      )}
    </span>
  )
}
