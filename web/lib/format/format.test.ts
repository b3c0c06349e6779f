import { afterEach, expect, test } from 'vitest'
import { setCurrentLanguageGetter } from '#shared/language/texts.ts'
import { formatDayInZone } from '#shared/time/format-day.ts'
import { formatPercentageChange } from './change.ts'
import * as format from './format.ts'

afterEach(() => setCurrentLanguageGetter(() => 'ms'))

/** Reference output of Intl for the Malay locale. */
const date = (timestamp: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('ms-MY', options).format(new Date(timestamp))
const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat('ms-MY', options).format(value)

/** Test timestamps that cover every month, weekday and hour, and both ends of a year. */
const timestamps = Array.from({ length: 500 }, (_, index) =>
  new Date(Date.UTC(2025, 11, 30, 0, 7 * index) + index * 25 * 3_600_000).toISOString(),
)

test('dates in Malay have the same format as Intl for ms-MY', () => {
  for (const timestamp of timestamps) {
    expect(format.formatDate(timestamp)).toBe(date(timestamp, { dateStyle: 'medium' }))
    expect(format.formatMonthAndYear(timestamp)).toBe(date(timestamp, { month: 'long', year: 'numeric' }))
    const day = timestamp.slice(0, 10)
    const inUtc = (options: Intl.DateTimeFormatOptions) => date(day, { ...options, timeZone: 'UTC' })
    expect(format.formatDateWithWeekday(day)).toBe(inUtc({ dateStyle: 'full' }))
    expect(format.formatDayAndMonth(day)).toBe(inUtc({ day: 'numeric', month: 'short' }))
    expect(format.formatShortMonth(day.slice(0, 7))).toBe(inUtc({ month: 'short', year: 'numeric' }))
    expect(format.formatShortMonth(day.slice(0, 7), '2-digit')).toBe(
      inUtc({ month: 'short', year: '2-digit' }),
    )
  }
})

test.each([
  ['00:05', '12.05\u00a0pg', '12:05\u00a0am'],
  ['09:30', '9.30\u00a0pg', '9:30\u00a0am'],
  ['12:00', '12.00\u00a0tgh', '12:00\u00a0pm'],
  ['13:15', '1.15\u00a0ptg', '1:15\u00a0pm'],
  ['18:59', '6.59\u00a0ptg', '6:59\u00a0pm'],
  ['19:00', '7.00\u00a0mlm', '7:00\u00a0pm'],
  ['23:45', '11.45\u00a0mlm', '11:45\u00a0pm'],
])('the time %s is "%s" in Malay and "%s" in English', (time, malay, english) => {
  const timestamp = `2026-11-15T${time}:00`
  expect(format.formatDateTime(timestamp)).toBe(`15 Nov 2026, ${malay}`)
  setCurrentLanguageGetter(() => 'en')
  expect(format.formatDateTime(timestamp)).toBe(`15 Nov 2026, ${english}`)
})

test('dates in English have the same format as Intl for en-MY', () => {
  setCurrentLanguageGetter(() => 'en')
  for (const timestamp of timestamps) {
    const day = timestamp.slice(0, 10)
    const expected = new Intl.DateTimeFormat('en-MY', { dateStyle: 'full', timeZone: 'UTC' })
    expect(format.formatDateWithWeekday(day)).toBe(expected.format(new Date(day)))
    expect(formatDayInZone(new Date(day), 'UTC', 'long')).toBe(expected.format(new Date(day)))
  }
})

test('timestamps older than three days are formatted as dates, as Intl does for ms-MY', () => {
  for (const timestamp of timestamps.filter(
    timestamp => Date.parse(timestamp) < Date.now() - 3 * 86_400_000,
  )) {
    expect(format.formatTimestampAsTimeOrDate(timestamp)).toBe(date(timestamp, { dateStyle: 'short' }))
    expect(format.formatRelativeDate(timestamp)).toBe(date(timestamp, { dateStyle: 'full' }))
  }
})

test('numbers and percentages have the same format as Intl for ms-MY', () => {
  for (const value of [0, 7, 999, 1000, 1080, 123_456, 1_234_567, -3, -1080, 0.125, 12.5, 1080.25, -0.04]) {
    expect(format.formatNumber(value)).toBe(number(value))
    const percent = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const
    expect(formatPercentageChange(1 + value, 1).text).toBe(number(value, percent))
  }
  expect([980, 1_400_000, 12_345_678].map(format.formatFileSize)).toEqual(['1 KB', '1.4 MB', '12.3 MB'])
})
