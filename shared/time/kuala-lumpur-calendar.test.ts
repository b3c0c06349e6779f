import { expect, test } from 'vitest'
import {
  formatIsoDay,
  formatIsoMonthInKualaLumpur,
  getStartOfMonth,
  getYearInKualaLumpur,
  listDaysInPeriod,
  listMonthsUpTo,
} from './kuala-lumpur-calendar.ts'

test.each([
  ['2026-11-15T01:00:00Z', 0, '2026-10-31T16:00:00.000Z'],
  ['2026-10-31T15:59:59Z', 0, '2026-09-30T16:00:00.000Z'],
  ['2026-10-31T16:00:00Z', 0, '2026-10-31T16:00:00.000Z'],
  ['2026-01-01T00:00:00Z', -1, '2025-11-30T16:00:00.000Z'],
  ['2026-12-31T20:00:00Z', 1, '2027-01-31T16:00:00.000Z'],
])('getStartOfMonth of %s shifted by %i months is %s', (date, months, start) => {
  expect(getStartOfMonth(new Date(date), months).toISOString()).toBe(start)
})

test('getYearInKualaLumpur changes to the next year at midnight in Kuala Lumpur', () => {
  expect(getYearInKualaLumpur(new Date('2026-12-31T16:00:00Z'))).toBe(2027)
  expect(getYearInKualaLumpur(new Date('2026-12-31T15:59:59Z'))).toBe(2026)
})

test('formatIsoDay and formatIsoMonthInKualaLumpur change to the next day and month at midnight in Kuala Lumpur', () => {
  expect(formatIsoDay(new Date('2026-10-31T15:59:59Z'))).toBe('2026-10-31')
  expect(formatIsoMonthInKualaLumpur(new Date('2026-10-31T16:00:00Z'))).toBe('2026-11')
})

test('listMonthsUpTo ends with the month of the given date, and listDaysInPeriod includes both the first and the last day', () => {
  expect(listMonthsUpTo(new Date('2026-01-15T00:00:00Z'), 3)).toEqual(['2025-11', '2025-12', '2026-01'])
  expect(listDaysInPeriod(new Date('2028-02-27T20:00:00Z'), new Date('2028-03-01T00:00:00Z'))).toEqual([
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ])
})
