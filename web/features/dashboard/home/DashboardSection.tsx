import { Card, Group, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './Home.module.css'

/** Section of a member's dashboard: a title above a card with one row per entry. */
export function DashboardSection({
  title,
  action,
  children,
}: {
  title: string
  /** Link from a list on the dashboard to the full list. */
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb={10}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {action}
      </Group>
      <Card component="ul" padding={0} className={styles.list}>
        {children}
      </Card>
    </section>
  )
}
