// Days as a calendar has them, "2026-11-21", without a zone; an activity is on the days that it has where it takes place.
import type { ActivityRow } from '#shared/contracts/activities.ts'
import { wallTime } from '#shared/zones.ts'

const length = 86_400_000
const plain = (day: string) => Date.parse(`${day}T00:00:00Z`)

export function addDays(day: string, count: number): string {
  return new Date(plain(day) + count * length).toISOString().slice(0, 10)
}

export function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + count)
  return date.toISOString().slice(0, 7)
}

/** Today, where whoever looks is. */
export function today(zone: string): string {
  return wallTime(new Date(), zone).slice(0, 10)
}

/** Whole weeks, from Monday on, that hold the month. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const weekday = (new Date(plain(first)).getUTCDay() + 6) % 7
  const start = addDays(first, -weekday)
  const days =
    Math.ceil((weekday + new Date(plain(`${addMonths(month, 1)}-01`) - length).getUTCDate()) / 7) * 7
  return Array.from({ length: days / 7 }, (_, week) =>
    Array.from({ length: 7 }, (_day, index) => addDays(start, week * 7 + index)),
  )
}

/** No calendar gets longer by one that goes on for ever. */
const mostDays = 42

export function daysOf({ startDate, endDate, timeZone }: ActivityRow): string[] {
  const from = startDate ?? endDate
  if (!from) return []
  const first = wallTime(new Date(from), timeZone).slice(0, 10)
  // What ends at midnight does not reach into the day that begins there.
  const last = endDate ? wallTime(new Date(Date.parse(endDate) - 1), timeZone).slice(0, 10) : first
  const days = [first]
  while ((days.at(-1) ?? '') < last && days.length < mostDays) days.push(addDays(days.at(-1) ?? '', 1))
  return days
}

/** By day, in the order in which they come; each on all of its days. */
export function groupByDay(rows: ActivityRow[]): Map<string, ActivityRow[]> {
  const days = new Map<string, ActivityRow[]>()
  for (const row of rows) for (const day of daysOf(row)) days.set(day, [...(days.get(day) ?? []), row])
  return days
}
