// Sends invalid input to every route: each route returns an error in Malay, no 5xx, and no internal details.
// The test distributes invalid values over the routes, so that each route gets some values of every kind.
// With ALL_CASES=1 the test sends every invalid value to every route.
import { connect as connectTcp } from 'node:net'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { mapInBatches } from '#server/test/harness/map-in-batches.ts'
import { pickTestCaseSubset } from '#server/test/harness/pick-test-case-subset.ts'
import type { ErrorBody } from '#shared/contracts/error-body.ts'
import { errorTexts } from '#texts/errors.ts'

const target = setUpApp()
type Route = (typeof target.app.accessList)[number]
let admin: Caller
/** Country administrator, who calls the routes that the system administrator may not call. */
let officer: Caller
beforeAll(async () => {
  admin = await target.asNew({ role: 'system_admin' })
  officer = await target.asNew({ role: 'country_admin' })
})

const buildNestedArrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Builds a body above the size limit of the route. The limit is higher for encryption keys, reports and ballots. */
function buildTooLargeBody(url: string): string {
  const ballotSize = 310_000
  const sizes = {
    '/epochs': 132_000,
    '/vault': 2_100_000,
    '/links/:id': 540_000,
    '/reports': 132_000,
    '/ballots': ballotSize,
    '/ceremony/polynomial': ballotSize,
    '/decryptions': 560_000,
  }
  const size = Object.entries(sizes).find(([end]) => url.endsWith(end))?.[1] ?? 70_000
  return JSON.stringify({ email: 'a@b.my', password: 'x'.repeat(size) })
}

/** Fills valid ids into the path, so that the route validates the body. */
const buildPath = (url: string) =>
  url.replace(/:\w+/g, url.startsWith('/api/calls/') ? '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' : '1')

type Payload = string | ((url: string) => string)

/** Bodies that the JSON parser or the general checks refuse, before the schema of the route is applied. */
const unreadableBodies: [name: string, payload: Payload][] = [
  ['malformed JSON', '{"email": '],
  ['not JSON at all', 'email=a&password=b'],
  ['a NUL character', '{"email": "a@b.my", "password": "a\\u0000b"}'],
  ['a NUL character in a name', '{"email\\u0000": "a@b.my", "password": "x"}'],
  ['half a surrogate pair', '{"email": "a@b.my", "password": "\\ud800"}'],
  ['numbers beyond range', '{"email": 1e999, "password": 9007199254740993}'],
  ['nesting deeper than 32', `{"email": ${buildNestedArrays(40)}, "password": "x"}`],
  ['__proto__', '{"email": "a@b.my", "password": "x", "__proto__": {"role": "system_admin"}}'],
  ['constructor.prototype', '{"email": "a@b.my", "password": "x", "constructor": {"prototype": {"a": 1}}}'],
]

/** JSON values that are not objects. The schema of every route refuses them as a body. */
const bodiesWithoutFields: typeof unreadableBodies = [
  ['a bare string', '"text"'],
  ['a bare number', '42'],
  ['null', 'null'],
  ['an array', '[]'],
]

/** Values of wrong types for fields that the sign-in routes have. Other routes do not know these fields. */
const wrongFields: typeof unreadableBodies = [
  ['wrong types', '{"email": 1, "password": true}'],
  ['null for text', '{"email": null, "password": null}'],
  ['arrays for strings', '{"email": ["a@b.my"], "password": ["x"]}'],
  ['objects for strings', '{"email": {"$gt": ""}, "password": {"$ne": 1}}'],
]

/** Bodies that depend on the schema and the size limit of each route. */
const bodiesForEveryRoute: [name: string, payload: Payload, status?: number][] = [
  ['an unknown field', '{"email": "a@b.my", "password": "x", "role": "system_admin"}'],
  ['too large', buildTooLargeBody, 413],
]

/** Each route gets every third of these ids, among them one that PostgreSQL does not accept as an integer. */
const ids = [
  '0',
  '-1',
  '1.5',
  'abc',
  '%00',
  '%E0%A4%A',
  '1%27%20or%201=1',
  '99999999999999999999',
  'x'.repeat(80),
]

const internals = /select |insert |at .*\.ts|node_modules|Error:|must |FST_/i

const messages = new Map<string, string>(Object.entries(errorTexts))

