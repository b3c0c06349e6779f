import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBroadcast } from './broadcast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first at once, a burst after it in one word, quiet after that', () => {
  const said: string[][] = []
  const broadcast = createBroadcast(urls => said.push(urls), 1000)
  broadcast.tell(['/a'])
  expect(said).toEqual([['/a']])
  for (let i = 0; i < 100; i++) broadcast.tell(['/a', '/b'])
  expect(said).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  expect(said).toEqual([['/a'], ['/a', '/b']])
  vi.advanceTimersByTime(5000)
  expect(said).toHaveLength(2)
  broadcast.tell(['/c'])
  expect(said.at(-1)).toEqual(['/c'])
  broadcast.tell(['/d'])
  broadcast.stop()
  vi.advanceTimersByTime(5000)
  expect(said).toHaveLength(3)
})
