import { expect, test } from 'vitest'
import { computeAxisTicks, createAxisLabelVisibilityCheck } from './axis-scale.ts'

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [12, [0, 5, 10, 15]],
  [1080, [0, 500, 1000, 1500]],
  [960_000, [0, 250_000, 500_000, 750_000, 1_000_000]],
])('computeAxisTicks for a highest value of %i returns %j', (highest, ticks) => {
  expect(computeAxisTicks(highest)).toEqual(ticks)
})

test('createAxisLabelVisibilityCheck always labels the last position and at most the given number of positions', () => {
  const listLabelled = (positionCount: number, maxLabels: number) =>
    Array.from({ length: positionCount }, (_, index) => index).filter(
      createAxisLabelVisibilityCheck(positionCount, maxLabels),
    )
  expect(listLabelled(12, 6)).toEqual([1, 3, 5, 7, 9, 11])
  expect(listLabelled(3, 6)).toEqual([0, 1, 2])
  expect(listLabelled(30, 6)).toEqual([4, 9, 14, 19, 24, 29])
})
