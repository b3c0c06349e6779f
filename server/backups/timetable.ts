// When a backup is due. Days and hours are those of Kuala Lumpur, which knows no summer time.
import { dayOf, startOfDay } from '#shared/calendar.ts'
import { homeZone, wallTime } from '#shared/zones.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The last moment at which one should have been made. `at`: minutes after midnight. */
export function lastSlot(now: Date, at: number): Date {
  const slot = startOfDay(dayOf(now)).getTime() + at * minute
  return new Date(slot <= now.getTime() ? slot : slot - day)
}

/** 2026-11-16-030000, by which files sort in the order of time. */
export function nameAt(now: Date): string {
  const [date, time = ''] = wallTime(now, homeZone).split('T')
  return `${date}-${time.slice(0, 8).replaceAll(':', '')}`
}
