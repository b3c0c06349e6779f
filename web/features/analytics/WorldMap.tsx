import { type KeyboardEvent, useState } from 'react'
import { type Country, countries } from '#shared/constants.ts'
import { shareOf } from '#shared/figures.ts'
import { showDifference } from '#web/lib/change.ts'
import { chartText as text } from './analytics.text.ts'
import { shadeOf, shadesFor } from './shades.ts'
import styles from './WorldMap.module.css'
import world from './world.json'

/** Drawn once, by scripts/draw-world.mjs. */
const places: Record<Country, { path: string | null; x: number; y: number }> = world.countries

function Shape({ country, step }: { country: Country; step: number }) {
  const { path, x, y } = places[country]
  // What is too small to have an outline here is a point.
  return path ? (
    <path d={path} className={styles.step} data-step={step} />
  ) : (
    <circle cx={x} cy={y} r={6} className={styles.step} data-step={step} />
  )
}

function Legend({ starts, highest }: { starts: number[]; highest: number }) {
  const ranges = starts.map((start, index) => text.range(start, (starts[index + 1] ?? highest + 1) - 1))
  return (
    <ul className={styles.legend} aria-label={text.legend}>
      {[text.noMembers, ...ranges].map((range, step) => (
        <li key={range}>
          <span className={styles.step} data-step={step} aria-hidden />
          {range}
        </li>
      ))}
    </ul>
  )
}

/** Countries shaded by their members; each can be gone to and chosen, by mouse and by keyboard. */
export function WorldMap({
  members,
  changes,
  months,
  total,
  onPick,
}: {
  members: { country: Country; count: number }[]
  /** In the period. */
  changes: Map<Country, number>
  months: string
  total: number
  onPick: (country: Country) => void
}) {
  const [at, setAt] = useState<Country>()
  const counts = new Map(members.map(({ country, count }) => [country, count]))
  const highest = Math.max(0, ...counts.values())
  const starts = shadesFor(highest)
  const say = (country: Country) => {
    const count = counts.get(country) ?? 0
    const change = showDifference(changes.get(country) ?? 0, 0).text
    return `${text.membersOf(country, count, shareOf(count, total))} · ${text.changeIn(months)}: ${change}`
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset */}
      <svg
        viewBox={`0 0 ${world.width} ${world.height}`}
        className={styles.map}
        role="group"
        aria-label={text.map}
      >
        <path d={world.land} className={styles.land} aria-hidden />
        {countries.map(country => (
          // biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons of its own
          <g
            key={country}
            role="button"
            tabIndex={0}
            aria-label={say(country)}
            className={styles.country}
            onPointerEnter={() => setAt(country)}
            onPointerLeave={() => setAt(undefined)}
            onFocus={() => setAt(country)}
            onBlur={() => setAt(undefined)}
            onClick={() => onPick(country)}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== 'Enter' && event.key !== ' ') return
              event.preventDefault()
              onPick(country)
            }}
          >
            <Shape country={country} step={shadeOf(counts.get(country) ?? 0, starts)} />
          </g>
        ))}
      </svg>
      <div className={styles.foot}>
        <span className={styles.readout} aria-hidden>
          {at ? say(at) : text.mapHint}
        </span>
        <Legend starts={starts} highest={highest} />
      </div>
    </div>
  )
}
