import type { Page } from '@playwright/test'
import { clientPaths } from '#shared/paths.ts'
import { type Account, expect, test } from './fixtures.ts'

/**
 * What has to come over the line before the page works, as it is sent: compressed. The font may follow later, and so
 * may the live connection.
 */
async function load(page: Page, path: string): Promise<{ bytes: number; addresses: string[] }> {
  const sizes: Promise<number>[] = []
  const addresses: string[] = []
  page.on('requestfinished', request => {
    if (request.resourceType() === 'font' || /socket-client|socket\.io/.test(request.url())) return
    addresses.push(`${request.method()} ${request.url()}`)
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  // News from elsewhere would make the page ask again for what it has.
  await page.routeWebSocket(/socket\.io/, () => {})
  await page.goto(path, { waitUntil: 'networkidle' })
  return { bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0), addresses }
}

test('/login stays below 125 KB', async ({ page }) => {
  expect((await load(page, '/login')).bytes).toBeLessThan(125_000)
})

for (const width of [1280, 390]) {
  test(`/dashboard stays below 200 KB and 20 requests, ${width} px wide`, async ({ page, login }) => {
    await login('system_admin')
    await page.setViewportSize({ width, height: 800 })
    const { bytes, addresses } = await load(page, '/dashboard')
    expect(bytes).toBeLessThan(200_000)
    expect(addresses.length, addresses.join('\n')).toBeLessThanOrEqual(20)
  })
}

const inside = clientPaths.filter(
  path => !/^\/(login|register|.*password|confirm-email|link-google)?$/.test(path),
)

for (const path of inside) {
  test(`${path} uses all that its document fetches ahead, and asks for nothing twice`, async ({
    page,
    login,
  }) => {
    await login('system_admin')
    const { addresses } = await load(page, path.replace('$id', '1'))
    const ahead = await page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=preload]'), link => link.href),
    )
    expect(ahead.length).toBeGreaterThan(0)
    // One's keys are looked up anew whenever something was done about them.
    const others = addresses.filter(address => !/\/api\/keys\//.test(address))
    expect(others.filter((address, index) => others.indexOf(address) !== index)).toEqual([])
    const used = await page.evaluate(() => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return entries.filter(entry => entry.initiatorType === 'fetch').map(entry => entry.name)
    })
    expect(ahead.filter(address => !used.includes(address))).toEqual([])
  })
}

const people: [Account, string[]][] = [
  ['system_admin', inside],
  ['member', ['/dashboard', '/clubs', '/activities', '/communication', '/profile', '/settings']],
  ['pending', ['/dashboard']],
  ['rejected', ['/dashboard']],
  ['inactive', ['/dashboard']],
]

for (const [account, paths] of people) {
  test(`nothing jumps on a phone while it comes, for ${account}`, async ({ page, login }) => {
    test.slow()
    await login(account)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const jumps: [path: string, moved: number][] = []
    for (const path of [...paths, '/login', '/register', '/forgot-password']) {
      await page.goto(path.replace('$id', '1'), { waitUntil: 'networkidle' })
      const moved = await page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
      )
      if (moved >= 0.05) jumps.push([path, moved])
    }
    expect(jumps).toEqual([])
  })
}
