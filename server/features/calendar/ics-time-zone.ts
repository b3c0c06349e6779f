// Writes a time zone in the iCalendar format (RFC 5545): all clock changes in a range of years.
// Clock changes are found by bisection with the time zone database of this machine.
import { formatWallTime, getUtcOffsetAt } from '#shared/time/time-zones.ts'

const day = 86_400_000
const second = 1000

interface Change {
  at: number
  from: number
  to: number
}

/** Finds the instant of a clock change between two instants by bisection. */
function findOffsetChange(zone: string, before: number, after: number): number {
  const old = getUtcOffsetAt(new Date(before), zone)
  let [low, high] = [before, after]
  while (high - low > second) {
    const middle = Math.floor((low + high) / 2 / second) * second
    if (getUtcOffsetAt(new Date(middle), zone) === old) low = middle
    else high = middle
  }
  return high
}

function findOffsetChanges(zone: string, year: number): Change[] {
  const changes: Change[] = []
  const end = Date.UTC(year + 1, 0, 1)
  for (let at = Date.UTC(year, 0, 1); at < end; at += 7 * day) {
    const next = Math.min(at + 7 * day, end)
    const [from, to] = [getUtcOffsetAt(new Date(at), zone), getUtcOffsetAt(new Date(next), zone)]
    if (from !== to) changes.push({ at: findOffsetChange(zone, at, next), from, to })
  }
  return changes
}

const cache = new Map<string, Change[]>()

function getOffsetChanges(zone: string, year: number): Change[] {
  const key = `${zone} ${year}`
  const changes = cache.get(key) ?? findOffsetChanges(zone, year)
  cache.set(key, changes)
  return changes
}

function formatIcsOffset(offset: number): string {
  const minutes = Math.abs(offset) / 60_000
  const padToTwoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${padToTwoDigits(minutes / 60)}${padToTwoDigits(minutes % 60)}`
}

/** Formats a wall time for iCalendar: 20261121T183000. */
export function formatIcsWallTime(wall: string): string {
  return wall.slice(0, 19).replaceAll(/[-:]/g, '')
}

function buildIcsObservance(kind: string, wall: string, from: number, to: number): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${formatIcsWallTime(wall)}`,
    `TZOFFSETFROM:${formatIcsOffset(from)}`,
    `TZOFFSETTO:${formatIcsOffset(to)}`,
    `END:${kind}`,
  ]
}

/** Builds the VTIMEZONE lines of a time zone from the start of the first year to the end of the last year. */
export function buildIcsTimeZoneLines(zone: string, firstYear: number, lastYear: number): string[] {
  const start = new Date(Date.UTC(firstYear, 0, 1))
  const offset = getUtcOffsetAt(start, zone)
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index)
  const changes = years.flatMap(year => getOffsetChanges(zone, year))
  const lowest = Math.min(offset, ...changes.map(({ to }) => to))
  const getObservanceKind = (to: number) => (to > lowest ? 'DAYLIGHT' : 'STANDARD')
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...buildIcsObservance(getObservanceKind(offset), formatWallTime(start, zone), offset, offset),
    ...changes.flatMap(({ at, from, to }) =>
      // iCalendar states the start of a time zone period in the local time before the clock change.
      buildIcsObservance(getObservanceKind(to), new Date(at + from).toISOString(), from, to),
    ),
    'END:VTIMEZONE',
  ]
}
