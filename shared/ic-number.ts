/** YYMMDD-PB-####: date of birth, place of birth, serial number. */
const form = /^(\d{2})(\d{2})(\d{2})-?(\d{2})-?(\d{4})$/

export interface IcNumber {
  /** The twelve digits; what is hashed and encrypted. */
  digits: string
  birthYear: number
}

/** Above 50 means 19xx, otherwise 20xx; a year that would lie in the future belongs to the 1900s. */
function birthYearOf(twoDigits: number, thisYear: number): number {
  const year = (twoDigits > 50 ? 1900 : 2000) + twoDigits
  return year > thisYear ? year - 100 : year
}

function isRealDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Undefined when the form or the date is wrong. */
export function parseIcNumber(text: string, today = new Date()): IcNumber | undefined {
  const [match, yy, mm, dd, place, serial] = form.exec(text.trim()) ?? []
  if (!match) return undefined
  const [month, day] = [Number(mm), Number(dd)]
  const birthYear = birthYearOf(Number(yy), today.getFullYear())
  if (!isRealDate(birthYear, month, day)) return undefined
  return { digits: `${yy}${mm}${dd}${place}${serial}`, birthYear }
}
