import { Card, Center, Flex, Group, Skeleton, Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { getToneProps, type Tone } from '#web/ui/feedback/tones.ts'
import styles from './StatCard.module.css'

export interface Change {
  /** Signed change of a key figure since an earlier period, formatted for display, such as +3. */
  text: string
  direction: 'up' | 'down' | 'same'
  /** Name of the earlier period with which the statistic is compared. */
  period: string
}

const directionProps = {
  up: getToneProps('tint'),
  down: getToneProps('bad'),
  same: { bg: 'var(--line)', c: 'inherit' },
}
const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight }

export function StatCard({
  label,
  value,
  icon,
  tone = 'tint',
  change,
  note,
  renderRoot,
}: {
  label: string
  /** Formatted value on the key figure card; undefined while loading. The size of the card never changes. */
  value?: string
  icon?: ReactNode
  tone?: Tone
  change?: Change
  /** Remark on the key figure card, at the place where other cards show how their value has changed. */
  note?: string
  /** Renders the whole statistics card as a link to the list of the counted records. */
  renderRoot?: (props: Record<string, unknown>) => ReactNode
}) {
  const Arrow = change && arrows[change.direction]
  return (
    <Card renderRoot={renderRoot} className={renderRoot ? `${styles.card} ${styles.link}` : styles.card}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap={8}>
        <Text size="sm" c="dimmed" fw={600} className={styles.label} style={{ overflowWrap: 'anywhere' }}>
          {label}
        </Text>
        {icon && (
          <Center component="span" flex="none" bdrs={10} className={styles.icon} {...getToneProps(tone)}>
            {icon}
          </Center>
        )}
      </Group>
      <Text component="div" fw={700} lh={1.3} mt="auto" className={`tabular ${styles.value}`}>
        {value ?? <Skeleton component="span" display="inline-block" width="2em" height="0.8em" />}
      </Text>
      {change && Arrow && (
        <Group gap="0 4px" mih={22} mt={6}>
          <Flex
            component="span"
            gap={3}
            align="center"
            display="inline-flex"
            py={1}
            px={6}
            bdrs={6}
            fz={12}
            fw={700}
            {...directionProps[change.direction]}
          >
            <Arrow size={13} style={{ flexShrink: 1 }} aria-hidden />
            {change.text}
          </Flex>
          <Text size="xs" c="dimmed">
            {change.period}
          </Text>
        </Group>
      )}
      {note && (
        // On a key figure card, the note is as high as the change of the value, so that cards in a row align.
        <Text size="xs" c={renderRoot ? 'var(--mantine-color-anchor)' : 'dimmed'} lh="22px" mt={6}>
          {note}
        </Text>
      )}
    </Card>
  )
}

/** Grid of cards above a list. Phones show two cards per row; a single card in the last row fills it. */
export function StatCards({ children, isBusy }: { children: ReactNode; isBusy?: boolean }) {
  return (
    <div className={styles.cards} aria-busy={isBusy}>
      {children}
    </div>
  )
}
