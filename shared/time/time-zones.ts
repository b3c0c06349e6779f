// Time zones of countries and cities, and conversions between instants and wall times (local times).
// Time zone conversions use the time zone database of this machine.
// Planned wall times are binding: when time zone rules change, a job recomputes the instants of activities.
import type { Country } from '#shared/constants.ts'

/** Time zone of headquarters, used for activities without a club. */
export const headquartersTimeZone = 'Asia/Kuala_Lumpur'

/** Time zones of each country. The first one is the zone with most inhabitants. */
export const countryTimeZones: Record<Country, readonly [string, ...string[]]> = {
  'United Kingdom': ['Europe/London'],
  Australia: [
    'Australia/Sydney',
    'Australia/Brisbane',
    'Australia/Adelaide',
    'Australia/Darwin',
    'Australia/Perth',
  ],
  'United States': [
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Phoenix',
    'America/Los_Angeles',
    'America/Anchorage',
    'Pacific/Honolulu',
  ],
  Japan: ['Asia/Tokyo'],
  'South Korea': ['Asia/Seoul'],
  Germany: ['Europe/Berlin'],
  France: ['Europe/Paris'],
  Canada: [
    'America/Toronto',
    'America/Winnipeg',
    'America/Regina',
    'America/Edmonton',
    'America/Vancouver',
    'America/Halifax',
    'America/St_Johns',
  ],
  'New Zealand': ['Pacific/Auckland'],
  China: ['Asia/Shanghai'],
  Singapore: ['Asia/Singapore'],
  Indonesia: ['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura'],
}

/** University cities by time zone, for countries with several time zones. */
const townsByZone: Record<string, string> = {
  'Australia/Sydney': 'Sydney Melbourne Canberra Hobart Wollongong Newcastle Geelong',
  'Australia/Brisbane': 'Brisbane Cairns Townsville',
  'Australia/Adelaide': 'Adelaide',
  'Australia/Darwin': 'Darwin',
  'Australia/Perth': 'Perth',
  'America/New_York':
    'Boston Atlanta Columbus Bloomington Pittsburgh Philadelphia Baltimore Washington Miami Buffalo Detroit',
  'America/Chicago': 'Chicago Madison Minneapolis Urbana Champaign Austin Houston Dallas',
  'America/Denver': 'Denver Boulder',
  'America/Phoenix': 'Phoenix Tempe Tucson',
  'America/Los_Angeles': 'Seattle Portland Berkeley Davis Irvine Stanford',
  'America/Toronto': 'Toronto Montreal Ottawa Waterloo Kingston Hamilton Quebec',
  'America/Winnipeg': 'Winnipeg',
  'America/Regina': 'Regina Saskatoon',
  'America/Edmonton': 'Edmonton Calgary',
  'America/Vancouver': 'Vancouver Victoria Burnaby',
  'America/Halifax': 'Halifax Fredericton',
  'Asia/Jakarta': 'Jakarta Bandung Yogyakarta Surabaya Medan Padang Semarang Malang Bogor Depok',
  'Asia/Makassar': 'Makassar Denpasar Manado',
  'Asia/Jayapura': 'Jayapura Ambon',
}
/** Time zones of cities with two-word names, which the space-separated lists of cities cannot hold. */
const longTowns: Record<string, string> = {
  'gold coast': 'Australia/Brisbane',
  'new york': 'America/New_York',
  'ann arbor': 'America/New_York',
  'state college': 'America/New_York',
  'west lafayette': 'America/New_York',
  'new haven': 'America/New_York',
  'iowa city': 'America/Chicago',
  'st louis': 'America/Chicago',
  'los angeles': 'America/Los_Angeles',
  'san francisco': 'America/Los_Angeles',
  'san diego': 'America/Los_Angeles',
}

const townZones = new Map([
  ...Object.entries(townsByZone).flatMap(([zone, towns]) =>
    towns.split(' ').map((town): [string, string] => [town.toLowerCase(), zone]),
  ),
  ...Object.entries(longTowns),
])

/** Finds the time zone of a city; undefined when the country has several zones and the city is unknown. */
export function findTimeZone(country: Country, city?: string | null): string | undefined {
  const zones = countryTimeZones[country]
  if (zones.length === 1) return zones[0]
  const zone = townZones.get((city ?? '').trim().toLowerCase())
  return zone && zones.includes(zone) ? zone : undefined
}

/** Whether this machine supports a time zone of this name, including offsets and abbreviations. */
export function isSupportedTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Whether the name is a location in the time zone database. Others, such as offsets, lack summer time. */
export function isNamedTimeZone(name: string): boolean {
  const isPlace = /^[A-Z][A-Za-z]+(\/[A-Za-z0-9_+-]+){1,2}$/.test(name) && !name.startsWith('Etc/')
  return isPlace && isSupportedTimeZone(name)
}

/** Returns the city of a time zone: London for Europe/London. */
export function getZoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  formats.set(zone, format)
  return format
}

/** Returns the UTC offset of a time zone at an instant in milliseconds; positive is ahead of UTC. */
export function getUtcOffsetAt(instant: Date, zone: string): number {
  const part = Object.fromEntries(
    getFormat(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day, hour, minute, second } = part
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return wall - Math.floor(instant.getTime() / 1000) * 1000
}

/** Formats the local time of an instant in a time zone: 2026-11-21T18:30:00.000, without a zone. */
export function formatWallTime(instant: Date, zone: string): string {
  return new Date(instant.getTime() + getUtcOffsetAt(instant, zone)).toISOString().slice(0, -1)
}

const day = 86_400_000

function offsetsAround(wall: string, zone: string): { plain: number; before: number; after: number } {
  const plain = Date.parse(`${wall}Z`)
  return {
    plain,
    before: getUtcOffsetAt(new Date(plain - day), zone),
    after: getUtcOffsetAt(new Date(plain + day), zone),
  }
}

/** Finds the instants at which clocks show this wall time: none if skipped, two if it occurs twice. */
export function findInstantsOfWallTime(wall: string, zone: string): Date[] {
  if (Number.isNaN(Date.parse(`${wall}Z`))) return []
  const { plain, before, after } = offsetsAround(wall, zone)
  const shows = (moment: number) => moment + getUtcOffsetAt(new Date(moment), zone) === plain
  const moments = [...new Set([plain - before, plain - after])].filter(shows)
  return moments.sort((a, b) => a - b).map(moment => new Date(moment))
}

/** Whether the wall time of an instant occurs twice in the zone because clocks are set back. */
export function isWallTimeAmbiguous(instant: Date, zone: string): boolean {
  return findInstantsOfWallTime(formatWallTime(instant, zone), zone).length > 1
}

/**
 * Returns the instant at which clocks in the zone show this wall time.
 * For a wall time that occurs twice, the first instant is returned.
 * For a wall time that clocks skip, the offset before the clock change is used.
 */
export function getInstantOfWallTime(wall: string, zone: string): Date {
  if (Number.isNaN(Date.parse(`${wall}Z`))) return new Date(Number.NaN)
  const [first] = findInstantsOfWallTime(wall, zone)
  if (first) return first
  const { plain, before } = offsetsAround(wall, zone)
  return new Date(plain - before)
}
