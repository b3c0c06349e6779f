// A time zone as calendars want it (RFC 5545): every change of its clocks in the years that matter, by the rules known here.
import { offsetAt, wallTime } from '#shared/zones.ts'

const day = 86_400_000
const second = 1000

interface Change {
  at: number
  from: number
  to: number
}

/** The moment between the two at which the clocks were changed. */
function bisect(zone: string, before: number, after: number): number {
  const old = offsetAt(new Date(before), zone)
  let [low, high] = [before, after]
  while (high - low > second) {
    const middle = Math.floor((low + high) / 2 / second) * second
    if (offsetAt(new Date(middle), zone) === old) low = middle
    else high = middle
  }
  return high
}

function findChanges(zone: string, year: number): Change[] {
  const changes: Change[] = []
  const end = Date.UTC(year + 1, 0, 1)
  for (let at = Date.UTC(year, 0, 1); at < end; at += 7 * day) {
    const next = Math.min(at + 7 * day, end)
    const [from, to] = [offsetAt(new Date(at), zone), offsetAt(new Date(next), zone)]
    if (from !== to) changes.push({ at: bisect(zone, at, next), from, to })
  }
  return changes
}

const known = new Map<string, Change[]>()

function changesOf(zone: string, year: number): Change[] {
  const key = `${zone} ${year}`
  const changes = known.get(key) ?? findChanges(zone, year)
  known.set(key, changes)
  return changes
}

function showOffset(offset: number): string {
  const minutes = Math.abs(offset) / 60_000
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}${two(minutes % 60)}`
}

/** 20261121T183000 */
export function showWall(wall: string): string {
  return wall.slice(0, 19).replaceAll(/[-:]/g, '')
}

function observance(kind: string, wall: string, from: number, to: number): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${showWall(wall)}`,
    `TZOFFSETFROM:${showOffset(from)}`,
    `TZOFFSETTO:${showOffset(to)}`,
    `END:${kind}`,
  ]
}

/** From the beginning of the first year to the end of the last. */
export function zoneLines(zone: string, firstYear: number, lastYear: number): string[] {
  const start = new Date(Date.UTC(firstYear, 0, 1))
  const offset = offsetAt(start, zone)
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index)
  const changes = years.flatMap(year => changesOf(zone, year))
  const lowest = Math.min(offset, ...changes.map(({ to }) => to))
  const kindOf = (to: number) => (to > lowest ? 'DAYLIGHT' : 'STANDARD')
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observance(kindOf(offset), wallTime(start, zone), offset, offset),
    ...changes.flatMap(({ at, from, to }) =>
      // By the clock as it stood before the change.
      observance(kindOf(to), new Date(at + from).toISOString(), from, to),
    ),
    'END:VTIMEZONE',
  ]
}
