// Numbers, days and hours as they are written in Malay. By hand: the first use of the browser's own formats takes an old
// phone a tenth of a second and more, on every page, and there is only one language to write. A test compares the two.
const months = 'Januari Februari Mac April Mei Jun Julai Ogos September Oktober November Disember'.split(' ')
const weekdays = 'Ahad Isnin Selasa Rabu Khamis Jumaat Sabtu'.split(' ')

const monthName = (date: Date) => months[date.getMonth()] ?? ''
/** Ogo, Dis, but Mac and Mei as they are. */
const shortMonth = (date: Date) => monthName(date).slice(0, 3)

/** A month or a day as figures name it, as midnight of the viewer's own zone. */
const midnight = (day: string) => new Date(`${day}T00:00:00`)

/** The moment in full, in the viewer's own zone: 15 Nov 2026, 10:32 PG. */
export function showMoment(moment: string): string {
  return `${showDay(moment)}, ${showTime(moment)}`
}

/** 15 Nov 2026, in the viewer's own zone. */
export function showDay(moment: string): string {
  const date = new Date(moment)
  return `${date.getDate()} ${shortMonth(date)} ${date.getFullYear()}`
}

/** November 2026. */
export function showMonthOf(moment: string): string {
  const date = new Date(moment)
  return `${monthName(date)} ${date.getFullYear()}`
}

/** 1,080, as it is written in Malay; of a part at most so many digits. */
export function showNumber(value: number, digits = 3): string {
  const rounded = Number(value.toFixed(digits))
  const [whole = '', part] = String(Math.abs(rounded)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${rounded < 0 ? '-' : ''}${grouped}${part ? `.${part}` : ''}`
}

/** 10:32 PG, in the viewer's own zone. */
export function showTime(moment: string | number): string {
  const date = new Date(moment)
  const hours = date.getHours()
  const minutes = String(date.getMinutes()).padStart(2, '0')
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'PG' : 'PTG'}`
}

/** Nov 2026, for a month as figures name it: 2026-11. */
export function showMonth(month: string, year: 'numeric' | '2-digit' = 'numeric'): string {
  return `${shortMonth(midnight(`${month}-01`))} ${year === 'numeric' ? month.slice(0, 4) : month.slice(2, 4)}`
}

/** 15 Nov, for a day as figures name it: 2026-11-15. */
export function showDayOfMonth(day: string): string {
  const date = midnight(day)
  return `${date.getDate()} ${shortMonth(date)}`
}

const inFull = (date: Date) =>
  `${weekdays[date.getDay()]}, ${date.getDate()} ${monthName(date)} ${date.getFullYear()}`

/** Ahad, 15 November 2026, for the same. */
export function showDayInFull(day: string): string {
  return inFull(midnight(day))
}

/** The first moment of a day in the viewer's zone; one day on for the end of a range, which is not included. */
export function momentOfDay(day: string | undefined, daysOn = 0): string | undefined {
  if (!day) return undefined
  const date = midnight(day)
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
  return `${showNumber(value, 1)} ${unit}`
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
  return nearDay(moment) ?? inFull(new Date(moment))
}

/** As short as a list needs it: the hour today, then the day. */
export function showRecent(moment: string): string {
  const day = nearDay(moment)
  if (day === 'Hari ini') return showTime(moment)
  const date = new Date(moment)
  const two = (part: number) => String(part).padStart(2, '0')
  return day ?? `${date.getDate()}/${two(date.getMonth() + 1)}/${two(date.getFullYear() % 100)}`
}

/** On a badge, which has room for two digits. */
export function showCount(count: number): string {
  return count > 99 ? '99+' : String(count)
}

/** What a link to a telephone number leads to. */
export function telAddress(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`
}
