import type { ReactNode } from 'react'
import styles from './Fact.module.css'

/** One entry of a `dl`: what it is about, and what there is to say of it; a dash where that is nothing. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children || children === 0 ? children : '–'}</dd>
    </div>
  )
}
