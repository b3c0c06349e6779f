import Fastify from 'fastify'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#server/test/app.ts'
import { holdRequest } from '#server/test/held-request.ts'
import { registerBodyPatience } from './body-patience.ts'
import { registerErrorHandler } from './error-handler.ts'

const app = Fastify()
let handled = 0
registerErrorHandler(app)
registerBodyPatience(app, 100)
app.get('/api/auth/me', async () => 'ok')
app.post('/', async request => {
  handled++
  return request.body
})
afterAll(() => app.close())

test('what is refused before its body was read ends there, and nothing waits for the rest', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const refused = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'text/x' },
    payload: 'x',
  })
  expect(refused.statusCode).toBe(415)
  expect(vi.getTimerCount()).toBe(0)
})

test('a body that trickles is cut off with a word, and its call never happens', async () => {
  const port = await freePort()
  await app.listen({ port, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${port}`
  const headers = { 'content-type': 'application/json' }
  const whole = await fetch(url, { method: 'POST', headers, body: '{"a":1}' })
  expect(await whole.json()).toEqual({ a: 1 })
  const held = await holdRequest(url, 'POST', '/', {}, { a: 2 })
  const { status, body } = await held.answered
  expect([status, JSON.parse(body).code]).toEqual([408, 'timeout'])
  expect(handled).toBe(1)
})
