// Formats dates in a time zone. The time zones' tables are in other files, so that the dashboard loads less code.
import { dateText } from '#texts/dates.ts'

export type DayFormat = 'short' | 'long' | 'brief'

/** Returns the calendar date in a time zone as a Date, whose UTC day, month and year are those of the calendar date. */
function getDayInZone(moment: Date, zone: string): Date {
  // The Swedish locale formats dates in the form of ISO 8601, such as 2026-11-21.
  return new Date(new Intl.DateTimeFormat('sv', { timeZone: zone }).format(moment))
}

const getMonth = (day: Date) => dateText.months[day.getUTCMonth()] ?? ''

/** Returns the short names of month and weekday of a date in a time zone: "Nov" and "Sab". */
export function getShortMonthAndWeekday(moment: Date, zone: string): { month: string; weekday: string } {
  const day = getDayInZone(moment, zone)
  return {
    month: dateText.shortMonths[day.getUTCMonth()] ?? '',
    weekday: dateText.shortWeekdays[day.getUTCDay()] ?? '',
  }
}

/** Formats a date in three styles: short "Sab, 21 Nov 2026", long "Sabtu, 21 November 2026", brief "Sab, 21 Nov". */
export function formatDayInZone(moment: Date, zone: string, form: DayFormat = 'short'): string {
  const day = getDayInZone(moment, zone)
  const [date, year] = [day.getUTCDate(), day.getUTCFullYear()]
  if (form === 'long') return `${dateText.weekdays[day.getUTCDay()]}, ${date} ${getMonth(day)} ${year}`
  const { month, weekday } = getShortMonthAndWeekday(moment, zone)
  return `${weekday}, ${date} ${month}${form === 'brief' ? '' : ` ${year}`}`
}

/** Formats the date of an instant in a time zone as 2026-11-21, independently of the user's language. */
export const formatIsoDayInZone = (moment: Date, zone: string): string =>
  getDayInZone(moment, zone).toISOString().slice(0, 10)

/** Formats a date such as 2026-11-21 like `formatDayInZone`. Any other text is returned unchanged. */
export function formatIsoDateForReader(day: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(day) ? formatDayInZone(new Date(day), 'UTC') : day
}
