import { expect, test } from 'vitest'
import { countries } from '#shared/countries/countries.ts'
import { computeMapShadeThresholds, getMapShadeIndex } from './map-shades.ts'
import world from './world.json' with { type: 'json' }

test.each([
  [0, []],
  [1, [1]],
  [3, [1, 2]],
  [1000, [1, 101, 301, 601]],
])(
  'computeMapShadeThresholds for at most %i members per country returns the lower bounds %j',
  (highest, starts) => {
    expect(computeMapShadeThresholds(highest)).toEqual(starts)
  },
)

test('getMapShadeIndex grows with the number of members and is 0 for a country without members', () => {
  const starts = computeMapShadeThresholds(1000)
  expect([0, 1, 100, 101, 1000].map(count => getMapShadeIndex(count, starts))).toEqual([0, 1, 1, 2, 4])
})

/** Lists the points of a path with relative coordinates. */
function followPath(path: string): [x: number, y: number][] {
  let ringStart: [number, number] = [0, 0]
  return path.split('z').flatMap(ring => {
    let [x, y] = ringStart
    const numbers = (ring.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    const points = Array.from({ length: numbers.length / 2 }, (_, index): [number, number] => {
      x += numbers[index * 2] as number
      y += numbers[index * 2 + 1] as number
      return [Math.round(x * 10) / 10, Math.round(y * 10) / 10]
    })
    ringStart = points[0] ?? ringStart
    return points
  })
}

test('the world map contains every country, with an outline or a position inside the drawing', () => {
  expect(Object.keys(world.countries).sort()).toEqual([...countries].sort())
  for (const [country, shape] of Object.entries(world.countries)) {
    const { width, height } = world
    const drawn = 'path' in shape ? followPath(shape.path) : [[shape.x, shape.y] as const]
    const isInside = drawn.every(([x, y]) => x >= 0 && x <= width && y >= 0 && y <= height)
    expect([country, drawn.length > 0, isInside]).toEqual([country, true, true])
  }
})
