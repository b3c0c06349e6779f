import { expect, test } from 'vitest'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import {
  addMonths,
  groupActivitiesByDay,
  listCalendarDaysOfActivity,
  listWeeksOfMonth,
} from './calendar-days.ts'

const buildActivity = (startDate: string | null, endDate: string | null, timeZone = 'Europe/London') =>
  ({ startDate, endDate, timeZone }) as ActivityRow

test('listWeeksOfMonth returns the four to six weeks (Monday to Sunday) that contain the whole month', () => {
  expect(listWeeksOfMonth('2026-11').map(week => week[0])).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ])
  expect(listWeeksOfMonth('2027-02')).toHaveLength(4)
  expect(listWeeksOfMonth('2028-02').flat()).toContain('2028-02-29')
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
})

test('listCalendarDaysOfActivity returns at most 42 days, in the time zone of the activity', () => {
  // An instant that is late evening in London belongs to the next day in Malaysia.
  expect(listCalendarDaysOfActivity(buildActivity('2026-11-21T22:00:00Z', '2026-11-21T23:30:00Z'))).toEqual([
    '2026-11-21',
  ])
  expect(
    listCalendarDaysOfActivity(buildActivity('2026-11-21T22:00:00Z', null, 'Asia/Kuala_Lumpur')),
  ).toEqual(['2026-11-22'])
  expect(listCalendarDaysOfActivity(buildActivity('2026-11-21T10:00:00Z', '2026-11-23T00:00:00Z'))).toEqual([
    '2026-11-21',
    '2026-11-22',
  ])
  expect(listCalendarDaysOfActivity(buildActivity(null, null))).toEqual([])
  expect(
    listCalendarDaysOfActivity(buildActivity('2026-01-01T00:00:00Z', '2099-01-01T00:00:00Z')),
  ).toHaveLength(42)
  const days = groupActivitiesByDay([
    buildActivity('2026-11-21T10:00:00Z', null),
    buildActivity('2026-11-21T12:00:00Z', null),
  ])
  expect([...days].map(([day, rows]) => [day, rows.length])).toEqual([['2026-11-21', 2]])
})
