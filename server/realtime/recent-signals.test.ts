import { expect, test } from 'vitest'
import { createRecentSignals } from './recent-signals.ts'

test('a newcomer is told what changed lately for them, once, and nothing else', () => {
  let time = 0
  const recent = createRecentSignals(() => time)
  recent.remember(['/api/old'], undefined)
  time = 10_000
  recent.remember(['/api/clubs', '/api/dashboard'], undefined)
  recent.remember(['/api/dashboard', '/api/users'], ['reach:all:', 'user:7'])
  recent.remember(['/api/notifications'], ['user:8'])
  expect(recent.for(new Set(['user:7'])).toSorted()).toEqual([
    '/api/clubs',
    '/api/dashboard',
    '/api/old',
    '/api/users',
  ])
  time = 16_000
  expect(recent.for(new Set(['user:9']))).toEqual(['/api/clubs', '/api/dashboard'])
  time = 30_000
  expect(recent.for(new Set(['user:7']))).toEqual([])
})
