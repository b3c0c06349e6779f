import { expect, test } from 'vitest'
import { createHandingOut } from './handing-out.ts'

test('what moved on while it was looked for is looked for again, up to where it has moved', async () => {
  const told: number[] = []
  let place = 1
  const asked: number[] = []
  const group = createHandingOut<{ place: number }>({
    read: async (_groupId, after, upTo) => {
      asked.push(upTo)
      // It is changed once more between the question and the answer, and whoever did so says so at once.
      if (upTo === 1) {
        place = 2
        group.advance(7, 2)
      }
      return place > after && place <= upTo ? [{ place }] : []
    },
    emit: (_groupId, rows) => told.push(...rows.map(row => row.place)),
    placeOf: row => row.place,
    log: { warn: () => {} },
  })
  group.begin(7, 0)
  group.advance(7, 1)
  await expect.poll(() => asked).toEqual([1, 2])
  expect(told).toEqual([2])
  expect(group.position(7)).toBe(2)
})
