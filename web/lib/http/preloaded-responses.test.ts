import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  clearPreloadedResponses,
  startReadingPreloadedResponses,
  takePendingPreloadedRequest,
  takePreloadedResponse,
} from './preloaded-responses.ts'

const fetched = vi.fn(async (url: string) => new Response('[]', { status: url === '/api/no' ? 403 : 200 }))

beforeEach(async () => {
  const links = ['/api/yes', '/api/no'].map(path => ({ href: `https://perantau.test${path}` }))
  vi.stubGlobal('document', { querySelectorAll: () => links })
  vi.stubGlobal('window', { location: { origin: 'https://perantau.test' } })
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
  await startReadingPreloadedResponses()
})
afterEach(() => {
  clearPreloadedResponses()
  vi.unstubAllGlobals()
})

test('a preloaded response is returned to the first caller only, and its request is not sent again', async () => {
  expect(takePreloadedResponse('/api/yes')?.text).toBe('[]')
  expect([takePreloadedResponse('/api/yes'), takePendingPreloadedRequest('/api/yes')]).toEqual([
    undefined,
    undefined,
  ])
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a preloaded error response is not used as initial query data, but is returned to the request for its URL', async () => {
  expect(takePreloadedResponse('/api/no')).toBeUndefined()
  expect((await takePendingPreloadedRequest('/api/no'))?.response.status).toBe(403)
})

test('no preloaded response is returned after the preloads were cleared', () => {
  clearPreloadedResponses()
  expect([takePreloadedResponse('/api/yes'), takePendingPreloadedRequest('/api/no')]).toEqual([
    undefined,
    undefined,
  ])
})
