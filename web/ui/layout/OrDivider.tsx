import type { ReactNode } from 'react'
import styles from './OrDivider.module.css'

/** Divider between two alternative methods, such as two sign-in methods. */
export function OrDivider({ children }: { children: ReactNode }) {
  return <div className={styles.or}>{children}</div>
}
