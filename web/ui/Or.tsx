import type { ReactNode } from 'react'
import styles from './Or.module.css'

/** Between two ways to the same thing. */
export function Or({ children }: { children: ReactNode }) {
  return <div className={styles.or}>{children}</div>
}
