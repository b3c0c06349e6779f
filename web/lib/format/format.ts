// Formats numbers, dates and times in the language of the page, without the browser's Intl.
// The browser's Intl is not used, because its first use on an old phone takes over 100 ms on every page.
// A test compares the output of the functions in format.ts with that of the browser's Intl.
import { formatNumber } from '#shared/language/formatters.ts'
import { formatTimeOfDay } from '#shared/time/format-time-of-day.ts'
import { dateText } from '#texts/dates.ts'

export { formatNumber }

const monthName = (date: Date) => dateText.months[date.getMonth()] ?? ''
const shortMonth = (date: Date) => dateText.shortMonths[date.getMonth()] ?? ''

/** Returns the time zone of the viewer's device. */
export function getViewerTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Parses a date such as 2026-11-15 as midnight in the viewer's time zone. */
const getLocalMidnight = (day: string) => new Date(`${day}T00:00:00`)

/** Formats a timestamp as date and time in the viewer's time zone, such as "15 Nov 2026, 10.32 pg". */
export function formatDateTime(timestamp: string): string {
  return `${formatDate(timestamp)}, ${formatTime(timestamp)}`
}

/** Formats a timestamp as a date in the viewer's time zone, such as "15 Nov 2026". */
export function formatDate(timestamp: string): string {
  const date = new Date(timestamp)
  return `${date.getDate()} ${shortMonth(date)} ${date.getFullYear()}`
}

/** Formats a timestamp as month and year, such as "November 2026". */
export function formatMonthAndYear(timestamp: string): string {
  const date = new Date(timestamp)
  return `${monthName(date)} ${date.getFullYear()}`
}

/** Formats a timestamp as a time in the viewer's time zone, such as "10.32 pg" (Malay for 10.32 a.m.). */
export function formatTime(timestamp: string | number): string {
  const date = new Date(timestamp)
  return formatTimeOfDay(date.getHours(), date.getMinutes())
}

/** Formats a month: 2026-11 becomes "Nov 2026". */
export function formatShortMonth(month: string, year: 'numeric' | '2-digit' = 'numeric'): string {
  return `${shortMonth(getLocalMidnight(`${month}-01`))} ${year === 'numeric' ? month.slice(0, 4) : month.slice(2, 4)}`
}

/** Formats a date without its year: 2026-11-15 becomes "15 Nov". */
export function formatDayAndMonth(day: string): string {
  const date = getLocalMidnight(day)
  return `${date.getDate()} ${shortMonth(date)}`
}

const formatWithWeekday = (date: Date) =>
  `${dateText.weekdays[date.getDay()]}, ${date.getDate()} ${monthName(date)} ${date.getFullYear()}`

/** Formats a date with its weekday: 2026-11-15 becomes "Ahad, 15 November 2026". */
export function formatDateWithWeekday(day: string): string {
  return formatWithWeekday(getLocalMidnight(day))
}

/** Returns the start of a date in the viewer's time zone. `daysOn` = 1 gives the start of the next date. */
export function getStartOfLocalDay(day: string | undefined, daysOn = 0): string | undefined {
  if (!day) return undefined
  const date = getLocalMidnight(day)
  date.setDate(date.getDate() + daysOn)
  return date.toISOString()
}

/** Formats a calendar date that does not depend on a time zone, such as "31 Jan 2026". */
export function formatCalendarDate(day: string | undefined): string | undefined {
  return day && formatDate(getStartOfLocalDay(day) ?? day)
}

/** Formats a file size in bytes, such as "1.4 MB". */
export function formatFileSize(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${formatNumber(value, 1)} ${unit}`
}

export function isSameDay(a: string | Date, b: string | Date): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString()
}

/** Returns the word "today" or "yesterday" for a timestamp of these days, and undefined for any other day. */
function getRelativeDay(timestamp: string): 'today' | 'yesterday' | undefined {
  const yesterday = new Date()
  yesterday.setDate(yesterday.getDate() - 1)
  if (isSameDay(timestamp, new Date())) return 'today'
  return isSameDay(timestamp, yesterday) ? 'yesterday' : undefined
}

/** Formats a timestamp as "Hari ini" (today), "Semalam" (yesterday), or the full date. */
export function formatRelativeDate(timestamp: string): string {
  const day = getRelativeDay(timestamp)
  return day ? dateText[day] : formatWithWeekday(new Date(timestamp))
}

/** Formats a timestamp for a list: the time if it is today, "Semalam" (yesterday), or else a short date. */
export function formatTimestampAsTimeOrDate(timestamp: string): string {
  const day = getRelativeDay(timestamp)
  if (day) return day === 'today' ? formatTime(timestamp) : dateText.yesterday
  const date = new Date(timestamp)
  const padTwo = (part: number) => String(part).padStart(2, '0')
  return `${date.getDate()}/${padTwo(date.getMonth() + 1)}/${padTwo(date.getFullYear() % 100)}`
}

/** Formats a count for a badge, which has room for two digits, such as 99+. */
export function formatBadgeCount(count: number): string {
  return count > 99 ? '99+' : String(count)
}

/** Builds the tel: URL of a phone number. */
export function buildTelUrl(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`
}
