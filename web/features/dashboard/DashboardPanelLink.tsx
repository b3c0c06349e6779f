import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Dashboard.module.css'

/** Link from a dashboard panel to its full list. */
export function DashboardPanelLink({
  render,
  children,
}: {
  render: (props: Record<string, unknown>) => ReactNode
  children: string
}) {
  return (
    <Anchor renderRoot={render} size="sm" className={`lone ${styles.more}`}>
      {children}
    </Anchor>
  )
}
