/** The moment in full, in the viewer's own zone: 15 Nov 2026, 10:32 PG. */
export function showMoment(moment: string): string {
  return new Intl.DateTimeFormat('ms-MY', { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(moment),
  )
}

/** 15 Nov 2026, in the viewer's own zone. */
export function showDay(moment: string): string {
  return new Intl.DateTimeFormat('ms-MY', { dateStyle: 'medium' }).format(new Date(moment))
}

/** November 2026. */
export function showMonthOf(moment: string): string {
  return new Intl.DateTimeFormat('ms-MY', { month: 'long', year: 'numeric' }).format(new Date(moment))
}

/** 1,080, as it is written in Malay. */
export function showNumber(value: number): string {
  return new Intl.NumberFormat('ms-MY').format(value)
}

/** 10:32 PG, in the viewer's own zone. */
export function showTime(moment: string | number): string {
  return new Intl.DateTimeFormat('ms-MY', { timeStyle: 'short' }).format(new Date(moment))
}

/** Nov 2026, for a month as figures name it: 2026-11. */
export function showMonth(month: string, year: 'numeric' | '2-digit' = 'numeric'): string {
  return new Intl.DateTimeFormat('ms-MY', { month: 'short', year, timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

/** 15 Nov, for a day as figures name it: 2026-11-15. */
export function showDayOfMonth(day: string): string {
  return new Intl.DateTimeFormat('ms-MY', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

/** The first moment of a day in the viewer's zone; one day on for the end of a range, which is not included. */
export function momentOfDay(day: string | undefined, daysOn = 0): string | undefined {
  if (!day) return undefined
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + daysOn)
  return date.toISOString()
}

/** 31 Jan 2026: a day of a calendar, which is the same everywhere. */
export function showDayOf(day: string | undefined): string | undefined {
  return day && showDay(momentOfDay(day) ?? day)
}

/** 1.4 MB, as people say it. */
export function showSize(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${new Intl.NumberFormat('ms-MY', { maximumFractionDigits: 1 }).format(value)} ${unit}`
}

export function isSameDay(a: string | Date, b: string | Date): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString()
}

/** Hari ini or Semalam; any other day has no name of its own. */
function nearDay(moment: string): string | undefined {
  const yesterday = new Date()
  yesterday.setDate(yesterday.getDate() - 1)
  if (isSameDay(moment, new Date())) return 'Hari ini'
  return isSameDay(moment, yesterday) ? 'Semalam' : undefined
}

/** Hari ini, Semalam, or the day in full. */
export function showDayName(moment: string): string {
  return nearDay(moment) ?? new Intl.DateTimeFormat('ms-MY', { dateStyle: 'full' }).format(new Date(moment))
}

/** As short as a list needs it: the hour today, then the day. */
export function showRecent(moment: string): string {
  const day = nearDay(moment)
  if (day === 'Hari ini') return showTime(moment)
  return day ?? new Intl.DateTimeFormat('ms-MY', { dateStyle: 'short' }).format(new Date(moment))
}

/** On a badge, which has room for two digits. */
export function showCount(count: number): string {
  return count > 99 ? '99+' : String(count)
}

/** What a link to a telephone number leads to. */
export function telAddress(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`
}
