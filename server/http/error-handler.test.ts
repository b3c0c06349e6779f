import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '#server/test/harness/app.ts'
import { createTestLog } from '#server/test/harness/test-log.ts'
import { errorTexts } from '#texts/errors.ts'

const { log, lines } = createTestLog()
let target: TestApp
let admin: Caller

beforeAll(async () => {
  target = await createTestApp({ LOG_LEVEL: 'trace' }, log)
  admin = await target.asNew({ role: 'system_admin' })
})
afterAll(async () => {
  await target.app.close()
  await target.database.close()
})

describe('size of error responses', () => {
  test.each([
    [
      'seven thousand fields',
      Object.fromEntries(Array.from({ length: 7000 }, (_, n) => [n.toString(36), 1])),
    ],
    ['a field name of 60,000 characters', { ['x'.repeat(60_000)]: 1 }],
    [
      'many long field names',
      Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${n}${'é'.repeat(500)}`, 1])),
    ],
    ['many wrong values', { ids: Array.from({ length: 7000 }, () => 'x') }],
    [
      'many wrong keys in one value',
      { email: Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [n, n])) },
    ],
  ])('a rejected body with %s gets a response below 16 KB with at most 50 fields', async (_name, body) => {
    for (const url of ['/api/auth/login', '/api/users/approve', '/api/clubs']) {
      const response = await admin.call('POST', url, body)
      expect(response.statusCode).toBe(400)
      expect(response.rawPayload.length).toBeLessThan(16_000)
      expect(Object.keys(response.json().fields).length).toBeLessThanOrEqual(50)
    }
  })

  test('a validation error names unknown body fields, also those called toString or valueOf', async () => {
    const body = { email: 'a@b.my', password: 'x', toString: 1, valueOf: 2 }
    const { fields } = (await admin.call('POST', '/api/auth/login', body)).json()
    expect(Object.keys(fields)).toEqual(['toString', 'valueOf'])
  })
})

describe('validation errors of the whole body', () => {
  test('a request without body gets the error missing_body without field errors on every POST and PUT route', async () => {
    const routes = target.app.accessList.filter(
      ({ method, url }) => ['POST', 'PUT'].includes(method) && !url.endsWith('/logout'),
    )
    let missingBodyCount = 0
    for (const { method, url } of routes) {
      const id = url.startsWith('/api/calls/') ? randomUUID() : '1'
      const response = await admin.call(method as 'POST', url.replace(/:\w+/g, id))
      if (response.statusCode !== 400) continue
      const { code, message, fields } = response.json()
      expect([url, Object.keys(fields ?? {}).includes('')]).toEqual([url, false])
      if (code === 'missing_body') {
        missingBodyCount++
        expect([message, fields]).toEqual([errorTexts.missing_body, undefined])
      }
    }
    expect(missingBodyCount).toBeGreaterThan(10)
  })

  test.each([
    ['an array', []],
    ['empty', {}],
  ])('a body that is %s is rejected without a field name', async (_name, body) => {
    const response = await admin.call('PUT', '/api/profile', body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).not.toHaveProperty('fields')
  })
})

describe('request ids', () => {
  const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/

  test('each request has its own id in the response header, error body and log, and ids sent by clients are ignored', async () => {
    const calls = [
      '/healthz',
      '/login',
      '/api/auth/me',
      '/api/nothing',
      '/api/users/0',
      '/%',
      `/api/users/${'1'.repeat(90)}`,
    ]
    const ids: string[] = []
    for (const url of calls) {
      const headers = { 'x-request-id': 'SAYA-SENDIRI', 'request-id': 'SAYA-SENDIRI' }
      const response = await target.app.inject({ url, headers })
      const id = String(response.headers['x-request-id'])
      expect([url, id]).toEqual([url, expect.stringMatching(uuid)])
      if (response.statusCode >= 400) expect(response.json().requestId).toBe(id)
      ids.push(id)
    }
    expect(new Set(ids).size).toBe(calls.length)
    const logged = lines().map(({ reqId }) => reqId)
    for (const id of ids.slice(0, 5)) expect(logged).toContain(id)
    expect(JSON.stringify(lines())).not.toContain('SAYA-SENDIRI')
  })

  test('a malformed HTTP request is logged and gets a response with a request id', async () => {
    await target.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = target.app.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'))
    const [head = '', body = ''] = (await readText(socket)).split('\r\n\r\n')
    const { requestId } = JSON.parse(body)
    expect(requestId).toMatch(uuid)
    expect(head).toContain(`X-Request-Id: ${requestId}`)
    expect(lines()).toContainEqual(expect.objectContaining({ reqId: requestId, status: 400 }))
  })
})
