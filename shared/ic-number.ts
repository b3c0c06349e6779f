// Malaysian identity card numbers (YYMMDD-PB-####): parsing, formatting, masking, date and place of birth.
import { formatIsoDay, getYearInKualaLumpur } from '#shared/time/kuala-lumpur-calendar.ts'
import { icNumberText } from '#texts/person-fields.ts'
import type { BirthState } from './form-choices.ts'

/** Parts of an identity card number: date of birth (YYMMDD), code of the place of birth, serial number. */
const pattern = /^(\d{2})(\d{2})(\d{2})-?(\d{2})-?(\d{4})$/

export interface IcNumber {
  /** The twelve digits of the identity card number, which the server hashes and encrypts. */
  digits: string
  birthYear: number
}

/** Completes a two-digit birth year: above 50 is 19xx, otherwise 20xx. From a future year, 100 years are subtracted. */
function completeBirthYear(twoDigits: number, thisYear: number): number {
  const year = (twoDigits > 50 ? 1900 : 2000) + twoDigits
  return year > thisYear ? year - 100 : year
}

function isRealDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Parses an identity card number. Returns undefined when the format or the date of birth is invalid. */
export function parseIdentityCardNumber(text: string, today = new Date()): IcNumber | undefined {
  const [match, yy, mm, dd, place, serial] = pattern.exec(text.trim()) ?? []
  if (!match) return undefined
  const [month, day] = [Number(mm), Number(dd)]
  const birthYear = completeBirthYear(Number(yy), getYearInKualaLumpur(today))
  if (!isRealDate(birthYear, month, day)) return undefined
  return { digits: `${yy}${mm}${dd}${place}${serial}`, birthYear }
}

/** Place-of-birth codes that no valid identity card number contains. */
const unusedPlaceCodes = ['00', '17', '18', '19', '20', '69', '70', '73', '80', '81', '94', '95', '96', '97']

/**
 * Restores the leading zeros of an identity card number that a spreadsheet stored as a number. Returns undefined unless
 * the text consists of nine to eleven digits and the completed number has a real date and place of birth.
 */
export function restoreLeadingZerosOfIdentityNumber(text: string, today = new Date()): IcNumber | undefined {
  const digits = /^(\d{9,11})(?:\.0)?$/.exec(text.trim())?.[1]?.padStart(12, '0')
  if (!digits || unusedPlaceCodes.includes(digits.slice(6, 8))) return undefined
  return parseIdentityCardNumber(digits, today)
}

/** Returns the date of birth in an identity card number, such as 2003-04-04; undefined when the number is invalid. */
export function getBirthDateFromIdentityNumber(text: string, today = new Date()): string | undefined {
  const parsed = parseIdentityCardNumber(text, today)
  return parsed && [parsed.birthYear, parsed.digits.slice(2, 4), parsed.digits.slice(4, 6)].join('-')
}

/** Whether the owner of an identity card number has reached the age today in Kuala Lumpur. */
export function hasIdentityNumberOwnerReachedAge(text: string, years: number, today = new Date()): boolean {
  const parsed = parseIdentityCardNumber(text, today)
  if (!parsed) return true
  const day = `${parsed.birthYear + years}-${parsed.digits.slice(2, 4)}-${parsed.digits.slice(4, 6)}`
  return day <= formatIsoDay(today)
}

/** Formats a partly typed identity card number with dashes. */
export function formatIdentityNumber(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 12)
  return [digits.slice(0, 6), digits.slice(6, 8), digits.slice(8)].filter(Boolean).join('-')
}

/** Masks an identity card number as 990101-••-••34. Approvers see this form until they request the full number. */
export function maskIdentityNumber(digits: string): string {
  return `${digits.slice(0, 6)}-••-••${digits.slice(-2)}`
}

/** Value in responses that stands for an identity card number that the server cannot decrypt. */
export const unreadableIcNumber = '••••••-••-••••'

/** Returns the masked identity card number for display, or a text that says the number cannot be read. */
export function formatMaskedIdentityNumber(masked: string): string {
  return masked === unreadableIcNumber ? icNumberText.unreadable : masked
}

/** Returns the age as difference of calendar years in Kuala Lumpur, whatever the time zone of server and browser. */
export function getAgeFromBirthYear(birthYear: number, today = new Date()): number {
  return getYearInKualaLumpur(today) - birthYear
}

/** Returns the person's age in completed years today in Kuala Lumpur. `birthDay` is a date such as 2003-04-04. */
export function calculateExactAge(birthDay: string, today = new Date()): number {
  const day = formatIsoDay(today)
  const hadBirthday = day.slice(5) >= birthDay.slice(5)
  return Number(day.slice(0, 4)) - Number(birthDay.slice(0, 4)) - (hadBirthday ? 0 : 1)
}

/** Returns the age from a partly typed identity card number; undefined while fewer than six digits are typed. */
export function getAgeFromIdentityNumber(text: string, today = new Date()): number | undefined {
  if (text.length < 6 || !/^\d\d/.test(text)) return undefined
  return getAgeFromBirthYear(completeBirthYear(Number(text.slice(0, 2)), getYearInKualaLumpur(today)), today)
}

/** Place-of-birth codes of each Malaysian state. Most states have several, because the serial numbers ran out. */
const stateCodes: Record<BirthState, string> = {
  Johor: '01 21 22 23 24',
  Kedah: '02 25 26 27',
  Kelantan: '03 28 29',
  Melaka: '04 30',
  'Negeri Sembilan': '05 31 59',
  Pahang: '06 32 33',
  'Pulau Pinang': '07 34 35',
  Perak: '08 36 37 38 39',
  Perlis: '09 40',
  Selangor: '10 41 42 43 44',
  Terengganu: '11 45 46',
  Sabah: '12 47 48 49',
  Sarawak: '13 50 51 52 53',
  'W.P. Kuala Lumpur': '14 54 55 56 57',
  'W.P. Labuan': '15 58',
  'W.P. Putrajaya': '16',
}

/**
 * Returns the state of birth in an identity card number; undefined for people born abroad and for numbers not fully
 * typed.
 */
export function getStateOfBirthFromIdentityNumber(text: string): BirthState | undefined {
  const code = text.replace(/\D/g, '').slice(6, 8)
  if (code.length < 2) return undefined
  const states = Object.keys(stateCodes) as BirthState[]
  return states.find(state => stateCodes[state].split(' ').includes(code))
}
