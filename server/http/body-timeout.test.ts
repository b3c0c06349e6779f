import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildTestSettings, findFreePort } from '#server/test/harness/app.ts'
import { pauseRequestBeforeEndOfBody } from '#server/test/harness/paused-request.ts'
import { registerBodyTimeout } from './body-timeout.ts'
import { registerErrorHandler } from './error-handler.ts'

const app = Fastify()
let handled = 0
// Fastify decorations that the error handler needs to find the language of its message.
app.decorate('settings', buildTestSettings())
await app.register(cookie)
registerErrorHandler(app)
registerBodyTimeout(app, 100)
app.get('/api/auth/me', async () => 'ok')
app.post('/', async request => {
  handled++
  return request.body
})
afterAll(() => app.close())

test('a request that is rejected before its body was read leaves no running timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const response = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'text/x' },
    payload: 'x',
  })
  expect(response.statusCode).toBe(415)
  expect(vi.getTimerCount()).toBe(0)
})

test('a request whose body arrives too slowly gets 408, and the handler of its route is never called', async () => {
  const port = await findFreePort()
  await app.listen({ port, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${port}`
  const headers = { 'content-type': 'application/json' }
  const completeResponse = await fetch(url, { method: 'POST', headers, body: '{"a":1}' })
  expect(await completeResponse.json()).toEqual({ a: 1 })
  const slowRequest = await pauseRequestBeforeEndOfBody(url, 'POST', '/', {}, { a: 2 })
  const { status, body } = await slowRequest.response
  expect([status, JSON.parse(body).code]).toEqual([408, 'timeout'])
  expect(handled).toBe(1)
})
