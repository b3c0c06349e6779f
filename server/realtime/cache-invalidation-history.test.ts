import { expect, test } from 'vitest'
import { createCacheInvalidationHistory } from './cache-invalidation-history.ts'

test('a new socket gets each topic (kind of data) that was invalidated for its rooms within the last fifteen seconds, without duplicates', () => {
  let time = 0
  const recent = createCacheInvalidationHistory(() => time)
  recent.remember(['keys'], undefined)
  time = 10_000
  recent.remember(['club', 'activity'], undefined)
  recent.remember(['activity', 'person'], ['reach:all:', 'user:7'])
  recent.remember(['notifications'], ['user:8'])
  expect(recent.findTopics(new Set(['user:7'])).toSorted()).toEqual(['activity', 'club', 'keys', 'person'])
  time = 16_000
  expect(recent.findTopics(new Set(['user:9']))).toEqual(['club', 'activity'])
  time = 30_000
  expect(recent.findTopics(new Set(['user:7']))).toEqual([])
})
