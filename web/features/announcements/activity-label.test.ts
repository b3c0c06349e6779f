import { expect, test } from 'vitest'
import { activityLabel } from './activity-label.ts'

const weekly = { title: 'Kelas Memasak', clubName: 'Kelab Perantau London', timeZone: 'Europe/London' }

test('activities of one title are told apart by club and day at the venue', () => {
  expect(activityLabel({ ...weekly, startDate: '2026-11-22T23:30:00Z' })).toBe(
    'Kelas Memasak · Kelab Perantau London · Ahd, 22 Nov 2026',
  )
  expect(activityLabel({ ...weekly, clubName: null, startDate: null })).toBe('Kelas Memasak')
})
