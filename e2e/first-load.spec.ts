import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/**
 * What has to come over the line before the page works, as it is sent: compressed. The font may follow later, and so
 * may the live connection, and what is done and kept once the page stands.
 */
async function load(page: Page, path: string): Promise<{ bytes: number; addresses: string[] }> {
  const sizes: Promise<number>[] = []
  const addresses: string[] = []
  page.on('requestfinished', request => {
    if (request.resourceType() === 'font' || /socket-client|socket\.io|after-load|kept-/.test(request.url()))
      return
    addresses.push(`${request.method()} ${request.url()}`)
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  // News from elsewhere would make the page ask again for what it has.
  await page.routeWebSocket(/socket\.io/, () => {})
  await page.goto(path, { waitUntil: 'networkidle' })
  return { bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0), addresses }
}

test('/login stays below 125 KB', async ({ page }) => {
  expect((await load(page, '/login')).bytes).toBeLessThan(125 * 1024)
})

for (const width of [1280, 390]) {
  test(`/dashboard stays below 200 KB and 20 requests, ${width} px wide`, async ({ page, login }) => {
    await login('system_admin')
    await page.setViewportSize({ width, height: 800 })
    const { bytes, addresses } = await load(page, '/dashboard')
    expect(bytes).toBeLessThan(200 * 1024)
    expect(addresses.length, addresses.join('\n')).toBeLessThanOrEqual(20)
  })
}

test('the styles of a screen that comes later stand behind the first, which they change', async ({
  page,
  login,
}) => {
  await login('member')
  await page.goto('/clubs')
  await page.getByRole('link', { name: 'Aktiviti', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aktiviti')
  const names = await page.evaluate(() =>
    Array.from(document.styleSheets, ({ href }) => href?.split('/').at(-1) ?? '').filter(Boolean),
  )
  expect(names.length).toBeGreaterThan(2)
  expect(names[0]).toMatch(/^index-/)
})
