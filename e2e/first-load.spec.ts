import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/**
 * What has to come over the line before the page works, as it is sent: compressed. The font may follow later, and so
 * may the live connection.
 */
async function bytesFor(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', request => {
    if (request.resourceType() === 'font' || /socket-client|socket\.io/.test(request.url())) return
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  // News from elsewhere would make the page ask again for what it has.
  await page.routeWebSocket(/socket\.io/, () => {})
  await page.goto(path, { waitUntil: 'networkidle' })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('/login stays below 135 KB', async ({ page }) => {
  expect(await bytesFor(page, '/login')).toBeLessThan(135_000)
})

test('/dashboard stays below 220 KB', async ({ page, login }) => {
  await login('system_admin')
  expect(await bytesFor(page, '/dashboard')).toBeLessThan(220_000)
})
