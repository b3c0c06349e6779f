import { Box, Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import { calculatePercentage } from '#shared/analytics-categories.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import styles from './BarList.module.css'

export interface Bar {
  key: string
  /** Label of a bar of the chart: a text, or a link to the list of the counted records. */
  label: ReactNode
  count: number
  /** Total of one bar, of which `count` is a part. By default, all bars share the total of the list. */
  total?: number
  /** Whether the bar of the chart is grey, such as that of a candidate who was not elected. */
  isMuted?: boolean
  /** Text between the label and the bar of a bar chart entry, such as the statement of a candidate. */
  note?: ReactNode
}

/** Formats a share as a percentage. A share that is not 0 is never shown as 0%, because its bar is visible. */
function formatShare(count: number, total: number): string {
  const percentage = calculatePercentage(count, total)
  return percentage === 0 && count > 0 ? '<1%' : `${percentage}%`
}

/** List of bars, each with a label, a count and the share of `total`. A grey track stands for the total. */
export function BarList({
  bars,
  total = 0,
  isWide,
  isStacked = false,
  format = formatNumber,
}: {
  bars: Bar[]
  total?: number
  isWide?: boolean
  /** Whether each figure stands below its label, for long figures such as amounts of money. */
  isStacked?: boolean
  /** Formats the counts and totals of the bars, for example as money. */
  format?: (count: number) => string
}) {
  return (
    <ul className={styles.list} data-wide={isWide}>
      {bars.map(({ key, label, count, total: ownTotal, isMuted, note }) => (
        <Box component="li" pos="relative" key={key}>
          <Flex
            direction={isStacked ? 'column' : 'row'}
            wrap="wrap"
            gap="0 12px"
            justify="space-between"
            mb={note ? 0 : 6}
            fz={15}
          >
            <Box component="span" miw={0} style={{ overflowWrap: 'anywhere' }} className={styles.label}>
              {label}
            </Box>
            <Box component="span" flex="none" ml={isStacked ? 0 : 'auto'} c="dimmed" className="tabular">
              <Box component="strong" c="var(--mantine-color-text)">
                {format(count)}
              </Box>
              {ownTotal !== undefined && ` / ${format(ownTotal)}`}
              {' · '}
              {formatShare(count, ownTotal ?? total)}
            </Box>
          </Flex>
          {note && (
            <Box mb={6} fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {note}
            </Box>
          )}
          <Box h={8} bdrs={4} bg="var(--line)" aria-hidden>
            <Box
              miw={count === 0 ? 0 : 2}
              h="100%"
              bdrs={4}
              className={styles.bar}
              data-muted={isMuted || undefined}
              style={{ width: `${Math.min(100, (count / (ownTotal || total || 1)) * 100)}%` }}
            />
          </Box>
        </Box>
      ))}
    </ul>
  )
}
