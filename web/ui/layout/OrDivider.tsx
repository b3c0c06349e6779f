import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './OrDivider.module.css'

/** Divider between two alternative methods, such as two sign-in methods. */
export function OrDivider({ children }: { children: ReactNode }) {
  return (
    <Group gap={10} wrap="nowrap" fz={12} c="dimmed" className={styles.or}>
      {children}
    </Group>
  )
}