/** Lists the defects of an error response: wrong status, wrong code, wrong message, or internal details. */
function listFaultsOfResponse(
  { statusCode, body }: { statusCode: number; body: string },
  status?: number,
): string[] {
  const { code, message } = JSON.parse(body) as ErrorBody
  const isExpected = status ? statusCode === status : statusCode === 400 || statusCode === 404
  const text = messages.get(code)
  return [
    ...(isExpected ? [] : ['status']),
    ...(text === undefined ? ['code'] : []),
    ...(message === text ? [] : ['message']),
    ...(internals.test(body) ? ['internals'] : []),
  ].map(fault => `${fault}: ${statusCode} ${body}`)
}

const expectMalayError = (response: { statusCode: number; body: string }, status?: number) =>
  expect(listFaultsOfResponse(response, status)).toEqual([])

/** Sends the given requests and expects an error in Malay as the response to each. */
async function expectMalayErrors(requests: InjectOptions[], status?: number) {
  expect(requests.length).toBeGreaterThan(0)
  const faults = await mapInBatches(requests, async request => {
    const response = await target.app.inject(request)
    return listFaultsOfResponse(response, status).map(fault => `${request.method} ${request.url} ${fault}`)
  })
  expect(faults.flat()).toEqual([])
}

describe('request bodies', () => {
  // The route /api/imports takes a file, so any other body has the wrong content type there.
  const listRoutesWithBody = () =>
    target.app.accessList.filter(
      ({ method, url }) =>
        method !== 'GET' && method !== 'HEAD' && !url.endsWith('/logout') && url !== '/api/imports',
    )

  async function expectRejected(routes: Route[], payload: Payload, status?: number) {
    const requests = routes.map(({ method, url, access }) => {
      const { cookie } = access === 'offices.handOver' ? officer : admin
      return {
        method: method as 'POST',
        url: buildPath(url),
        payload: typeof payload === 'string' ? payload : payload(url),
        headers: { 'content-type': 'application/json', origin: 'http://perantau.test', cookie },
      }
    })
    await expectMalayErrors(requests, status)
  }

  test.each(bodiesForEveryRoute)('every route with a body rejects %s', (_name, payload, status) =>
    expectRejected(listRoutesWithBody(), payload, status),
  )

  describe.each([
    ['a body that cannot be read', unreadableBodies],
    ['a body without fields', bodiesWithoutFields],
    ['a body with wrong fields', wrongFields],
  ])('%s', (_kind, bodies) => {
    test.each(bodies.map((body, round) => [...body, round] as const))(
      'routes with a body reject %s',
      async (_name, payload, round) => {
        const routes = listRoutesWithBody()
        const share = new Set(pickTestCaseSubset(routes, round, bodies.length))
        const isRequestSent = (route: Route) => share.has(route) || route.url.startsWith('/api/auth/')
        await expectRejected(routes.filter(isRequestSent), payload)
      },
    )
  })

  test('a body of arrays nested 30,000 deep, within the size limit, is rejected', async () => {
    const response = await target.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: buildNestedArrays(30_000),
      headers: { 'content-type': 'application/json', origin: 'http://perantau.test' },
    })
    expectMalayError(response, 400)
  })

  /** Content types that most routes do not accept: only some accept forms, and no parser handles the other types. */
  const foreignTypes: [type: string, shares: number, round: number][] = [
    ['multipart/form-data; boundary=x', 1, 0],
    ['application/x-www-form-urlencoded', 1, 0],
    ['text/plain', 3, 0],
    ['application/xml', 3, 1],
    ['nonsense', 3, 2],
  ]

  test.each(foreignTypes)(
    'every route but the two uploads returns 415 for %s',
    async (type, shares, round) => {
      const routes = target.app.accessList.filter(
        ({ method, url }) =>
          !['GET', 'HEAD'].includes(method) && !['/api/files', '/api/imports'].includes(url),
      )
      expect(routes.length).toBeGreaterThan(100)
      const part = '--x\r\ncontent-disposition: form-data; name="columns"\r\n\r\n[]\r\n--x--\r\n'
      // Unsubscribe routes accept forms, because mail programs send one for one-click unsubscribe (RFC 8058).
      const refusing = pickTestCaseSubset(routes, round, shares).filter(
        ({ url }) => !type.includes('urlencoded') || !url.startsWith('/api/unsubscribe/'),
      )
      const outcomes = await mapInBatches(refusing, async ({ method, url, access }) => {
        const response = await target.app.inject({
          method: method as 'POST',
          url: buildPath(url),
          payload: type.startsWith('multipart/') ? part : 'email=a@b.my&password=x',
          headers: {
            'content-type': type,
            origin: 'http://perantau.test',
            cookie: (access === 'offices.handOver' ? officer : admin).cookie,
          },
        })
        return [method, url, response.statusCode, response.json().code]
      })
      expect(outcomes).toEqual(refusing.map(({ method, url }) => [method, url, 415, 'unsupported_type']))
    },
  )

  test('a validation error names each invalid field, in Malay', async () => {
    const response = await admin.call('POST', '/api/auth/login', { email: 'tiada', extra: 1 })
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toEqual({
      email: 'Format email tidak sah',
      password: 'Kata laluan diperlukan',
      extra: 'Medan ini tidak dibenarkan',
    })
  })
})

