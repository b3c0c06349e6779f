import { Card, Group, Skeleton, Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './StatCard.module.css'

export interface Change {
  /** Formatted change of the value, with its sign. */
  text: string
  direction: 'up' | 'down' | 'same'
  /** Period with which the value is compared. */
  period: string
}

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight }

export function StatCard({
  label,
  value,
  icon,
  tone,
  change,
  note,
  renderRoot,
}: {
  label: string
  /** Formatted value; undefined while it loads, so that the card keeps its place. */
  value?: string
  icon?: ReactNode
  tone?: 'laut' | 'blue' | 'purple' | 'emas'
  change?: Change
  /** Note shown instead of a change of the value. */
  note?: string
  /** Renders the whole card as a link to the list that the number counts. */
  renderRoot?: (props: Record<string, unknown>) => ReactNode
}) {
  const Arrow = change && arrows[change.direction]
  return (
    <Card renderRoot={renderRoot} className={renderRoot ? `${styles.card} ${styles.link}` : styles.card}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Text size="sm" c="dimmed" fw={600}>
          {label}
        </Text>
        {icon && (
          <span className={styles.icon} data-tone={tone}>
            {icon}
          </span>
        )}
      </Group>
      <Text component="div" className={styles.value}>
        {value ?? <Skeleton component="span" display="inline-block" width="2em" height="0.8em" />}
      </Text>
      {change && Arrow && (
        <Group gap={6}>
          <span className={styles.change} data-direction={change.direction}>
            <Arrow size={14} aria-hidden />
            {change.text}
          </span>
          <Text size="xs" c="dimmed">
            {change.period}
          </Text>
        </Group>
      )}
      {note && (
        <Text size="xs" c="dimmed" className={styles.note}>
          {note}
        </Text>
      )}
    </Card>
  )
}
