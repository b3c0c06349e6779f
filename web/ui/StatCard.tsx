import { Card, Group, Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './StatCard.module.css'

interface Change {
  /** As shown, with its sign. */
  text: string
  direction: 'up' | 'down' | 'same'
  /** Compared with what. */
  period: string
}

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight }

export function StatCard({
  label,
  value,
  icon,
  change,
}: {
  label: string
  value: string
  icon?: ReactNode
  change?: Change
}) {
  const Arrow = change && arrows[change.direction]
  return (
    <Card>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Text size="sm" c="dimmed" fw={600}>
          {label}
        </Text>
        {icon && <span className={styles.icon}>{icon}</span>}
      </Group>
      <Text className={styles.value}>{value}</Text>
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
    </Card>
  )
}
