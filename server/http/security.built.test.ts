import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '#server/env.ts'
import { createTestApp, setUpApp } from '#server/test/harness/app.ts'
import { isAllowedOrigin } from './security.ts'

const target = setUpApp({}, { withClient: true })

describe('origin check', () => {
  const origins = ['https://perantau.example']

  test.each([
    [{ origin: 'https://perantau.example' }, true],
    [{ origin: 'https://perantau.example', 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{}, true],
    [{ origin: 'null' }, false],
    [{ origin: '' }, false],
    [{ origin: 'https://jahat.example' }, false],
    [{ origin: 'http://perantau.example' }, false],
    [{ origin: 'https://perantau.example:8443' }, false],
    [{ origin: 'https://perantau.example.jahat.example' }, false],
    [{ origin: 'https://xperantau.example' }, false],
    [{ origin: 'https://PERANTAU.example' }, false],
    [{ origin: 'https://perantau.example/' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ origin: 'https://perantau.example', 'sec-fetch-site': 'cross-site' }, false],
  ])('isAllowedOrigin with the headers %o returns %s', (headers, allowed) => {
    expect(isAllowedOrigin(headers, origins)).toBe(allowed)
  })

  test('POST /api/auth/logout from an origin other than PUBLIC_URL returns 403 with and without a body', async () => {
    const caller = await target.asNew()
    for (const origin of ['https://jahat.example', 'null', 'http://perantau.test.jahat.example']) {
      for (const payload of [undefined, {}]) {
        const response = await target.app.inject({
          method: 'POST',
          url: '/api/auth/logout',
          headers: { origin, cookie: caller.cookie },
          payload,
        })
        expect(response.statusCode).toBe(403)
        expect(response.json().code).toBe('bad_origin')
      }
    }
    expect((await caller.call('GET', '/api/auth/me')).statusCode).toBe(200)
  })

  test('demo mode accepts localhost and 127.0.0.1 as origins; production accepts only PUBLIC_URL', async () => {
    const settings = {
      PORT: '4444',
      DATABASE_URL: 'postgresql://x/y',
      SECRET_KEY: '0123456789abcdefghijklmnopqrstuvwxyz',
    }
    const demo = await createTestApp({ PORT: '4444', PUBLIC_URL: '' })
    expect(demo.app.origins).toEqual(['http://localhost:4444', 'http://127.0.0.1:4444'])
    const production = await createTestApp({ ...settings, PUBLIC_URL: 'https://perantau.example/' })
    expect(production.app.origins).toEqual(['https://perantau.example'])
    for (const { app, database } of [demo, production]) {
      await app.close()
      await database.close()
    }
  })

  test('responses to requests from other origins have no CORS headers', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const response = await target.app.inject({
        method,
        url: '/api/auth/me',
        headers: { origin: 'https://jahat.example' },
      })
      expect(Object.keys(response.headers).filter(name => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe('security headers', () => {
  test('every response, including errors, has the headers nosniff and a same-origin resource policy', async () => {
    for (const url of [
      '/',
      '/login',
      '/nowhere',
      '/api/auth/me',
      '/api/nothing',
      '/healthz',
      '/robots.txt',
    ]) {
      const { headers } = await target.app.inject({ url })
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      if (url.startsWith('/api')) expect(headers['cache-control']).toBe('no-store')
    }
  })

  test('pages and images have a Content-Security-Policy; JSON and scripts omit it', async () => {
    for (const url of ['/api/auth/me', '/api/nothing', '/sw.js']) {
      const { headers } = await target.app.inject({ url })
      expect([url, headers['content-security-policy'], headers['x-frame-options']]).toEqual([
        url,
        undefined,
        undefined,
      ])
    }
    for (const url of ['/', '/login', '/nowhere', '/icon.svg', '/icon-192.png']) {
      const { headers } = await target.app.inject({ url })
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("script-src 'self';")
      expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|http)/)
      for (const part of [
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script';trusted-types default",
      ])
        expect(policy).toContain(part)
    }
    const { headers } = await target.app.inject({ url: '/api/docs/' })
    expect(headers['content-security-policy']).toMatch(/^default-src 'self';.*frame-ancestors 'none'$/)
  })

  test('the security headers allow calls: camera and microphone for this origin, and media from blob URLs', async () => {
    const { headers } = await target.app.inject({ url: '/communication' })
    expect(headers['permissions-policy']).toBe('camera=(self), microphone=(self)')
    const policy = String(headers['content-security-policy'])
    // Call sounds are files of the same origin, and voice messages are blobs. Media of calls have no URL.
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("media-src 'self' blob:;")
    expect(policy).not.toContain('webrtc')
  })

  test('over HTTPS the server sets HSTS and a Secure __Host- cookie, over HTTP no HSTS', async () => {
    const secure = await createTestApp({
      PUBLIC_URL: 'https://perantau.example',
      LOGIN_LIMITS: '100/1,100/1',
    })
    const caller = await secure.asNew()
    const { testPassword } = await import('#server/test/harness/factories.ts')
    const response = await secure.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: caller.user.email, password: testPassword },
    })
    expect(String(response.headers['set-cookie'])).toMatch(
      /^__Host-session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(response.headers['strict-transport-security']).toContain('max-age=')
    await secure.app.close()
    await secure.database.close()
    expect((await target.app.inject({ url: '/' })).headers['strict-transport-security']).toBeUndefined()
  })
})

describe('files of the built client', () => {
  const assets = readdirSync(join(root, 'dist/web/assets'))
  const script = assets.find(name => name.endsWith('.js'))
  const readPageEtag = async () => String((await target.app.inject({ url: '/login' })).headers.etag)

  test('client files with a hash in their name are cached for ever and sent with brotli, gzip or uncompressed', async () => {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const response = await target.app.inject({
        url: `/assets/${script}`,
        headers: { 'accept-encoding': accepted },
      })
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(response.headers['content-type']).toContain('javascript')
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })

  test.each(['/', '/login', '/members/', '/Clubs/12', '/user-management?page=2', '/help/encryption'])(
    'GET %s returns the page of the client with no-cache',
    async url => {
      const response = await target.app.inject({ url })
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toContain('text/html')
      expect(response.headers['cache-control']).toBe('no-cache')
      expect(response.body).toContain('<div id="root">')
    },
  )

  test.each(['/tiada', '/tiada/di/sini', '/clubs/1/2', '/membersx', '/server-status', '/healthz/'])(
    'GET %s returns the page of the client with status 404 and without ETag',
    async url => {
      const response = await target.app.inject({ url, headers: { 'if-none-match': await readPageEtag() } })
      expect(response.statusCode).toBe(404)
      expect(response.headers['content-type']).toContain('text/html')
      expect(response.headers).not.toHaveProperty('etag')
      expect(response.body).toContain('<div id="root">')
    },
  )

  test('the client page returns 304 when its ETag matches', async () => {
    const headers = { 'if-none-match': await readPageEtag() }
    expect((await target.app.inject({ url: '/login', headers })).statusCode).toBe(304)
  })

  test.each([
    '/.env',
    '/.git/config',
    '/.well-known/security.txt',
    '/dashboard/.env',
    '/wp-login.php',
    '/backup.sql',
    '/clubs/1.json',
    '/metrics/',
    '/METRICS',
    '/api',
    '/assets',
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/../../server/main.js',
    `/assets/${script}.map`,
    '/metrics',
    '/server/main.js',
  ])('GET %s returns a JSON error and discloses no file', async url => {
    const response = await target.app.inject({ url })
    expect([400, 404]).toContain(response.statusCode)
    expect(response.headers['content-type']).toContain('application/json')
    expect(response.body).not.toMatch(/"dependencies"|"mappings"|process_|sourcesContent/)
  })
})

test('the API documentation is OpenAPI 3.1 and lists every API route', async () => {
  const document = (await target.app.inject({ url: '/api/docs/json' })).json()
  expect(document.openapi).toBe('3.1.0')
  const documented = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )
  const api = target.app.accessList.filter(
    ({ method, url }) => method !== 'HEAD' && url.startsWith('/api/') && !url.startsWith('/api/docs'),
  )
  expect(documented.sort()).toEqual(
    api.map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`).sort(),
  )
})
