import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'

/** Requests that do not count as first load: the font, the socket, and responses cached for offline use. */
const isDeferred = (request: Request) =>
  request.resourceType() === 'font' || /socket-client|socket\.io|response-cache-/.test(request.url())

/**
 * Loads a page and measures the compressed responses of its first load, up to the last chunk that it requests.
 * `lastChunk` is a pattern for the URL of that chunk.
 */
async function measureLoad(page: Page, path: string, lastChunk: RegExp) {
  const started = new Set<Request>()
  const finished: Request[] = []
  const addStarted = (request: Request) => started.add(request)
  const addFinished = (request: Request) => finished.push(request)
  const removeAborted = (request: Request) => started.delete(request)
  page.on('request', addStarted).on('requestfinished', addFinished).on('requestfailed', removeAborted)
  // Socket events of other tests would make the page fetch its data again, so the test blocks the socket.
  await page.routeWebSocket(/socket\.io/, () => {})
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect
    .poll(() => finished.some(request => lastChunk.test(request.url())) && started.size - finished.length)
    .toBe(0)
  // Sizes of responses are unavailable after the page was closed, so later requests must not be recorded.
  page.off('request', addStarted).off('requestfinished', addFinished)
  const counted = finished.filter(request => !isDeferred(request))
  const sizes = await Promise.all(counted.map(request => request.sizes()))
  return {
    bytes: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0),
    urls: counted.map(request => `${request.method()} ${request.url()}`),
  }
}

test('the login page transfers at most 150 KB in 8 requests', async ({ page }) => {
  const { bytes, urls } = await measureLoad(page, '/login', /index-.*\.js/)
  expect(bytes).toBeLessThanOrEqual(150 * 1024)
  expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(8)
})

const dashboards = [
  { account: 'system_admin', width: 1280, kilobytes: 205, requests: 25, lastChunk: /home-.*\.js/ },
  { account: 'system_admin', width: 390, kilobytes: 205, requests: 25, lastChunk: /home-.*\.js/ },
  // The members' dashboard loads the encryption code, because names of conversations need verified keys.
  { account: 'member', width: 390, kilobytes: 230, requests: 40, lastChunk: /trust-store-.*\.js/ },
] as const
for (const { account, width, kilobytes, requests, lastChunk } of dashboards) {
  test(`the dashboard of ${account} at a width of ${width} px transfers at most ${kilobytes} KB in ${requests} requests`, async ({
    page,
    login,
  }) => {
    await login(account)
    await page.setViewportSize({ width, height: 800 })
    const { bytes, urls } = await measureLoad(page, '/dashboard', lastChunk)
    expect(bytes).toBeLessThanOrEqual(kilobytes * 1024)
    expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(requests)
  })
}

test('style sheets of a lazily loaded screen come after those of the first screen in the document', async ({
  page,
  login,
}) => {
  await login('member')
  await page.goto('/clubs')
  await page.getByRole('link', { name: 'Aktiviti', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aktiviti')
  const sheets = await page.evaluate(() =>
    Array.from(document.styleSheets, ({ href, media }) => ({
      name: href?.split('/').at(-1) ?? '',
      media: media.mediaText,
    })).filter(({ name }) => name),
  )
  expect(sheets.length).toBeGreaterThan(2)
  expect(sheets[0]?.name).toMatch(/^(base|index)-/)
  expect(sheets.filter(({ media }) => media === 'print')).toEqual([])
})

interface Chunk {
  imports?: string[]
}

test('the chunks of the client build do not import each other in a cycle', () => {
  const file = new URL('../../dist/web/.vite/manifest.json', import.meta.url)
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(file, 'utf8'))
  const finished = new Set<string>()
  const cycles: string[] = []
  function visitModuleForCycles(name: string, path: string[]): void {
    if (path.includes(name)) cycles.push([...path, name].join(' → '))
    if (path.includes(name) || finished.has(name)) return
    for (const next of chunks[name]?.imports ?? []) visitModuleForCycles(next, [...path, name])
    finished.add(name)
  }
  for (const name of Object.keys(chunks)) visitModuleForCycles(name, [])
  expect(Object.keys(chunks).length).toBeGreaterThan(50)
  expect(cycles).toEqual([])
})
