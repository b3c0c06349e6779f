// A calendar day is a string such as "2026-11-21", without a time zone.
// An activity is listed on every day that it covers in its own time zone.
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { formatWallTime } from '#shared/time/time-zones.ts'

const millisecondsPerDay = 86_400_000
const parseIsoDay = (day: string) => Date.parse(`${day}T00:00:00Z`)

export function addDays(day: string, count: number): string {
  return new Date(parseIsoDay(day) + count * millisecondsPerDay).toISOString().slice(0, 10)
}

export function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + count)
  return date.toISOString().slice(0, 7)
}

/** Returns today's calendar day in the given time zone. */
export function getTodayAsIsoDay(zone: string): string {
  return formatWallTime(new Date(), zone).slice(0, 10)
}

/** Returns the weeks of a month in a calendar, from Monday to Sunday. */
export function listWeeksOfMonth(month: string): string[][] {
  const first = `${month}-01`
  const weekday = (new Date(parseIsoDay(first)).getUTCDay() + 6) % 7
  const start = addDays(first, -weekday)
  const days =
    Math.ceil(
      (weekday + new Date(parseIsoDay(`${addMonths(month, 1)}-01`) - millisecondsPerDay).getUTCDate()) / 7,
    ) * 7
  return Array.from({ length: days / 7 }, (_, week) =>
    Array.from({ length: 7 }, (_day, index) => addDays(start, week * 7 + index)),
  )
}

/** Maximum number of calendar days on which one activity is listed, even if it lasts for years. */
const maxDays = 42

export function listCalendarDaysOfActivity({ startDate, endDate, timeZone }: ActivityRow): string[] {
  const from = startDate ?? endDate
  if (!from) return []
  const first = formatWallTime(new Date(from), timeZone).slice(0, 10)
  // An activity that ends at midnight is not listed on the following day.
  const last = endDate ? formatWallTime(new Date(Date.parse(endDate) - 1), timeZone).slice(0, 10) : first
  const days = [first]
  while ((days.at(-1) ?? '') < last && days.length < maxDays) days.push(addDays(days.at(-1) ?? '', 1))
  return days
}

/** Groups activities by day, in their given order. An activity of several days is listed on each of them. */
export function groupActivitiesByDay(rows: ActivityRow[]): Map<string, ActivityRow[]> {
  const days = new Map<string, ActivityRow[]>()
  for (const row of rows)
    for (const day of listCalendarDaysOfActivity(row)) days.set(day, [...(days.get(day) ?? []), row])
  return days
}
