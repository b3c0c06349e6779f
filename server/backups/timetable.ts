// When a backup is due. Days and hours are those of Kuala Lumpur, which knows no summer time.
const minute = 60_000
const day = 24 * 60 * minute
const ahead = 8 * 60 * minute

/** The last moment at which one should have been made. `at`: minutes after midnight. */
export function lastSlot(now: Date, at: number): Date {
  const midnight = Math.floor((now.getTime() + ahead) / day) * day - ahead
  const slot = midnight + at * minute
  return new Date(slot <= now.getTime() ? slot : slot - day)
}

/** 2026-11-16-0300, by which files sort in the order of time. */
export function nameAt(now: Date): string {
  const [date, time = ''] = new Date(now.getTime() + ahead).toISOString().split('T')
  return `${date}-${time.slice(0, 8).replaceAll(':', '')}`
}
