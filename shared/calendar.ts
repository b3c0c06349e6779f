/** Months are counted in Kuala Lumpur, eight hours ahead of UTC all year round. */
const offset = 8 * 3_600_000
const day = 86_400_000

/** The first moment of the month that `date` lies in, or of one some months before or after it. */
export function startOfMonth(date: Date, months = 0): Date {
  const local = new Date(date.getTime() + offset)
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1) - offset)
}

/** The year that a membership number of that moment carries. */
export function yearOf(date: Date): number {
  return new Date(date.getTime() + offset).getUTCFullYear()
}

/** 2026-11: the month that a moment lies in. */
export function monthOf(date: Date): string {
  return dayOf(date).slice(0, 7)
}

/** 2026-11-15: the day that a moment lies in. */
export function dayOf(date: Date): string {
  return new Date(date.getTime() + offset).toISOString().slice(0, 10)
}

/** The first moment of a day that is written 2026-11-15. */
export function startOfDay(text: string): Date {
  return new Date(Date.parse(text) - offset)
}

/** The first moment after it. */
export function endOfDay(text: string): Date {
  return new Date(startOfDay(text).getTime() + day)
}

/** So many months in a row, the last of them the one that `date` lies in. */
export function monthsUpTo(date: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => monthOf(startOfMonth(date, index + 1 - count)))
}

/** All days from the one that `first` lies in to the one that `last` lies in. */
export function daysBetween(first: Date, last: Date): string[] {
  const [from, to] = [Date.parse(dayOf(first)), Date.parse(dayOf(last))]
  return Array.from({ length: Math.round((to - from) / day) + 1 }, (_, index) =>
    new Date(from + index * day).toISOString().slice(0, 10),
  )
}
