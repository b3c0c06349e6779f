import { Box, Flex, Stack } from '@mantine/core'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { computeAxisTicks, createAxisLabelVisibilityCheck } from './axis-scale.ts'
import styles from './Charts.module.css'
import type { ChartPoint } from './LineChart.tsx'

const percentageTicks = [0, 25, 50, 75, 100]

/**
 * Column chart. In a chart with up to 12 columns, each column shows its value above the bar. Values of more than two
 * characters are shown only above labelled columns, because they are wider than a column on phones.
 */
export function ColumnChart({
  points,
  isPercentage = false,
}: {
  points: ChartPoint[]
  /** Whether the values of the chart are percentages, so that its axis ends at 100%. */
  isPercentage?: boolean
}) {
  const isPhone = useIsPhone()
  const ticks = isPercentage
    ? percentageTicks
    : computeAxisTicks(Math.max(...points.map(({ value }) => value)))
  const top = ticks.at(-1) ?? 1
  const formatColumnValue = (value: number) => (isPercentage ? `${value}%` : formatNumber(value))
  const hasLabel = createAxisLabelVisibilityCheck(points.length, isPhone ? 6 : 12)
  const hasShortValues = points.every(({ value }) => formatColumnValue(value).length <= 2)
  const hasValue = (index: number) => points.length <= 12 && (hasShortValues || hasLabel(index))
  return (
    <Box pt={24} pl={44}>
      <Box pos="relative" h={240}>
        {ticks.map(tick => (
          <div key={tick} className={styles.tick} style={{ top: `${100 - (tick / top) * 100}%` }}>
            <span>{formatColumnValue(tick)}</span>
          </div>
        ))}
        <Flex pos="absolute" inset={0} align="flex-end" className={styles.columns}>
          {points.map(({ name, value }, index) => (
            <Stack
              key={name}
              gap={0}
              flex={1}
              miw={0}
              h="100%"
              justify="flex-end"
              title={`${name}: ${formatColumnValue(value)}`}
            >
              {value > 0 && hasValue(index) && (
                <Box mb={4} fz={13} fw={600} mx={-16} ta="center" className="tabular">
                  {/* The background hides the line of the axis behind the value. */}
                  <Box component="span" px={2} bg="var(--mantine-color-body)">
                    {formatColumnValue(value)}
                  </Box>
                </Box>
              )}
              <Box
                flex="none"
                w="100%"
                maw={72}
                mx="auto"
                bdrs="6px 6px 0 0"
                bg="var(--kite)"
                style={{ height: `${(value / top) * 100}%` }}
              />
            </Stack>
          ))}
        </Flex>
      </Box>
      <Flex h={30} pt={8} c="dimmed" fz={12} lh={1} className={styles.columns}>
        {points.map(({ name, short }, index) => (
          <Flex key={name} flex={1} miw={0} justify="center" style={{ whiteSpace: 'nowrap' }}>
            {hasLabel(index) && short}
          </Flex>
        ))}
      </Flex>
    </Box>
  )
}
