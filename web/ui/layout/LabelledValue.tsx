import type { ReactNode } from 'react'
import styles from './LabelledValue.module.css'

/** Label and value in a `dl`; an empty value is shown as a dash. */
export function LabelledValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children || children === 0 ? children : '–'}</dd>
    </div>
  )
}
