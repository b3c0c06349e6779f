import { Box, Stack } from '@mantine/core'
import { formatNumber } from '#web/lib/format/format.ts'
import { createAxisLabelFilter } from './axis-scale.ts'
import styles from './Charts.module.css'
import type { ChartPoint } from './LineChart.tsx'

/** Column chart. Charts with at most 12 columns show the value above each column. */
export function ColumnChart({ points }: { points: ChartPoint[] }) {
  const highest = Math.max(1, ...points.map(({ value }) => value))
  const hasLabel = createAxisLabelFilter(points.length, 12)
  return (
    <div className={styles.columns}>
      {points.map(({ name, short, value }, index) => (
        <Stack key={name} gap={0} flex={1} miw={0} title={`${name}: ${formatNumber(value)}`}>
          <Stack
            gap={0}
            justify="flex-end"
            flex={1}
            mih={0}
            pt={22}
            style={{ borderBottom: '1px solid var(--line)' }}
          >
            {points.length <= 12 && (
              <Box component="span" mb={4} fz={13} fw={600} ta="center" className="tabular">
                {formatNumber(value)}
              </Box>
            )}
            <Box
              flex="none"
              bdrs="6px 6px 0 0"
              bg="var(--kite)"
              style={{ height: `${(value / highest) * 100}%` }}
            />
          </Stack>
          <Box
            component="span"
            h={30}
            pt={8}
            c="dimmed"
            ta="center"
            style={{ whiteSpace: 'nowrap' }}
            className={styles.foot}
          >
            {hasLabel(index) && short}
          </Box>
        </Stack>
      ))}
    </div>
  )
}
