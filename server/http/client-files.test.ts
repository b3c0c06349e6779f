import { describe, expect, test } from 'vitest'
import { createTestApp, setUpApp } from '#server/test/app.ts'

const target = setUpApp()

async function fetchText(app: typeof target.app, url: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ url, headers })
  return { status: response.statusCode, headers: response.headers, text: response.body }
}

describe('the worker', () => {
  test('is asked for anew each time, and not sent again to whoever has it', async () => {
    const { status, headers, text } = await fetchText(target.app, '/sw.js')
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(text).toContain('/assets/')
    expect(text).not.toContain('%KEPT_VERSION%')
    const again = await fetchText(target.app, '/sw.js', { 'if-none-match': String(headers.etag) })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('is another one when the settings in its page are', async () => {
    const renamed = await createTestApp({ APP_NAME: 'Nama Lain' })
    const [before, after] = [await fetchText(target.app, '/sw.js'), await fetchText(renamed.app, '/sw.js')]
    expect(after.text).not.toBe(before.text)
    expect((await fetchText(renamed.app, '/index.html')).text).toContain('<title>Nama Lain</title>')
    expect(JSON.parse((await fetchText(renamed.app, '/manifest.webmanifest')).text).name).toBe('Nama Lain')
  })

  test('can be switched off: then one comes that removes itself', async () => {
    const without = await createTestApp({ SERVICE_WORKER: 'off' })
    const { text } = await fetchText(without.app, '/sw.js')
    expect(text).toContain('registration.unregister()')
    expect(text).not.toContain('/assets/')
  })
})

test('the page that devices keep is nobody’s: no frame chosen, nothing fetched ahead, with the policy of every page', async () => {
  const cookie = (await target.asNew()).cookie
  const { text, headers } = await fetchText(target.app, '/index.html', { cookie })
  expect(text).toContain('data-kind="%FRAME%"')
  expect(text).not.toContain('rel="preload"')
  expect(text).not.toContain('%VISITOR%')
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect((await fetchText(target.app, '/index.html')).text).toBe(text)
})

test.each([
  ['member', 30 * 24 * 3600],
  ['hq_admin', 12 * 3600],
] as const)('a device may keep what it has of a %s for %i seconds', async (role, seconds) => {
  const person = await target.asNew({ role })
  const { headers } = await person.call('GET', '/api/auth/me')
  expect(headers['x-keep-for']).toBe(String(seconds))
})
