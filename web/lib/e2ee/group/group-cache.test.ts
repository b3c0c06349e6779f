import { expect, test } from 'vitest'
import { GroupCache } from './group-cache.ts'

test('concurrent loads of a stored encrypted group return the same object', async () => {
  const keeper = new GroupCache(7, 1, {
    load: async () => ({ epochs: [], entries: [], intended: [], gen: 1 }),
    save: async () => {},
  })
  const [first, second] = await Promise.all([keeper.load(), keeper.load()])
  expect(first).toBe(second)
})

test('after a failed load, the next load of a stored encrypted group reads the store again', async () => {
  let attempts = 0
  const keeper = new GroupCache(7, 1, {
    load: async () => {
      attempts += 1
      if (attempts === 1) throw new Error('blocked')
      return undefined
    },
    save: async () => {},
  })
  await expect(keeper.load()).rejects.toThrow('blocked')
  expect(await keeper.load()).toMatchObject({ gen: 1, epochs: [] })
})
