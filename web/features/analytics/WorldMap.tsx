import { Box, Flex, Group } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { calculatePercentage } from '#shared/analytics-categories.ts'
import { type Country, countries } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { sortCountries } from '#shared/countries/sort-countries.ts'
import { chartText as text } from '#texts/analytics.ts'
import { formatDifference } from '#web/lib/format/change.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { computeMapShadeThresholds, getMapShadeIndex } from './map-shades.ts'
import styles from './WorldMap.module.css'
import world from './world.json'

/** Outline of a country, or the position of one that is too small for an outline. Made by scripts/draw-world.mjs. */
const countryShapes: Record<Country, { path: string } | { x: number; y: number }> = world.countries

/** Neighbouring shades differ in brightness, so that they are distinguishable without colour vision. */
const getShade = (step: number) => `var(--map-${step})`

function Shape({ country, step }: { country: Country; step: number }) {
  const shape = countryShapes[country]
  if ('path' in shape) return <path d={shape.path} fill={getShade(step)} />
  return <circle cx={shape.x} cy={shape.y} r={6} fill={getShade(step)} />
}

/** Makes a path that begins with a relative position independent of the path before it. */
const toOwnPath = (path: string) => path.replace(/^m/, 'M')

/** Outlines of countries without members that cannot be selected. */
function Land({ without }: { without: ReadonlySet<Country> }) {
  const shapes = countries.filter(country => !without.has(country)).map(country => countryShapes[country])
  const outlines = shapes.flatMap(shape => ('path' in shape ? shape.path : []))
  return <path d={[world.land, ...outlines].map(toOwnPath).join('')} className={styles.land} aria-hidden />
}

const formatRange = (from: number, to: number) =>
  from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`

function Legend({ starts, highest }: { starts: number[]; highest: number }) {
  const ranges = starts.map((start, index) => formatRange(start, (starts[index + 1] ?? highest + 1) - 1))
  return (
    <Flex component="ul" wrap="wrap" gap="4px 14px" fz="xs" className="tabular" aria-label={text.legend}>
      {[text.noMembers, ...ranges].map((range, step) => (
        <Flex component="li" gap={6} align="center" key={range}>
          <Box
            component="span"
            w={14}
            h={14}
            bdrs={4}
            bg={getShade(step)}
            className={styles.step}
            aria-hidden
          />
          {range}
        </Flex>
      ))}
    </Flex>
  )
}

/**
 * World map with countries shaded by member count. Countries with members and the listed countries can be selected with
 * the mouse or the keyboard.
 */
export function WorldMap({
  members,
  changes,
  months,
  total,
  listed,
  onPick,
}: {
  members: { country: Country; count: number }[]
  /** Change in the number of members per country within the selected period. */
  changes: Map<Country, number>
  months: string
  total: number
  listed: readonly Country[]
  onPick: (country: Country) => void
}) {
  const [activeCountry, setActiveCountry] = useState<Country>()
  const counts = new Map(members.map(({ country, count }) => [country, count]))
  const highest = Math.max(0, ...counts.values())
  const starts = computeMapShadeThresholds(highest)
  const selectable = new Set<Country>([...counts.keys(), ...listed])
  const describeCountry = (country: Country) => {
    const count = counts.get(country) ?? 0
    const change = formatDifference(changes.get(country) ?? 0, 0).text
    return `${text.membersOf({ country: getCountryName(country), count, share: calculatePercentage(count, total) })} · ${text.changeIn({ months })}: ${change}`
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset element */}
      <svg
        viewBox={`0 0 ${world.width} ${world.height}`}
        className={styles.map}
        role="group"
        aria-label={text.map}
      >
        <Land without={selectable} />
        {sortCountries([...selectable]).map(country => (
          // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
          <g
            key={country}
            role="button"
            tabIndex={0}
            aria-label={describeCountry(country)}
            className={styles.country}
            onPointerEnter={() => setActiveCountry(country)}
            onPointerLeave={() => setActiveCountry(undefined)}
            onFocus={() => setActiveCountry(country)}
            onBlur={() => setActiveCountry(undefined)}
            onClick={() => onPick(country)}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== 'Enter' && event.key !== ' ') return
              event.preventDefault()
              onPick(country)
            }}
          >
            <Shape country={country} step={getMapShadeIndex(counts.get(country) ?? 0, starts)} />
          </g>
        ))}
      </svg>
      {/* In the dark colour scheme, more members give a lighter shade. */}
      <Group gap="8px 24px" justify="space-between" mt={12}>
        <Box component="span" mih={22} fz="sm" fw={600} aria-hidden>
          {activeCountry ? describeCountry(activeCountry) : text.mapHint}
        </Box>
        <Legend starts={starts} highest={highest} />
      </Group>
    </div>
  )
}
