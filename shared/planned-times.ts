// Converts between the planned wall times (local times) of an activity and instants.
// When a clock change skips the planned time, the activity takes place at another time on that day.
// The planned wall time is kept, because moving a series shifts the planned times.
import { shiftWall } from './repeat.ts'
import { momentOfWall, momentsOfWall, wallTime } from './zones.ts'

export interface Walls {
  startWall: string | null
  endWall: string | null
}

export interface Instants {
  startDate: Date | null
  endDate: Date | null
}

/** Reads a wall time as if it were UTC. PostgreSQL writes a space between date and time. */
const parseWall = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`)
const isSame = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()

const isShown = (instant: Date | null, wall: string, zone: string): instant is Date =>
  instant !== null && parseWall(wallTime(instant, zone)) === parseWall(wall)

/** Finds the end instant of an activity: never before the start, even if clocks change in between. */
function endInstant({ startWall, endWall }: Walls, start: Date | null, zone: string): Date {
  const wall = endWall?.replace(' ', 'T') ?? ''
  const moments = momentsOfWall(wall, zone)
  const possible = moments.length > 0 ? moments : [momentOfWall(wall, zone)]
  const first = possible.find(moment => !start || moment >= start)
  if (first) return first
  const length = start && startWall ? parseWall(wall) - parseWall(startWall) : -1
  return start && length >= 0 ? new Date(start.getTime() + length) : momentOfWall(wall, zone)
}

/**
 * Converts planned wall times to instants.
 * For a wall time that occurs twice, `current` selects the occurrence; the default is the first.
 * A wall time that clocks skip is moved behind the clock change, as in `getInstantOfWallTime`.
 */
export function instantsOf(
  walls: Walls,
  zone: string,
  current: Instants = { startDate: null, endDate: null },
): Instants {
  const { startWall, endWall } = walls
  const startDate =
    startWall === null || isShown(current.startDate, startWall, zone)
      ? startWall && current.startDate
      : momentOfWall(startWall.replace(' ', 'T'), zone)
  const isEndKept =
    endWall !== null &&
    isShown(current.endDate, endWall, zone) &&
    (!startDate || current.endDate >= startDate)
  const endDate = isEndKept ? current.endDate : endWall && endInstant(walls, startDate || null, zone)
  return { startDate: startDate || null, endDate: endDate || null }
}

/**
 * Returns the planned wall times of instants.
 * Wall times in `planned` are kept while they stand for these instants; otherwise the local time is returned.
 */
export function wallsOf(
  instants: Instants,
  zone: string,
  planned: Walls = { startWall: null, endWall: null },
): Walls {
  const { startDate, endDate } = instants
  const keeps = (walls: Walls, name: keyof Instants) =>
    isSame(instantsOf(walls, zone, instants)[name], instants[name])
  const isStartKept = planned.startWall !== null && keeps({ ...planned, endWall: null }, 'startDate')
  const startWall = startDate && (isStartKept ? planned.startWall : wallTime(startDate, zone))
  const isEndKept = planned.endWall !== null && keeps({ startWall, endWall: planned.endWall }, 'endDate')
  const endWall = endDate && (isEndKept ? planned.endWall : wallTime(endDate, zone))
  return { startWall: startWall && toLocal(startWall), endWall: endWall && toLocal(endWall) }
}

/** Normalizes a wall time to the form 2026-11-21T18:30:00.000. */
export const toLocal = (wall: string) => new Date(parseWall(wall)).toISOString().slice(0, -1)

/** Whether two wall times are equal, regardless of their notation. */
export const isSameWall = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : parseWall(a) === parseWall(b)

/** Moves an activity to a new start wall time and shifts its end by the same amount. */
export function moveWalls({ startWall: from, endWall }: Walls, startWall: string): Walls {
  return { startWall, endWall: from && endWall && shiftWall(toLocal(endWall), toLocal(from), startWall) }
}
