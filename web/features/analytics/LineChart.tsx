import { type PointerEvent, useState } from 'react'
import { showNumber } from '#web/lib/format.ts'
import styles from './Charts.module.css'
import { labelled, ticksFor } from './scale.ts'

export interface Point {
  /** In full, and as short as fits beneath. */
  name: string
  short: string
  value: number
}

/** Drawn on a hundred by a hundred and stretched to whatever room there is; words stand on it, unstretched. */
export function LineChart({ points }: { points: Point[] }) {
  const [shown, setShown] = useState<number>()
  const ticks = ticksFor(Math.max(...points.map(({ value }) => value)))
  const top = ticks.at(-1) ?? 1
  const x = (index: number) => (points.length > 1 ? (index / (points.length - 1)) * 100 : 50)
  const y = (value: number) => 100 - (value / top) * 100
  const line = points.map(({ value }, index) => `${x(index)},${y(value)}`).join(' ')
  const hasLabel = labelled(points.length, 6)
  const current = shown ?? points.length - 1
  const point = points[current]
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const place = Math.round(((event.clientX - left) / width) * (points.length - 1))
    setShown(Math.max(0, Math.min(points.length - 1, place)))
  }
  return (
    <div className={styles.chart}>
      <div className={styles.field} onPointerMove={follow} onPointerLeave={() => setShown(undefined)}>
        {ticks.map(tick => (
          <div key={tick} className={styles.tick} style={{ top: `${y(tick)}%` }}>
            <span>{showNumber(tick)}</span>
          </div>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={styles.drawing} aria-hidden>
          <polygon points={`${x(0)},100 ${line} ${x(points.length - 1)},100`} className={styles.area} />
          <polyline points={line} className={styles.line} />
        </svg>
        {point && (
          <div
            className={styles.marker}
            data-side={x(current) > 50 ? 'left' : 'right'}
            style={{ left: `${x(current)}%`, top: `${y(point.value)}%` }}
          >
            <span>
              <strong>{showNumber(point.value)}</strong> {point.name}
            </span>
          </div>
        )}
      </div>
      <div className={styles.labels}>
        {points.map(
          ({ name, short }, index) =>
            hasLabel(index) && (
              <span key={name} style={{ left: `${x(index)}%` }}>
                {short}
              </span>
            ),
        )}
      </div>
    </div>
  )
}
