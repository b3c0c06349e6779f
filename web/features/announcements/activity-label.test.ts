import { expect, test } from 'vitest'
import { activityLabel } from './activity-label.ts'

const weekly = { title: 'Kelas Memasak', clubName: 'Kelab Perantau Boston', timeZone: 'America/New_York' }

test('activities of one title are told apart by club and day at the venue', () => {
  // In UTC and in Kuala Lumpur it is Monday by then.
  expect(activityLabel({ ...weekly, startDate: '2026-11-23T00:30:00Z' })).toBe(
    'Kelas Memasak · Kelab Perantau Boston · Ahd, 22 Nov 2026',
  )
  expect(activityLabel({ ...weekly, clubName: null, startDate: null })).toBe('Kelas Memasak')
})
