import { expect, test } from 'vitest'
import { isWithinQuietHours } from './quiet-hours.ts'

const buildQuietHours = (from: string, to: string, zone = 'Asia/Kuala_Lumpur') => ({
  from,
  to,
  zone,
  isForCalls: true,
})
const createTime = (time: string) => new Date(`2026-11-15T${time}:00Z`)

test.each([
  // Kuala Lumpur is eight hours ahead of UTC, so 14:00 UTC is 22:00 there.
  [buildQuietHours('22:00', '07:00'), '13:59', false],
  [buildQuietHours('22:00', '07:00'), '14:00', true],
  [buildQuietHours('22:00', '07:00'), '16:30', true],
  [buildQuietHours('22:00', '07:00'), '22:59', true],
  [buildQuietHours('22:00', '07:00'), '23:00', false],
  [buildQuietHours('13:00', '14:30'), '05:00', true],
  [buildQuietHours('13:00', '14:30'), '06:30', false],
  [buildQuietHours('00:00', '06:00'), '16:00', true],
  [buildQuietHours('22:00', '07:00', 'Europe/London'), '14:00', false],
  [buildQuietHours('22:00', '07:00', 'Europe/London'), '22:00', true],
  [buildQuietHours('08:00', '08:00'), '00:00', false],
])('isWithinQuietHours with quiet hours %o at %s UTC returns %s', (quiet, time, expected) => {
  expect(isWithinQuietHours(quiet, createTime(time))).toBe(expected)
})

test('quiet hours without pushes follow the daylight saving time of the time zone of the user', () => {
  const london = buildQuietHours('22:00', '07:00', 'Europe/London')
  expect(isWithinQuietHours(london, new Date('2026-07-15T21:30:00Z'))).toBe(true)
  expect(isWithinQuietHours(london, new Date('2026-12-15T21:30:00Z'))).toBe(false)
})
