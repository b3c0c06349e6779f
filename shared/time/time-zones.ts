// Converts between instants and wall times (local times) by the time zone database of this machine.
// The planned wall time (local time) of an activity is authoritative, and its instant is computed.
// When time zone rules change, a job computes the instants of planned activities again.

/** Time zone of headquarters, used for activities without a club. */
export const headquartersTimeZone = 'Asia/Kuala_Lumpur'

/** Whether this machine knows a time zone with this name. UTC offsets and abbreviations are accepted, too. */
export function isSupportedTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Whether the time zone is named after a location. Others, such as UTC offsets, have no daylight saving time. */
export function isTimeZoneNamedAfterLocation(name: string): boolean {
  const isPlace = /^[A-Z][A-Za-z]+(\/[A-Za-z0-9_+-]+){1,2}$/.test(name) && !name.startsWith('Etc/')
  return isPlace && isSupportedTimeZone(name)
}

/** Returns the city of a time zone: London for Europe/London. */
export function getCityOfTimeZone(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

const formats = new Map<string, Intl.DateTimeFormat>()

function getCachedFormat(zone: string): Intl.DateTimeFormat {
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

/** Returns the UTC offset of a time zone at an instant, in milliseconds. An offset ahead of UTC is positive. */
export function getUtcOffsetAt(instant: Date, zone: string): number {
  const part = Object.fromEntries(
    getCachedFormat(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day, hour, minute, second } = part
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return wall - Math.floor(instant.getTime() / 1000) * 1000
}

/** Formats the local time of an instant in a time zone as 2026-11-21T18:30:00.000, without a zone. */
export function formatWallTime(instant: Date, zone: string): string {
  return new Date(instant.getTime() + getUtcOffsetAt(instant, zone)).toISOString().slice(0, -1)
}

const day = 86_400_000

function listOffsetsAround(wall: string, zone: string): { plain: number; before: number; after: number } {
  const plain = Date.parse(`${wall}Z`)
  return {
    plain,
    before: getUtcOffsetAt(new Date(plain - day), zone),
    after: getUtcOffsetAt(new Date(plain + day), zone),
  }
}

/**
 * Finds the instants at which clocks show this wall time (local time): none if clocks skip it, two if it occurs twice.
 */
export function findInstantsOfWallTime(wall: string, zone: string): Date[] {
  if (Number.isNaN(Date.parse(`${wall}Z`))) return []
  const { plain, before, after } = listOffsetsAround(wall, zone)
  const doesInstantShowWallTime = (moment: number) =>
    moment + getUtcOffsetAt(new Date(moment), zone) === plain
  const moments = [...new Set([plain - before, plain - after])].filter(doesInstantShowWallTime)
  return moments.sort((a, b) => a - b).map(moment => new Date(moment))
}

/** Whether the wall time (local time) of an instant occurs twice in the zone because clocks are set back. */
export function isWallTimeAmbiguous(instant: Date, zone: string): boolean {
  return findInstantsOfWallTime(formatWallTime(instant, zone), zone).length > 1
}

/**
 * Returns the instant at which clocks in the zone show this wall time (local time). For a wall time that occurs twice,
 * the first instant is returned. For a wall time that clocks skip, the offset before the clock change is used.
 */
export function getInstantOfWallTime(wall: string, zone: string): Date {
  if (Number.isNaN(Date.parse(`${wall}Z`))) return new Date(Number.NaN)
  const [first] = findInstantsOfWallTime(wall, zone)
  if (first) return first
  const { plain, before } = listOffsetsAround(wall, zone)
  return new Date(plain - before)
}
