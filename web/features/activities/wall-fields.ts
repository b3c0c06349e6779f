// What the fields for a day and an hour hold: the clock on the wall of a place, "2026-11-21T18:30". Half of one is kept
// while it is being typed: "2026-11-21T" and "T18:30".
import type { ActivityRow } from '#shared/contracts/activities.ts'
import { instantsOf } from '#shared/planned-times.ts'
import { momentsOfWall, wallTime } from '#shared/zones.ts'

export function splitWall(wall: string): { day: string; time: string } {
  const [day = '', time = ''] = wall.split('T')
  return { day, time }
}

export function joinWall({ day, time }: { day: string; time: string }): string {
  return day || time ? `${day}T${time}` : ''
}

const whole = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Whether a day and an hour are there, and the day exists. */
export function isWhole(wall: string): boolean {
  return whole.test(wall) && !Number.isNaN(Date.parse(`${wall}Z`))
}

/** The values of the time fields. `isSecond…`: the user chose the second occurrence of a time that comes twice. */
export interface TypedTimes {
  start: string
  end: string
  isSecondStart: boolean
  isSecondEnd: boolean
}

/** The fields of an activity before anything is typed: the planned times, not those that clocks show instead. */
export function typedTimes(activity: ActivityRow | undefined): TypedTimes {
  if (!activity) return { start: '', end: '', isSecondStart: false, isSecondEnd: false }
  const { startDate, endDate, startWall, endWall, timeZone } = activity
  const show = (date: string | null, wall: string | null | undefined) =>
    date ? (wall ?? wallTime(new Date(date), timeZone)).slice(0, 16) : ''
  const isSecond = (date: string | null, wall: string) =>
    date !== null &&
    momentsOfWall(wall, timeZone)[1]?.getTime() === Math.floor(Date.parse(date) / 60_000) * 60_000
  const [start, end] = [show(startDate, startWall), show(endDate, endWall)]
  return { start, end, isSecondStart: isSecond(startDate, start), isSecondEnd: isSecond(endDate, end) }
}

/** What is sent. An incomplete time is sent as "?", which the server and the form's schema refuse with a sentence. */
export function sentTimes({ start, end, isSecondStart, isSecondEnd }: TypedTimes, zone: string) {
  const chosen = (wall: string, isSecond: boolean) => (isSecond && momentsOfWall(wall, zone)[1]) || null
  const complete = (wall: string) => (isWhole(wall) ? wall : null)
  const walls = { startWall: complete(start), endWall: complete(end) }
  const { startDate, endDate } = instantsOf(walls, zone, {
    startDate: chosen(start, isSecondStart),
    endDate: chosen(end, isSecondEnd),
  })
  const send = (wall: string, date: Date | null) => (wall === '' ? '' : (date?.toISOString() ?? '?'))
  return {
    startDate: send(start, startDate),
    endDate: send(end, endDate),
    startWall: walls.startWall ?? '',
    endWall: walls.endWall ?? '',
  }
}

const plain = (wall: string) => Date.parse(`${wall}Z`)

/** As long after the new start as it was after the old one; before there was one: two hours. */
export function followStart(before: string, after: string, end: string): string {
  if (!whole.test(after) || (end !== '' && !whole.test(end))) return end
  const length = whole.test(before) && end !== '' ? plain(end) - plain(before) : 2 * 3_600_000
  if (end !== '' && !whole.test(before)) return end
  return new Date(plain(after) + length).toISOString().slice(0, 16)
}
