import { expect, test } from 'vitest'
import { countries } from '#shared/countries/countries.ts'
import { computeMapShadeThresholds, getMapShadeIndex } from './map-shades.ts'
import world from './world.json' with { type: 'json' }

test.each([
  [0, []],
  [1, [1]],
  [3, [1, 2]],
  [1000, [1, 101, 301, 601]],
])('computeShadeStarts for at most %i members per country returns the lower bounds %j', (highest, starts) => {
  expect(computeMapShadeThresholds(highest)).toEqual(starts)
})

test('getMapShadeIndex grows with the number of members and is 0 for a country without members', () => {
  const starts = computeMapShadeThresholds(1000)
  expect([0, 1, 100, 101, 1000].map(count => getMapShadeIndex(count, starts))).toEqual([0, 1, 1, 2, 4])
})

test('the world map contains every supported country, with a position inside the drawing', () => {
  expect(Object.keys(world.countries).sort()).toEqual([...countries].sort())
  for (const { x, y } of Object.values(world.countries)) {
    expect(x > 0 && x < world.width && y > 0 && y < world.height).toBe(true)
  }
})
