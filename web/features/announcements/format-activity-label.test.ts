import { expect, test } from 'vitest'
import { formatActivityLabel } from './format-activity-label.ts'

const activity = { title: 'Kelas Memasak', clubName: 'Kelab Perantau Boston', timeZone: 'America/New_York' }

test('formatActivityLabel joins the title, the club and the local date at the venue', () => {
  // The activity starts on Sunday in Boston, when it is already Monday in UTC and in Kuala Lumpur.
  expect(formatActivityLabel({ ...activity, startDate: '2026-11-23T00:30:00Z' })).toBe(
    'Kelas Memasak · Kelab Perantau Boston · Ahd, 22 Nov 2026',
  )
  expect(formatActivityLabel({ ...activity, clubName: null, startDate: null })).toBe('Kelas Memasak')
})
