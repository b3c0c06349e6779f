// What the fields for a day and an hour hold: the clock on the wall of a place, "2026-11-21T18:30". Half of one is kept
// while it is being typed: "2026-11-21T" and "T18:30".
import { momentOfWall, wallTime } from '#shared/zones.ts'

export function splitWall(wall: string): { day: string; time: string } {
  const [day = '', time = ''] = wall.split('T')
  return { day, time }
}

export function joinWall({ day, time }: { day: string; time: string }): string {
  return day || time ? `${day}T${time}` : ''
}

const whole = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** The moment as it is sent. Half of one is none, and said to be: it will be refused with a sentence. */
export function sendWall(wall: string, zone: string): string {
  if (wall === '') return ''
  const moment = whole.test(wall) ? momentOfWall(wall, zone) : new Date(Number.NaN)
  return Number.isNaN(moment.getTime()) ? '?' : moment.toISOString()
}

export function showWall(moment: string | null | undefined, zone: string): string {
  return moment ? wallTime(new Date(moment), zone).slice(0, 16) : ''
}

const plain = (wall: string) => Date.parse(`${wall}Z`)

/** As long after the new start as it was after the old one; before there was one: two hours. */
export function followStart(before: string, after: string, end: string): string {
  if (!whole.test(after) || (end !== '' && !whole.test(end))) return end
  const length = whole.test(before) && end !== '' ? plain(end) - plain(before) : 2 * 3_600_000
  if (end !== '' && !whole.test(before)) return end
  return new Date(plain(after) + length).toISOString().slice(0, 16)
}
