import { formatPeriodInZone } from '#shared/time/format-period.ts'
import { formatWallTime } from '#shared/time/time-zones.ts'

/** Formats a point in time as "Sab, 28 Nov, 8.00 mlm", on one line, and with the year unless it is the current one. */
export function formatDeadline(timestamp: string, zone: string): string {
  const getYear = (moment: Date) => formatWallTime(moment, zone).slice(0, 4)
  const isThisYear = getYear(new Date(timestamp)) === getYear(new Date())
  const time = formatPeriodInZone(
    { startDate: timestamp, endDate: null },
    zone,
    isThisYear ? 'brief' : 'short',
  )
  return time.replaceAll(' ', '\u00a0')
}
