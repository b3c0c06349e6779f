// Times of scheduled backups are in the time zone of Kuala Lumpur, which has no daylight saving time.
import { formatIsoDay, getStartOfDay } from '#shared/time/kuala-lumpur-calendar.ts'
import { formatWallTime, headquartersTimeZone } from '#shared/time/time-zones.ts'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Returns the latest time before `now` at which a backup was due. `at` is the daily backup time in minutes after
 * midnight.
 */
export function findLastDueBackupTime(now: Date, at: number): Date {
  const slot = getStartOfDay(formatIsoDay(now)).getTime() + at * minute
  return new Date(slot <= now.getTime() ? slot : slot - day)
}

/** Formats the time of a backup as 2026-11-16-030000, so that file names sort by time. */
export function formatBackupName(now: Date): string {
  const [date, time = ''] = formatWallTime(now, headquartersTimeZone).split('T')
  return `${date}-${time.slice(0, 8).replaceAll(':', '')}`
}