describe('request paths', () => {
  test.each(ids.map((id, round) => [id, round] as const))(
    'every route with an id in its URL returns an error in Malay for the id %s',
    async (id, round) => {
      // Public HTML pages send errors as HTML, which another test covers.
      const routes = target.app.accessList.filter(
        ({ method, url }) => method !== 'HEAD' && url.startsWith('/api/') && url.includes(':'),
      )
      const spread = pickTestCaseSubset(routes, round, 3)
      const requests = [...spread, { method: 'GET', url: '/api/nothing/:id' }].map(({ method, url }) => ({
        method: method as 'GET',
        url: url.replace(/:\w+/g, id),
        headers: { origin: 'http://perantau.test', cookie: admin.cookie },
      }))
      await expectMalayErrors(requests)
    },
  )

  test.each([
    '/api',
    '/api/',
    '/api/unknown',
    '/api/auth',
    '/api/../api/x',
    '/assets/none.js',
    '/api//auth/me',
  ])('GET %s returns 404 as a JSON error', async url => {
    const response = await admin.call('GET', url)
    expectMalayError(response, 404)
  })

  test.each(['//', '/\\', '//:80', '//[', '/%', '/..', '///api/x'])(
    'a raw request for the path %s returns no 5xx and has security headers',
    async url => {
      const response = await sendRawGet(url)
      expect(response.status, url).toBeLessThan(500)
      expect(response.headers).toContain('x-content-type-options: nosniff')
    },
  )

  test.each(['?search=%00', '?a[__proto__]=1', `?q=${'x'.repeat(5000)}`, '?%E0%A4%A'])(
    'GET /api/auth/me with the query %s returns 200 or 400',
    async query => {
      const response = await admin.call('GET', `/api/auth/me${query}`)
      expect([200, 400]).toContain(response.statusCode)
    },
  )

  test('a request with a method that the route does not support returns 404', async () => {
    expectMalayError(await admin.call('PUT', '/api/auth/login', {}), 404)
    expectMalayError(await admin.call('DELETE', '/nowhere'), 404)
  })
})

async function listenOnFreePort(): Promise<number> {
  if (!target.app.server.listening) await target.app.listen({ port: 0, host: '127.0.0.1' })
  return (target.app.server.address() as { port: number }).port
}

/** Sends the given text over TCP unchanged, because an HTTP client would refuse to send it. */
async function exchangeRawText(text: string): Promise<string> {
  const port = await listenOnFreePort()
  return new Promise(resolve => {
    let received = ''
    const socket = connectTcp(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', chunk => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
  })
}

async function sendRawGet(path: string): Promise<{ status: number; headers: string }> {
  const response = await exchangeRawText(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  return {
    status: Number(response.split(' ')[1]),
    headers: (response.split('\r\n\r\n')[0] ?? '').toLowerCase(),
  }
}

describe('malformed HTTP', () => {
  test.each([
    ['an invalid request line', 'GARBAGE\r\n\r\n', '400'],
    ['too large headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
  ])('a malformed HTTP request gets an error response in Malay: %s', async (_name, text, status) => {
    const response = await exchangeRawText(text)
    expect(response).toContain(`HTTP/1.1 ${status}`)
    expect(Object.values(errorTexts)).toContain(JSON.parse(response.split('\r\n\r\n')[1] ?? '').message)
  })
})
