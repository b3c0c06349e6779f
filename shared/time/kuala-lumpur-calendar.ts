/** UTC offset of Kuala Lumpur in ms, without daylight saving time. All dates in this file are local dates. */
const offset = 8 * 3_600_000
const day = 86_400_000

/** Returns the first instant, in Kuala Lumpur, of the month that is `months` after the month of `date`. */
export function getStartOfMonth(date: Date, months = 0): Date {
  const local = new Date(date.getTime() + offset)
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1) - offset)
}

/** Returns the calendar year in Kuala Lumpur, which membership numbers contain. */
export function getYearInKualaLumpur(date: Date): number {
  return new Date(date.getTime() + offset).getUTCFullYear()
}

/** Formats the month of an instant in Kuala Lumpur as 2026-11. */
export function formatIsoMonthInKualaLumpur(date: Date): string {
  return formatIsoDay(date).slice(0, 7)
}

/** Formats the day of an instant in Kuala Lumpur as 2026-11-15. */
export function formatIsoDay(date: Date): string {
  return new Date(date.getTime() + offset).toISOString().slice(0, 10)
}

/** Returns the first instant of a day such as 2026-11-15 in Kuala Lumpur. */
export function getStartOfDay(text: string): Date {
  return new Date(Date.parse(text) - offset)
}

/** Returns the first instant after a day such as 2026-11-15 in Kuala Lumpur. */
export function getEndOfDay(text: string): Date {
  return new Date(getStartOfDay(text).getTime() + day)
}

/** Lists `count` consecutive months. The last one is the month of `date`. */
export function listMonthsUpTo(date: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    formatIsoMonthInKualaLumpur(getStartOfMonth(date, index + 1 - count)),
  )
}

/** Lists all days from the day of `first` to the day of `last`, including both. */
export function listDaysInPeriod(first: Date, last: Date): string[] {
  const [from, to] = [Date.parse(formatIsoDay(first)), Date.parse(formatIsoDay(last))]
  return Array.from({ length: Math.round((to - from) / day) + 1 }, (_, index) =>
    new Date(from + index * day).toISOString().slice(0, 10),
  )
}
