import { expect, test } from 'vitest'
import { countries } from '#shared/countries/countries.ts'
import { listTimeZones } from '#shared/countries/country-time-zones.ts'
import {
  doTimeZonesDifferDuringPeriod,
  formatPeriodInZone,
  formatTimeOfDayInZone,
  formatTimeZoneLabel,
} from './format-period.ts'
import {
  formatWallTime,
  getCityOfTimeZone,
  getInstantOfWallTime,
  isTimeZoneNamedAfterLocation,
} from './time-zones.ts'

const towns = ['Asia/Kuala_Lumpur', 'Australia/Sydney', 'America/New_York'] as const

/**
 * Wall times (local times) in London around both clock changes, and what clocks in three other cities show at that
 * instant.
 */
test.each([
  // London has summer time, when its clocks are one hour ahead of UTC.
  ['2026-10-24T18:30', '2026-10-24T17:30:00.000Z', ['1.30\u00a0pg', '4.30\u00a0pg', '1.30\u00a0ptg']],
  // Summer time ends in London. In Sydney it has already started, and in New York it ends a week later.
  ['2026-10-25T18:30', '2026-10-25T18:30:00.000Z', ['2.30\u00a0pg', '5.30\u00a0pg', '2.30\u00a0ptg']],
  ['2026-11-01T18:30', '2026-11-01T18:30:00.000Z', ['2.30\u00a0pg', '5.30\u00a0pg', '1.30\u00a0ptg']],
  ['2027-03-14T18:30', '2027-03-14T18:30:00.000Z', ['2.30\u00a0pg', '5.30\u00a0pg', '2.30\u00a0ptg']],
  // Summer time starts in London on 28 March 2027.
  ['2027-03-27T18:30', '2027-03-27T18:30:00.000Z', ['2.30\u00a0pg', '5.30\u00a0pg', '2.30\u00a0ptg']],
  ['2027-03-28T18:30', '2027-03-28T17:30:00.000Z', ['1.30\u00a0pg', '4.30\u00a0pg', '1.30\u00a0ptg']],
  // The following case is after the end of summer time in Sydney.
  ['2027-04-04T18:30', '2027-04-04T17:30:00.000Z', ['1.30\u00a0pg', '3.30\u00a0pg', '1.30\u00a0ptg']],
] as const)('getInstantOfWallTime converts the London wall time %s to %s', (wall, instant, clocks) => {
  const moment = getInstantOfWallTime(wall, 'Europe/London')
  expect(moment.toISOString()).toBe(instant)
  expect(formatWallTime(moment, 'Europe/London')).toBe(`${wall}:00.000`)
  expect(towns.map(zone => formatTimeOfDayInZone(moment, zone))).toEqual(clocks)
})

test('getInstantOfWallTime returns the first occurrence of a repeated local time, and a time after the clock change for a skipped one', () => {
  expect(getInstantOfWallTime('2026-10-25T01:30', 'Europe/London').toISOString()).toBe(
    '2026-10-25T00:30:00.000Z',
  )
  const skipped = getInstantOfWallTime('2027-03-28T01:30', 'Europe/London')
  expect(formatWallTime(skipped, 'Europe/London')).toBe('2027-03-28T02:30:00.000')
  expect(getInstantOfWallTime('2026-10-04T02:30', 'Australia/Sydney').toISOString()).toBe(
    '2026-10-03T16:30:00.000Z',
  )
})

test('formatWallTime and getInstantOfWallTime are inverse to each other for half-hour offsets, past years and milliseconds', () => {
  expect(formatWallTime(new Date('2026-07-01T00:00:00.123Z'), 'Australia/Adelaide')).toBe(
    '2026-07-01T09:30:00.123',
  )
  for (const zone of countries.flatMap(listTimeZones)) {
    for (const text of ['1999-12-31T23:59:59.999Z', '2031-07-01T11:11:00.000Z']) {
      expect(getInstantOfWallTime(formatWallTime(new Date(text), zone), zone).toISOString()).toBe(text)
    }
  }
})

test('formatPeriodInZone does not repeat a day, or a word such as pg (a.m.), that start and end of the period have in common', () => {
  const evening = { startDate: '2026-11-21T18:30:00Z', endDate: '2026-11-21T22:00:00Z' }
  expect(formatPeriodInZone(evening, 'Europe/London')).toBe(
    'Sab, 21 Nov 2026, 6.30\u00a0ptg – 10.00\u00a0mlm',
  )
  expect(formatPeriodInZone(evening, 'Asia/Kuala_Lumpur', 'brief')).toBe('Ahd, 22 Nov, 2.30 – 6.00\u00a0pg')
  expect(formatPeriodInZone({ ...evening, endDate: '2026-11-23T12:05:00Z' }, 'Europe/London')).toBe(
    'Sab, 21 Nov 2026, 6.30\u00a0ptg – Isn, 23 Nov 2026, 12.05\u00a0tgh',
  )
  expect(formatPeriodInZone({ startDate: null, endDate: '2026-11-21T00:00:00Z' }, 'Europe/London')).toBe(
    'Sab, 21 Nov 2026, 12.00\u00a0pg',
  )
  expect(formatPeriodInZone({ startDate: null, endDate: null }, 'Europe/London')).toBe('')
  expect(doTimeZonesDifferDuringPeriod(evening, 'Europe/London', 'Europe/Lisbon')).toBe(false)
  expect(doTimeZonesDifferDuringPeriod(evening, 'Europe/London', 'Europe/Paris')).toBe(true)
  expect(formatTimeZoneLabel('America/New_York')).toBe('waktu New York')
})

test('isTimeZoneNamedAfterLocation returns true only for locations of the time zone database', () => {
  expect(
    ['Asia/Atlantis', 'EST', '+08:00', 'Etc/GMT+5', 'UTC', ''].filter(isTimeZoneNamedAfterLocation),
  ).toEqual([])
  expect(getCityOfTimeZone('America/Indiana/Indianapolis')).toBe('Indianapolis')
})
