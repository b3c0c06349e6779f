import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Touched } from '#shared/contracts/socket.ts'
import { createBroadcast } from './broadcast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first at once, a burst after it in one word, quiet after that', () => {
  const said: Touched[][] = []
  const broadcast = createBroadcast(touched => said.push(touched), 1000)
  broadcast.tell({ topics: ['club'], by: 'satu' })
  expect(said).toEqual([[{ topics: ['club'], by: 'satu' }]])
  for (let i = 0; i < 100; i++) broadcast.tell({ topics: ['club', 'groups'], by: `ramai-${i}` })
  broadcast.tell({ topics: ['me'], by: 'satu' })
  broadcast.tell({ topics: ['me'], by: 'satu' })
  expect(said).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  // Of what several did nobody is said to know already.
  expect(said[1]).toEqual([{ topics: ['club', 'groups'] }, { topics: ['me'], by: 'satu' }])
  vi.advanceTimersByTime(5000)
  expect(said).toHaveLength(2)
  broadcast.tell({ topics: ['audit'] })
  expect(said.at(-1)).toEqual([{ topics: ['audit'], by: undefined }])
  broadcast.tell({ topics: ['keys'] })
  broadcast.stop()
  vi.advanceTimersByTime(5000)
  expect(said).toHaveLength(3)
})
