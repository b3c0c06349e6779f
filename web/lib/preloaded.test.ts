import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPreloaded, takeCome, takeComing, takeUpPreloaded } from './preloaded.ts'

const fetched = vi.fn(
  async (address: string) => new Response('[]', { status: address === '/api/no' ? 403 : 200 }),
)

beforeEach(async () => {
  const links = ['/api/yes', '/api/no'].map(path => ({ href: `https://perantau.test${path}` }))
  vi.stubGlobal('document', { querySelectorAll: () => links })
  vi.stubGlobal('window', { location: { origin: 'https://perantau.test' } })
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
  await takeUpPreloaded()
})
afterEach(() => {
  forgetPreloaded()
  vi.unstubAllGlobals()
})

test('what the document asked for is handed out once, by whichever way is first', async () => {
  expect(takeCome('/api/yes')?.text).toBe('[]')
  expect([takeCome('/api/yes'), takeComing('/api/yes')]).toEqual([undefined, undefined])
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a refusal is no first look; the call that asks for it is told', async () => {
  expect(takeCome('/api/no')).toBeUndefined()
  expect((await takeComing('/api/no'))?.response.status).toBe(403)
})

test('after a change nothing from before is handed out', () => {
  forgetPreloaded()
  expect([takeCome('/api/yes'), takeComing('/api/no')]).toEqual([undefined, undefined])
})
