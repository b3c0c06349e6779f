import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPreloaded, takeCome, takeComing, takeUpPreloaded } from './preloaded.ts'

const fetched = vi.fn(async (url: string) => new Response('[]', { status: url === '/api/no' ? 403 : 200 }))

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

test('a preloaded response is handed out once and not fetched again', async () => {
  expect(takeCome('/api/yes')?.text).toBe('[]')
  expect([takeCome('/api/yes'), takeComing('/api/yes')]).toEqual([undefined, undefined])
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a preloaded error response is no initial data, but the request receives it', async () => {
  expect(takeCome('/api/no')).toBeUndefined()
  expect((await takeComing('/api/no'))?.response.status).toBe(403)
})

test('no preloaded response is handed out after the preloads were cleared', () => {
  forgetPreloaded()
  expect([takeCome('/api/yes'), takeComing('/api/no')]).toEqual([undefined, undefined])
})
