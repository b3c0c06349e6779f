// Nonsense in every form against every route: a refusal in Malay, never a 5xx, nothing of our insides.
import { connect as connectTcp } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ErrorBody } from '#shared/contracts/errors.ts'
import { errorTexts } from '#shared/errors.ts'
import { type Caller, setUpApp } from './app.ts'

const target = setUpApp()
let admin: Caller
/** What those at the top have no part in. */
let officer: Caller
beforeAll(async () => {
  admin = await target.asNew({ role: 'system_admin' })
  officer = await target.asNew({ role: 'country_admin' })
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Larger than most may be; epochs hold a key for each of five hundred, a vault what is known of some thousand people. */
function tooLarge(url: string): string {
  const larger = { '/epochs': 132_000, '/vault': 2_100_000, '/links/:id': 540_000, '/reports': 132_000 }
  const size = Object.entries(larger).find(([end]) => url.endsWith(end))?.[1] ?? 70_000
  return JSON.stringify({ email: 'a@b.my', password: 'x'.repeat(size) })
}

/** An id of the right form, so that it is the body that is looked at. */
const addressOf = (url: string) =>
  url.replace(/:\w+/g, url.startsWith('/api/calls/') ? '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' : '1')

const bodies: [name: string, payload: string | ((url: string) => string), status?: number][] = [
  ['malformed JSON', '{"email": '],
  ['not JSON at all', 'email=a&password=b'],
  ['a bare string', '"text"'],
  ['a bare number', '42'],
  ['null', 'null'],
  ['an array', '[]'],
  ['wrong types', '{"email": 1, "password": true}'],
  ['null for text', '{"email": null, "password": null}'],
  ['arrays for strings', '{"email": ["a@b.my"], "password": ["x"]}'],
  ['objects for strings', '{"email": {"$gt": ""}, "password": {"$ne": 1}}'],
  ['a NUL character', '{"email": "a@b.my", "password": "a\\u0000b"}'],
  ['a NUL character in a name', '{"email\\u0000": "a@b.my", "password": "x"}'],
  ['half a surrogate pair', '{"email": "a@b.my", "password": "\\ud800"}'],
  ['numbers beyond range', '{"email": 1e999, "password": 9007199254740993}'],
  ['nesting deeper than 32', `{"email": ${nested(40)}, "password": "x"}`],
  ['nesting as deep as the size allows', nested(30_000)],
  ['__proto__', '{"email": "a@b.my", "password": "x", "__proto__": {"role": "system_admin"}}'],
  ['constructor.prototype', '{"email": "a@b.my", "password": "x", "constructor": {"prototype": {"a": 1}}}'],
  ['an unknown field', '{"email": "a@b.my", "password": "x", "role": "system_admin"}'],
  ['too large', tooLarge, 413],
]

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

function expectRefusal(response: { statusCode: number; body: string }, status?: number) {
  const context = `${response.statusCode} ${response.body}`
  if (status) expect(response.statusCode, context).toBe(status)
  else expect([400, 404], context).toContain(response.statusCode)
  const body = JSON.parse(response.body) as ErrorBody
  expect(Object.keys(errorTexts)).toContain(body.code)
  expect(Object.values(errorTexts)).toContain(body.message)
  expect(response.body).not.toMatch(/select |insert |at .*\.ts|node_modules|Error:|must |FST_/i)
}

describe('bodies', () => {
  test.each(bodies)('%s', async (_name, payload, status) => {
    // A list of people comes as a file, and anything else is of the wrong type.
    const routes = target.app.accessList.filter(
      ({ method, url }) =>
        method !== 'GET' && method !== 'HEAD' && !url.endsWith('/logout') && url !== '/api/imports',
    )
    expect(routes.length).toBeGreaterThan(0)
    for (const { method, url, access } of routes) {
      const { cookie } = access === 'offices.handOver' ? officer : admin
      const response = await target.app.inject({
        method: method as 'POST',
        url: addressOf(url),
        payload: typeof payload === 'string' ? payload : payload(url),
        headers: { 'content-type': 'application/json', origin: 'http://perantau.test', cookie },
      })
      expectRefusal(response, status)
    }
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('every route but the two uploads returns 415 for %s', async type => {
    const routes = target.app.accessList.filter(
      ({ method, url }) => !['GET', 'HEAD'].includes(method) && !['/api/files', '/api/imports'].includes(url),
    )
    expect(routes.length).toBeGreaterThan(100)
    const part = '--x\r\ncontent-disposition: form-data; name="columns"\r\n\r\n[]\r\n--x--\r\n'
    for (const { method, url, access } of routes) {
      // Mail programs unsubscribe with such a form (RFC 8058).
      if (type.includes('urlencoded') && url.startsWith('/api/unsubscribe/')) continue
      const response = await target.app.inject({
        method: method as 'POST',
        url: addressOf(url),
        payload: type.startsWith('multipart/') ? part : 'email=a@b.my&password=x',
        headers: {
          'content-type': type,
          origin: 'http://perantau.test',
          cookie: (access === 'offices.handOver' ? officer : admin).cookie,
        },
      })
      expect([method, url, response.statusCode, response.json().code]).toEqual([
        method,
        url,
        415,
        'unsupported_type',
      ])
    }
  })

  test('validation names the fields, in Malay', async () => {
    const response = await admin.call('POST', '/api/auth/login', { email: 'tiada', extra: 1 })
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toEqual({
      email: 'Format email tidak sah',
      password: 'Kata laluan diperlukan',
      extra: 'Medan ini tidak dibenarkan',
    })
  })
})

describe('addresses', () => {
  test.each(ids)('an id like %s', async id => {
    // A page for everybody refuses with a page; a test of its own looks at that.
    const routes = target.app.accessList.filter(
      ({ method, url }) => method !== 'HEAD' && url.startsWith('/api/') && url.includes(':'),
    )
    for (const { method, url } of [...routes, { method: 'GET', url: '/api/nothing/:id' }]) {
      const response = await admin.call(method as 'GET', url.replace(/:\w+/g, id))
      expectRefusal(response)
    }
  })

  test.each([
    '/api',
    '/api/',
    '/api/unknown',
    '/api/auth',
    '/api/../api/x',
    '/assets/none.js',
    '/api//auth/me',
  ])('%s: 404 in the envelope', async url => {
    const response = await admin.call('GET', url)
    expectRefusal(response, 404)
  })

  test.each(['//', '/\\', '//:80', '//[', '/%', '/..', '///api/x'])(
    'a path like %s is no accident of ours',
    async url => {
      const response = await rawGet(url)
      expect(response.status, url).toBeLessThan(500)
      expect(response.headers).toContain('x-content-type-options: nosniff')
    },
  )

  test.each(['?search=%00', '?a[__proto__]=1', `?q=${'x'.repeat(5000)}`, '?%E0%A4%A'])(
    'a query like %s',
    async query => {
      const response = await admin.call('GET', `/api/auth/me${query}`)
      expect([200, 400]).toContain(response.statusCode)
    },
  )

  test('a method that is not there', async () => {
    expectRefusal(await admin.call('PUT', '/api/auth/login', {}), 404)
    expectRefusal(await admin.call('DELETE', '/nowhere'), 404)
  })
})

async function listen(): Promise<number> {
  if (!target.app.server.listening) await target.app.listen({ port: 0, host: '127.0.0.1' })
  return (target.app.server.address() as { port: number }).port
}

/** What clients do not send but anybody can: the text goes over the wire as it is. */
async function exchange(text: string): Promise<string> {
  const port = await listen()
  return new Promise(resolve => {
    let received = ''
    const socket = connectTcp(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', chunk => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
  })
}

async function rawGet(path: string): Promise<{ status: number; headers: string }> {
  const answer = await exchange(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  return { status: Number(answer.split(' ')[1]), headers: (answer.split('\r\n\r\n')[0] ?? '').toLowerCase() }
}

describe('what is not even HTTP', () => {
  test.each([
    ['a broken line', 'GARBAGE\r\n\r\n', '400'],
    ['headers too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
  ])('%s', async (_name, text, status) => {
    const answer = await exchange(text)
    expect(answer).toContain(`HTTP/1.1 ${status}`)
    expect(Object.values(errorTexts)).toContain(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').message)
  })
})
