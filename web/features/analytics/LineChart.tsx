import { Box } from '@mantine/core'
import { type PointerEvent, useState } from 'react'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { computeAxisTicks, createAxisLabelVisibilityCheck } from './axis-scale.ts'
import styles from './Charts.module.css'

export interface ChartPoint {
  /** Full name of a data point, shown when the user highlights the point of the chart. */
  name: string
  /** Short name of a data point, shown below the chart's axis. */
  short: string
  value: number
}

/**
 * Line chart. The SVG's 100 × 100 view box is stretched to the size of the panel. The labels are HTML elements, so they
 * are not stretched.
 */
export function LineChart({ points }: { points: ChartPoint[] }) {
  const [hoveredIndex, setHoveredIndex] = useState<number>()
  const ticks = computeAxisTicks(Math.max(...points.map(({ value }) => value)))
  const top = ticks.at(-1) ?? 1
  const getXPosition = (index: number) => (points.length > 1 ? (index / (points.length - 1)) * 100 : 50)
  const getYPosition = (value: number) => 100 - (value / top) * 100
  const line = points.map(({ value }, index) => `${getXPosition(index)},${getYPosition(value)}`).join(' ')
  const hasLabel = createAxisLabelVisibilityCheck(points.length, useIsPhone() ? 4 : 6)
  const current = hoveredIndex ?? points.length - 1
  const point = points[current]
  const trackPointer = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const nearestIndex = Math.round(((event.clientX - left) / width) * (points.length - 1))
    setHoveredIndex(Math.max(0, Math.min(points.length - 1, nearestIndex)))
  }
  return (
    // Half of the last point's label, which is centred below the point, extends into the padding.
    <Box pt={12} pr={20} pl={44}>
      <Box
        pos="relative"
        h={240}
        onPointerMove={trackPointer}
        onPointerLeave={() => setHoveredIndex(undefined)}
      >
        {ticks.map(tick => (
          <div key={tick} className={styles.tick} style={{ top: `${getYPosition(tick)}%` }}>
            <span>{formatNumber(tick)}</span>
          </div>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={styles.drawing} aria-hidden>
          <polygon
            points={`${getXPosition(0)},100 ${line} ${getXPosition(points.length - 1)},100`}
            className={styles.area}
          />
          <polyline points={line} className={styles.line} />
        </svg>
        {point && (
          <div
            className={styles.marker}
            data-side={getXPosition(current) > 50 ? 'left' : 'right'}
            style={{ left: `${getXPosition(current)}%`, top: `${getYPosition(point.value)}%` }}
          >
            <span>
              <strong>{formatNumber(point.value)}</strong> {point.name}
            </span>
          </div>
        )}
      </Box>
      <Box pos="relative" h={30} className={styles.labels}>
        {points.map(
          ({ name, short }, index) =>
            hasLabel(index) && (
              <span key={name} style={{ left: `${getXPosition(index)}%` }}>
                {short}
              </span>
            ),
        )}
      </Box>
    </Box>
  )
}
