import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Dashboard.module.css'

/** The way from a part of the dashboard to the list behind it. */
export function MoreLink({
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
