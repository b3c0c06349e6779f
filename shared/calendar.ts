/** Months are counted in Kuala Lumpur, eight hours ahead of UTC all year round. */
const offset = 8 * 3_600_000

/** The first moment of the month that `date` lies in, or of one some months before or after it. */
export function startOfMonth(date: Date, months = 0): Date {
  const local = new Date(date.getTime() + offset)
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1) - offset)
}

/** The year that a membership number of that moment carries. */
export function yearOf(date: Date): number {
  return new Date(date.getTime() + offset).getUTCFullYear()
}
