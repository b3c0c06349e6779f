import dayjs from 'dayjs'
import 'dayjs/locale/ms'
import isToday from 'dayjs/plugin/isToday'
import isYesterday from 'dayjs/plugin/isYesterday'
import relativeTime from 'dayjs/plugin/relativeTime'

dayjs.extend(relativeTime)
dayjs.extend(isToday)
dayjs.extend(isYesterday)
dayjs.locale('ms')

/** "2 jam yang lepas", as one would say it. */
export function showTimeAgo(moment: string): string {
  return dayjs(moment).fromNow()
}

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

/** 1,080, as it is written in Malay. */
export function showNumber(value: number): string {
  return new Intl.NumberFormat('ms-MY').format(value)
}

/** The first moment of a day in the viewer's zone; one day on for the end of a range, which is not included. */
export function momentOfDay(day: string | undefined, daysOn = 0): string | undefined {
  if (!day) return undefined
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + daysOn)
  return date.toISOString()
}

/** From when until when, as short as it can be said: "15 Nov 2026, 10:00 PG – 2:00 PTG". */
export function showPeriod(start: string | null, end: string | null): string {
  const format = new Intl.DateTimeFormat('ms-MY', { dateStyle: 'medium', timeStyle: 'short' })
  if (start && end) return format.formatRange(new Date(start), new Date(end))
  const one = start ?? end
  return one ? format.format(new Date(one)) : ''
}

/** A moment as a field for date and time holds it, in the viewer's own zone. */
export function toLocalInput(moment: string | null): string {
  return moment ? dayjs(moment).format('YYYY-MM-DDTHH:mm') : ''
}

/** 1.4 MB, as people say it. */
export function showSize(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${new Intl.NumberFormat('ms-MY', { maximumFractionDigits: 1 }).format(value)} ${unit}`
}

/** 10:32 PG: hours and minutes alone. */
export function showTime(moment: string): string {
  return new Intl.DateTimeFormat('ms-MY', { timeStyle: 'short' }).format(new Date(moment))
}

export function isSameDay(a: string, b: string): boolean {
  return dayjs(a).isSame(b, 'day')
}

/** Hari ini, Semalam, or the day in full. */
export function showDayName(moment: string): string {
  const day = dayjs(moment)
  if (day.isToday()) return 'Hari ini'
  if (day.isYesterday()) return 'Semalam'
  return new Intl.DateTimeFormat('ms-MY', { dateStyle: 'full' }).format(new Date(moment))
}

/** As short as a list needs it: the hour today, then the day. */
export function showRecent(moment: string): string {
  const day = dayjs(moment)
  if (day.isToday()) return showTime(moment)
  return day.isYesterday() ? 'Semalam' : day.format('D/M/YY')
}
