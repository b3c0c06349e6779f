import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'

/**
 * Loads a page and measures the compressed responses that it needs to work.
 * The font, the socket and code that runs after loading are not counted, because no content waits for them.
 */
async function measureLoad(page: Page, path: string): Promise<{ bytes: number; addresses: string[] }> {
  const sizes: Promise<number>[] = []
  const addresses: string[] = []
  page.on('requestfinished', request => {
    if (
      request.resourceType() === 'font' ||
      /socket-client|socket\.io|after-load|response-cache-/.test(request.url())
    )
      return
    addresses.push(`${request.method()} ${request.url()}`)
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  // Events of other tests would make the page fetch its data again.
  await page.routeWebSocket(/socket\.io/, () => {})
  await page.goto(path, { waitUntil: 'networkidle' })
  return { bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0), addresses }
}

test('the login page transfers at most 160 KB', async ({ page }) => {
  expect((await measureLoad(page, '/login')).bytes).toBeLessThanOrEqual(160 * 1024)
})

for (const width of [1280, 390]) {
  test(`the dashboard transfers at most 260 KB in 45 requests at a width of ${width} px`, async ({
    page,
    login,
  }) => {
    await login('system_admin')
    await page.setViewportSize({ width, height: 800 })
    const { bytes, addresses } = await measureLoad(page, '/dashboard')
    expect(bytes).toBeLessThanOrEqual(260 * 1024)
    expect(addresses.length, addresses.join('\n')).toBeLessThanOrEqual(45)
  })
}

test('style sheets of a lazily loaded screen come after those of the first screen', async ({
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

test('the chunks of the client build import each other without a cycle', () => {
  const file = new URL('../../dist/web/.vite/manifest.json', import.meta.url)
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(file, 'utf8'))
  const finished = new Set<string>()
  const cycles: string[] = []
  function visit(name: string, path: string[]): void {
    if (path.includes(name)) cycles.push([...path, name].join(' → '))
    if (path.includes(name) || finished.has(name)) return
    for (const next of chunks[name]?.imports ?? []) visit(next, [...path, name])
    finished.add(name)
  }
  for (const name of Object.keys(chunks)) visit(name, [])
  expect(Object.keys(chunks).length).toBeGreaterThan(50)
  expect(cycles).toEqual([])
})
