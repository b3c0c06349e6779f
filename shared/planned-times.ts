// The wall times an activity was planned for, and the instants they stand for. Where clocks skip the planned time, the
// activity is held at another time on that day; the planned time is kept, because a series is moved by it.
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

/** PostgreSQL writes a space between date and time. */
const plain = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`)
const isSame = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()

const isShown = (instant: Date | null, wall: string, zone: string): instant is Date =>
  instant !== null && plain(wallTime(instant, zone)) === plain(wall)

/** The end of an activity is not before its start, also where the clock is changed between the two. */
function endInstant({ startWall, endWall }: Walls, start: Date | null, zone: string): Date {
  const wall = endWall?.replace(' ', 'T') ?? ''
  const moments = momentsOfWall(wall, zone)
  const possible = moments.length > 0 ? moments : [momentOfWall(wall, zone)]
  const first = possible.find(moment => !start || moment >= start)
  if (first) return first
  const length = start && startWall ? plain(wall) - plain(startWall) : -1
  return start && length >= 0 ? new Date(start.getTime() + length) : momentOfWall(wall, zone)
}

/**
 * The instants of planned wall times. Where a time comes twice, `current` tells which of the two is meant; otherwise it is
 * the first. A time that clocks skip is as long after the change as it lies behind it (`momentOfWall`).
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
 * The planned wall times of these instants: those in `planned` as long as they stand for the instants, otherwise what the
 * clocks of the zone show.
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

/** 2026-11-21T18:30:00.000 */
export const toLocal = (wall: string) => new Date(plain(wall)).toISOString().slice(0, -1)

/** Whether two wall times are the same, however they are written. */
export const isSameWall = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : plain(a) === plain(b)

/** The same activity at another time: it starts at `startWall`, and its end moves along. */
export function moveWalls({ startWall: from, endWall }: Walls, startWall: string): Walls {
  return { startWall, endWall: from && endWall && shiftWall(toLocal(endWall), toLocal(from), startWall) }
}
