// Dates of repeated activities. Each repetition has the same wall time (local time), even after clock changes.
import type { RepeatKind } from '#shared/constants.ts'

const day = 86_400_000
const parseWallTime = (wall: string) => Date.parse(`${wall}Z`)
const formatWallTime = (time: number) => new Date(time).toISOString().slice(0, -1)

/** Adds months to a wall time (local time). In a month without that day, the result is the last day of the month. */
function addMonths(wall: string, count: number): number {
  const date = new Date(parseWallTime(wall))
  const dayOfMonth = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(dayOfMonth, last))
  return date.getTime()
}

/**
 * Returns the wall time (local time) of the repetition with this number; 0 is the first date. Monthly dates are
 * computed from the first date, so a series on the 31st returns to the 31st after a short month.
 */
export function calculateWallTimeOfNthRepetition(wall: string, every: RepeatKind, count: number): string {
  if (every === 'month') return formatWallTime(addMonths(wall, count))
  return formatWallTime(parseWallTime(wall) + count * (every === 'week' ? 7 : 14) * day)
}

/** Shifts a wall time (local time) by the difference between the wall times `from` and `to`. */
export function shiftWallTime(wall: string, from: string, to: string): string {
  return formatWallTime(parseWallTime(wall) + parseWallTime(to) - parseWallTime(from))
}
