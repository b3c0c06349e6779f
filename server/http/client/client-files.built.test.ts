import { describe, expect, test } from 'vitest'
import { createTestApp, setUpApp } from '#server/test/harness/app.ts'

const target = setUpApp({}, { withClient: true })

async function fetchText(app: typeof target.app, url: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ url, headers })
  return { status: response.statusCode, headers: response.headers, text: response.body }
}

describe('service worker', () => {
  test('the service worker /sw.js is revalidated on each request and returns 304 when unchanged', async () => {
    const { status, headers, text } = await fetchText(target.app, '/sw.js')
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(text).toContain('/assets/')
    expect(text).not.toContain('%KEPT_VERSION%')
    const second = await fetchText(target.app, '/sw.js', { 'if-none-match': String(headers.etag) })
    expect([second.status, second.text]).toEqual([304, ''])
  })

  test('the service worker /sw.js, the HTML page and the web app manifest change with the setting APP_NAME', async () => {
    const renamedApp = await createTestApp({ APP_NAME: 'Nama Lain' }, undefined, { withClient: true })
    const [before, after] = [await fetchText(target.app, '/sw.js'), await fetchText(renamedApp.app, '/sw.js')]
    expect(after.text).not.toBe(before.text)
    const page = (await fetchText(renamedApp.app, '/index.html')).text
    expect(page).toContain('<title>Nama Lain</title>')
    // The page contains only the default name as a drawing; any other application name is text.
    expect(page).toContain('<span>Nama Lain</span>')
    expect(page).not.toContain('wordmark')
    expect((await fetchText(target.app, '/index.html')).text).toContain('<use href="#wordmark"')
    expect(JSON.parse((await fetchText(renamedApp.app, '/manifest.webmanifest')).text).name).toBe('Nama Lain')
  })

  test('with SERVICE_WORKER=off, /sw.js is a service worker that unregisters itself', async () => {
    const appWithoutWorker = await createTestApp({ SERVICE_WORKER: 'off' }, undefined, { withClient: true })
    const { text } = await fetchText(appWithoutWorker.app, '/sw.js')
    expect(text).toContain('registration.unregister()')
    expect(text).not.toContain('/assets/')
  })
})

test('the HTML page is in the language of the visitor, and caches store one version per language', async () => {
  const fetchPageWithHeaders = (headers: Record<string, string>) => fetchText(target.app, '/login', headers)
  const pages = [
    await fetchPageWithHeaders({}),
    await fetchPageWithHeaders({ 'accept-language': 'en-GB' }),
    await fetchPageWithHeaders({ 'accept-language': 'en', cookie: 'language=ms' }),
    await fetchPageWithHeaders({ cookie: 'language=en' }),
  ]
  expect(pages.map(({ text }) => /<html lang="([^"]+)"/.exec(text)?.[1])).toEqual(['ms', 'en', 'ms', 'en'])
  expect(pages[0]?.headers.vary).toBe('accept-encoding, accept-language, cookie')
  expect(pages[1]?.headers.etag).not.toBe(pages[0]?.headers.etag)
})

test('the HTML page has the colour scheme (light or dark) chosen on the device before any script runs', async () => {
  const fetchPageWithCookie = async (cookie?: string) =>
    (await fetchText(target.app, '/login', cookie ? { cookie } : {})).text
  const dark = await fetchPageWithCookie('scheme=dark')
  expect(dark).toContain('<html data-mantine-color-scheme="dark" ')
  expect(dark).toContain('<meta name="color-scheme" content="dark"')
  expect(await fetchPageWithCookie('scheme=light')).toContain('<html data-mantine-color-scheme="light" ')
  for (const page of [await fetchPageWithCookie(), await fetchPageWithCookie('scheme=%22%3E')]) {
    expect(page).not.toContain('<html data-mantine-color-scheme')
    expect(page).toContain('<meta name="color-scheme" content="light dark"')
  }
})

test('the page shown offline has no user data, page skeleton or preloads, is equal for all users and has a Content-Security-Policy', async () => {
  const cookie = (await target.asNew()).cookie
  const { text, headers } = await fetchText(target.app, '/index.html', { cookie })
  expect(text).toContain('data-kind="%FRAME%"')
  expect(text).not.toContain('rel="preload"')
  expect(text).not.toContain('%VISITOR%')
  expect(text).not.toContain('%TITLE%')
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect((await fetchText(target.app, '/index.html')).text).toBe(text)
})

test.each([
  ['member', 30 * 24 * 3600],
  ['hq_admin', 12 * 3600],
] as const)(
  'the header x-keep-for lets a device cache the data of a %s for %i seconds',
  async (role, seconds) => {
    const person = await target.asNew({ role })
    const { headers } = await person.call('GET', '/api/auth/me')
    expect(headers['x-keep-for']).toBe(String(seconds))
  },
)
