import { expect, test } from 'vitest'
import { showGrowth } from './change.ts'
import * as format from './format.ts'

/** What the platform makes of it, whose knowledge of Malay is not ours. */
const date = (moment: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('ms-MY', options).format(new Date(moment))
const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat('ms-MY', options).format(value)

/** Every month, weekday and hour, and both ends of a year. */
const moments = Array.from({ length: 500 }, (_, index) =>
  new Date(Date.UTC(2025, 11, 30, 0, 7 * index) + index * 25 * 3_600_000).toISOString(),
)

test('days and hours are written as the platform writes them in Malay', () => {
  for (const moment of moments) {
    expect(format.showMoment(moment)).toBe(date(moment, { dateStyle: 'medium', timeStyle: 'short' }))
    expect(format.showDay(moment)).toBe(date(moment, { dateStyle: 'medium' }))
    expect(format.showTime(moment)).toBe(date(moment, { timeStyle: 'short' }))
    expect(format.showMonthOf(moment)).toBe(date(moment, { month: 'long', year: 'numeric' }))
    const day = moment.slice(0, 10)
    const inUtc = (options: Intl.DateTimeFormatOptions) => date(day, { ...options, timeZone: 'UTC' })
    expect(format.showDayInFull(day)).toBe(inUtc({ dateStyle: 'full' }))
    expect(format.showDayOfMonth(day)).toBe(inUtc({ day: 'numeric', month: 'short' }))
    expect(format.showMonth(day.slice(0, 7))).toBe(inUtc({ month: 'short', year: 'numeric' }))
    expect(format.showMonth(day.slice(0, 7), '2-digit')).toBe(inUtc({ month: 'short', year: '2-digit' }))
  }
})

test('what is long ago stands in a list by its date', () => {
  for (const moment of moments.filter(moment => Date.parse(moment) < Date.now() - 3 * 86_400_000)) {
    expect(format.showRecent(moment)).toBe(date(moment, { dateStyle: 'short' }))
    expect(format.showDayName(moment)).toBe(date(moment, { dateStyle: 'full' }))
  }
})

test('numbers are written as the platform writes them in Malay', () => {
  for (const value of [0, 7, 999, 1000, 1080, 123_456, 1_234_567, -3, -1080, 0.125, 12.5, 1080.25, -0.04]) {
    expect(format.showNumber(value)).toBe(number(value))
    const percent = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const
    expect(showGrowth(1 + value, 1).text).toBe(number(value, percent))
  }
  expect([980, 1_400_000, 12_345_678].map(format.showSize)).toEqual(['1 KB', '1.4 MB', '12.3 MB'])
})
