import { expect, test } from 'vitest'
import { GroupKeeper } from './group-keeper.ts'

test('two who ask at once hold the same group', async () => {
  const keeper = new GroupKeeper(7, 1, {
    load: async () => ({ epochs: [], entries: [], intended: [], gen: 1 }),
    save: async () => {},
  })
  const [one, other] = await Promise.all([keeper.load(), keeper.load()])
  expect(one).toBe(other)
})

test('a store that failed once is asked again', async () => {
  let times = 0
  const keeper = new GroupKeeper(7, 1, {
    load: async () => {
      times += 1
      if (times === 1) throw new Error('blocked')
      return undefined
    },
    save: async () => {},
  })
  await expect(keeper.load()).rejects.toThrow('blocked')
  expect(await keeper.load()).toMatchObject({ gen: 1, epochs: [] })
})
