import { dayOf, yearOf } from './calendar.ts'
import type { BirthState } from './form-choices.ts'

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
  const birthYear = birthYearOf(Number(yy), yearOf(today))
  if (!isRealDate(birthYear, month, day)) return undefined
  return { digits: `${yy}${mm}${dd}${place}${serial}`, birthYear }
}

/** The day it says its owner was born, as 2003-04-04; nothing where it is no number. */
export function birthDayFromIcNumber(text: string, today = new Date()): string | undefined {
  const parsed = parseIcNumber(text, today)
  return parsed && [parsed.birthYear, parsed.digits.slice(2, 4), parsed.digits.slice(4, 6)].join('-')
}

/** To the day, as it is in Kuala Lumpur: whether its owner has had this birthday. */
export function isOfAge(text: string, years: number, today = new Date()): boolean {
  const parsed = parseIcNumber(text, today)
  if (!parsed) return true
  const day = `${parsed.birthYear + years}-${parsed.digits.slice(2, 4)}-${parsed.digits.slice(4, 6)}`
  return day <= dayOf(today)
}

/** While it is typed: the digits so far, with dashes where they belong. */
export function formatIcNumber(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 12)
  return [digits.slice(0, 6), digits.slice(6, 8), digits.slice(8)].filter(Boolean).join('-')
}

/** What an approver sees before asking for the whole: 990101-••-••34. */
export function maskIcNumber(digits: string): string {
  return `${digits.slice(0, 6)}-••-••${digits.slice(-2)}`
}

/** Stands where a number would, when what was kept of it cannot be opened. */
export const unreadableIcNumber = 'Tidak dapat dibaca'

/** By the year alone, as it is in Kuala Lumpur, wherever the server or the browser stands. */
export function ageOf(birthYear: number, today = new Date()): number {
  return yearOf(today) - birthYear
}

/** Completed years of somebody born on `birthDay` (2003-04-04), as it is in Kuala Lumpur. */
export function exactAge(birthDay: string, today = new Date()): number {
  const day = dayOf(today)
  const hadBirthday = day.slice(5) >= birthDay.slice(5)
  return Number(day.slice(0, 4)) - Number(birthDay.slice(0, 4)) - (hadBirthday ? 0 : 1)
}

/** Known from the sixth character on; until then, and for what cannot be a year, nothing. */
export function ageFromIcNumber(text: string, today = new Date()): number | undefined {
  if (text.length < 6 || !/^\d\d/.test(text)) return undefined
  return ageOf(birthYearOf(Number(text.slice(0, 2)), yearOf(today)), today)
}

/** The codes of each state; a few have several because numbers ran out. */
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

/** Where the number says its owner was born; nothing for a code from abroad or not yet typed. */
export function birthStateFromIcNumber(text: string): BirthState | undefined {
  const code = text.replace(/\D/g, '').slice(6, 8)
  if (code.length < 2) return undefined
  const states = Object.keys(stateCodes) as BirthState[]
  return states.find(state => stateCodes[state].split(' ').includes(code))
}
