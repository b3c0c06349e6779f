import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { InvalidatedTopics } from '#shared/realtime/socket-events.ts'
import { createCacheInvalidationBroadcaster } from './cache-invalidation-broadcaster.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the refresh broadcaster sends the first refresh event (topics to load again) at once, and further ones combined, at most one per second', () => {
  const sent: InvalidatedTopics[][] = []
  const broadcast = createCacheInvalidationBroadcaster(touched => sent.push(touched), 1000)
  broadcast.notifyAll({ topics: ['club'], by: 'satu' })
  expect(sent).toEqual([[{ topics: ['club'], by: 'satu' }]])
  for (let i = 0; i < 100; i++) broadcast.notifyAll({ topics: ['club', 'groups'], by: `ramai-${i}` })
  broadcast.notifyAll({ topics: ['me'], by: 'satu' })
  broadcast.notifyAll({ topics: ['me'], by: 'satu' })
  expect(sent).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  // An event that combines changes of several browser windows names no window as its origin.
  expect(sent[1]).toEqual([{ topics: ['club', 'groups'] }, { topics: ['me'], by: 'satu' }])
  vi.advanceTimersByTime(5000)
  expect(sent).toHaveLength(2)
  broadcast.notifyAll({ topics: ['audit'] })
  expect(sent.at(-1)).toEqual([{ topics: ['audit'], by: undefined }])
  broadcast.notifyAll({ topics: ['keys'] })
  broadcast.stop()
  vi.advanceTimersByTime(5000)
  expect(sent).toHaveLength(3)
})
