import { expect, test } from 'vitest'
import { calculateWallTimeOfNthRepetition, shiftWallTime } from './repetitions.ts'

test('calculateWallTimeOfNthRepetition keeps the local time, and uses the last day of a month that lacks the day', () => {
  const wall = '2027-01-31T18:30:00.000'
  expect(calculateWallTimeOfNthRepetition(wall, 'week', 2)).toBe('2027-02-14T18:30:00.000')
  expect(calculateWallTimeOfNthRepetition(wall, 'fortnight', 2)).toBe('2027-02-28T18:30:00.000')
  expect(
    [1, 2, 3, 13].map(count => calculateWallTimeOfNthRepetition(wall, 'month', count).slice(0, 10)),
  ).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2028-02-29'])
  expect(shiftWallTime('2027-02-07T18:30:00.000', wall, '2027-02-01T19:00:00.000')).toBe(
    '2027-02-08T19:00:00.000',
  )
})
