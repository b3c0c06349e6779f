import { Box, Button, Flex, Group, Text, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { calculatePercentage } from '#shared/analytics-categories.ts'
import { type Country, countries } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { sortCountries } from '#shared/countries/sort-countries.ts'
import { chartText as text } from '#texts/analytics.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { useIsTouchscreen } from '#web/lib/device/use-is-touchscreen.ts'
import { formatDifferenceWithSign } from '#web/lib/format/change.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { HorizontalScrollRow } from '#web/ui/layout/HorizontalScrollRow.tsx'
import { countryRowsShown, mapColumns } from './country-rows.ts'
import { computeMapShadeThresholds, getMapShadeIndex } from './map-shades.ts'
import styles from './WorldMap.module.css'
import world from './world.json'

/** Outline of a country on the world map, or the position of a country too small for an outline. See scripts/draw-world.mjs. */
const countryShapes: Record<Country, { path: string } | { x: number; y: number }> = world.countries

/** Shades of the world map. Neighbouring shades differ in brightness, so they are distinguishable without colour vision. */
const getCountryColour = (step: number) => `var(--map-${step})`

/**
 * Draws a country. `scale` is the visible share of the map's width, so dots keep their size when the map is enlarged.
 */
function CountryShape({ country, step, scale }: { country: Country; step: number; scale: number }) {
  const shape = countryShapes[country]
  const props = { fill: getCountryColour(step), className: styles.country }
  if ('path' in shape) return <path d={shape.path} {...props} />
  return <circle cx={shape.x} cy={shape.y} r={6 * scale} {...props} />
}

/** Makes an SVG path independent of the paths before it, by turning its first relative move into an absolute one. */
const startPathAtAbsolutePosition = (path: string) => path.replace(/^m/, 'M')

/** Outlines of countries without members, which cannot be selected on the world map. */
function CountriesWithoutMembers({ without }: { without: ReadonlySet<Country> }) {
  const shapes = countries.filter(country => !without.has(country)).map(country => countryShapes[country])
  const outlines = shapes.flatMap(shape => ('path' in shape ? shape.path : []))
  return (
    <path
      d={[world.land, ...outlines].map(startPathAtAbsolutePosition).join('')}
      className={styles.land}
      aria-hidden
    />
  )
}

const formatMemberCountRange = (from: number, to: number) =>
  from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`

function MapShadeLegend({ starts, highest }: { starts: number[]; highest: number }) {
  const ranges = starts.map((start, index) =>
    formatMemberCountRange(start, (starts[index + 1] ?? highest + 1) - 1),
  )
  return (
    <Flex
      component="ul"
      wrap="wrap"
      gap={{ base: '4px 6px', sm: '4px 14px' }}
      fz="xs"
      className="tabular"
      aria-label={text.legend}
    >
      {[text.noMembers, ...ranges].map((range, step) => (
        <Flex component="li" gap={4} align="center" key={range}>
          <Box
            component="span"
            w={14}
            h={14}
            bdrs={4}
            bg={getCountryColour(step)}
            className={styles.step}
            aria-hidden
          />
          {range}
        </Flex>
      ))}
    </Flex>
  )
}

/** Parts of the world map that can be enlarged, as SVG view boxes with the proportions of the whole map. */
const regions = {
  all: [0, 0, world.width, world.height],
  europe: [410, 40, 240, 110],
  asia: [520, 95, 420, 192.5],
  africa: [310, 140, 502, 230],
  northAmerica: [60, 30, 420, 192.5],
  southAmerica: [140, 200, 500, 229],
  oceania: [690, 270, 320, 147],
} as const
type Region = keyof typeof regions

/** Buttons that enlarge a part of the world map, because some countries are too small to be seen on a phone. */
function RegionSelect({ region, onRegion }: { region: Region; onRegion: (region: Region) => void }) {
  return (
    <HorizontalScrollRow
      role="group"
      aria-label={text.zoom}
      display="flex"
      mb={12}
      style={{ gap: 8, overflowX: 'auto', scrollbarWidth: 'none' }}
    >
      {(Object.keys(regions) as Region[]).map(name => (
        <Button
          key={name}
          variant={name === region ? 'filled' : 'default'}
          radius={999}
          size="xs"
          mih={44}
          flex="none"
          aria-pressed={name === region}
          onClick={() => onRegion(name)}
        >
          {text.regions[name]}
        </Button>
      ))}
    </HorizontalScrollRow>
  )
}

/** Lists countries beside the world map by number of members, in rows large enough for touch. */
function CountryMemberTable({
  members,
  total,
  changes,
  getStep,
  onPick,
}: Pick<MapProps, 'members' | 'total' | 'changes' | 'onPick'> & { getStep: (country: Country) => number }) {
  const [isComplete, setComplete] = useState(false)
  const rowsShown = useIsPhone() ? 0 : countryRowsShown
  const hiddenCount = isComplete ? 0 : Math.max(0, members.length - rowsShown)
  return (
    <div>
      <ul>
        {members.slice(0, members.length - hiddenCount).map(({ country, count }) => (
          <Box component="li" key={country} style={{ borderTop: '1px solid var(--line)' }}>
            <UnstyledButton w="100%" mih={44} onClick={() => onPick(country)}>
              <Group component="span" gap={10} wrap="nowrap" fz="sm">
                <Box
                  component="span"
                  w={14}
                  h={14}
                  bdrs={4}
                  bg={getCountryColour(getStep(country))}
                  flex="none"
                  className={styles.step}
                  aria-hidden
                />
                <Text span inherit flex={1} style={{ overflowWrap: 'anywhere' }}>
                  {getCountryName(country)}
                </Text>
                <Text span inherit fw={600} className="tabular">
                  {text.memberShare({ count, share: calculatePercentage(count, total) })}
                </Text>
                <Text span inherit c="dimmed" miw={40} ta="right" className="tabular">
                  {formatDifferenceWithSign(changes.get(country) ?? 0, 0).text}
                </Text>
              </Group>
            </UnstyledButton>
          </Box>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <Button variant="subtle" fullWidth onClick={() => setComplete(true)}>
          {rowsShown > 0
            ? text.moreCountries({ count: hiddenCount })
            : text.listCountries({ count: hiddenCount })}
        </Button>
      )}
    </div>
  )
}

interface MapProps {
  members: { country: Country; count: number }[]
  /** Change in the number of members per country within the selected period. */
  changes: Map<Country, number>
  months: string
  total: number
  listed: readonly Country[]
  onPick: (country: Country) => void
}

/**
 * World map with countries shaded by member count. Countries with members and the listed countries can be selected with
 * the mouse or the keyboard. Fingers select them in the list only, because most countries are smaller than a finger.
 */
export function WorldMap({ members, changes, months, total, listed, onPick }: MapProps) {
  const [activeCountry, setActiveCountry] = useState<Country>()
  const [region, setRegion] = useState<Region>('all')
  const isTouch = useIsTouchscreen()
  const counts = new Map(members.map(({ country, count }) => [country, count]))
  const highest = Math.max(0, ...counts.values())
  const starts = computeMapShadeThresholds(highest)
  const getStep = (country: Country) => getMapShadeIndex(counts.get(country) ?? 0, starts)
  const selectable = new Set<Country>([...counts.keys(), ...listed])
  const describeCountry = (country: Country) => {
    const count = counts.get(country) ?? 0
    const change = formatDifferenceWithSign(changes.get(country) ?? 0, 0).text
    return `${text.membersOf({ country: getCountryName(country), count, share: calculatePercentage(count, total) })} · ${text.changeIn({ months })}: ${change}`
  }
  const buildCountryProps = (country: Country) => ({
    role: 'button',
    tabIndex: 0,
    'aria-label': describeCountry(country),
    className: styles.selectable,
    onPointerEnter: () => setActiveCountry(country),
    onPointerLeave: () => setActiveCountry(undefined),
    onFocus: () => setActiveCountry(country),
    onBlur: () => setActiveCountry(undefined),
    onClick: () => onPick(country),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      onPick(country)
    },
  })
  const box = regions[region]
  return (
    <Columns template={mapColumns} gap="12px 32px" align="center">
      <div>
        {isTouch && <RegionSelect region={region} onRegion={setRegion} />}
        <svg
          viewBox={box.join(' ')}
          className={styles.map}
          role={isTouch ? 'img' : 'group'}
          aria-label={text.map}
        >
          <CountriesWithoutMembers without={selectable} />
          {sortCountries([...selectable]).map(country => (
            <g key={country} {...(isTouch ? { 'aria-hidden': true } : buildCountryProps(country))}>
              <CountryShape country={country} step={getStep(country)} scale={box[2] / world.width} />
            </g>
          ))}
        </svg>
        {/* In the dark colour scheme, countries with more members have a lighter shade. */}
        <Group gap="8px 24px" justify="space-between" mt={12}>
          {!isTouch && (
            <Box component="span" mih={22} fz="sm" fw={600} aria-hidden>
              {activeCountry ? describeCountry(activeCountry) : text.mapHint}
            </Box>
          )}
          <MapShadeLegend starts={starts} highest={highest} />
        </Group>
      </div>
      <CountryMemberTable
        members={members}
        total={total}
        changes={changes}
        getStep={getStep}
        onPick={onPick}
      />
    </Columns>
  )
}
