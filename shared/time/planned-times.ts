// Converts the planned local times (wall times) of an activity to points in time (instants), and back.
// When clocks are set forward over the planned time, the activity takes place at a later time on that day.
// A planned time that clocks skip is stored unchanged, because moving a series of activities starts from it.
import { shiftWallTime } from './repetitions.ts'
import { findInstantsOfWallTime, formatWallTime, getInstantOfWallTime } from './time-zones.ts'

export interface WallTimes {
  startWall: string | null
  endWall: string | null
}

export interface Instants {
  startDate: Date | null
  endDate: Date | null
}

/** Parses a wall time (local time) as if it were UTC. PostgreSQL writes a space between its date and time. */
const parseWallTime = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`)
const isSameInstant = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()

const doesInstantShowWallTime = (instant: Date | null, wall: string, zone: string): instant is Date =>
  instant !== null && parseWallTime(formatWallTime(instant, zone)) === parseWallTime(wall)

/** Finds the end of an activity as an instant. It is never before the start, even if clocks change in between. */
function findEndInstant({ startWall, endWall }: WallTimes, start: Date | null, zone: string): Date {
  const wall = endWall?.replace(' ', 'T') ?? ''
  const moments = findInstantsOfWallTime(wall, zone)
  const possible = moments.length > 0 ? moments : [getInstantOfWallTime(wall, zone)]
  const first = possible.find(moment => !start || moment >= start)
  if (first) return first
  const length = start && startWall ? parseWallTime(wall) - parseWallTime(startWall) : -1
  return start && length >= 0 ? new Date(start.getTime() + length) : getInstantOfWallTime(wall, zone)
}

/**
 * Converts planned wall times (local times) to instants. For a wall time that occurs twice, `current` selects the
 * occurrence; the default is the first. A wall time that clocks skip becomes a time after the clock change, as in
 * `getInstantOfWallTime`.
 */
export function convertWallTimesToInstants(
  walls: WallTimes,
  zone: string,
  current: Instants = { startDate: null, endDate: null },
): Instants {
  const { startWall, endWall } = walls
  const startDate =
    startWall === null || doesInstantShowWallTime(current.startDate, startWall, zone)
      ? startWall && current.startDate
      : getInstantOfWallTime(startWall.replace(' ', 'T'), zone)
  const isEndKept =
    endWall !== null &&
    doesInstantShowWallTime(current.endDate, endWall, zone) &&
    (!startDate || current.endDate >= startDate)
  const endDate = isEndKept ? current.endDate : endWall && findEndInstant(walls, startDate || null, zone)
  return { startDate: startDate || null, endDate: endDate || null }
}

/**
 * Returns the planned wall times (local times) for instants. A planned wall time is returned if it still stands for its
 * instant; otherwise the local time of the instant is returned.
 */
export function convertInstantsToPlannedWallTimes(
  instants: Instants,
  zone: string,
  planned: WallTimes = { startWall: null, endWall: null },
): WallTimes {
  const { startDate, endDate } = instants
  const isWallTimeKept = (walls: WallTimes, name: keyof Instants) =>
    isSameInstant(convertWallTimesToInstants(walls, zone, instants)[name], instants[name])
  const isStartKept = planned.startWall !== null && isWallTimeKept({ ...planned, endWall: null }, 'startDate')
  const startWall = startDate && (isStartKept ? planned.startWall : formatWallTime(startDate, zone))
  const isEndKept =
    planned.endWall !== null && isWallTimeKept({ startWall, endWall: planned.endWall }, 'endDate')
  const endWall = endDate && (isEndKept ? planned.endWall : formatWallTime(endDate, zone))
  return {
    startWall: startWall && normalizeWallTime(startWall),
    endWall: endWall && normalizeWallTime(endWall),
  }
}

/** Normalizes a wall time (local time) to the form 2026-11-21T18:30:00.000. */
export const normalizeWallTime = (wall: string) => new Date(parseWallTime(wall)).toISOString().slice(0, -1)

/** Whether two wall times (local times) are equal even if they are written differently. */
export const isSameWallTime = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : parseWallTime(a) === parseWallTime(b)

/** Moves an activity to a new start wall time and shifts its end by the same amount. */
export function shiftWallTimesToNewStart(
  { startWall: from, endWall }: WallTimes,
  startWall: string,
): WallTimes {
  return {
    startWall,
    endWall: from && endWall && shiftWallTime(normalizeWallTime(endWall), normalizeWallTime(from), startWall),
  }
}
