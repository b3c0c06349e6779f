// Tests what a page shows before its scripts run, and its background colour until the first screen is drawn.
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#e2e/support/fixtures.ts'
import { buildPhoneOptions } from '#e2e/support/layout-checks.ts'

const colours = { light: 'rgb(246, 247, 245)', dark: 'rgb(31, 31, 31)' }

/** Returns the background that the user sees: of the body, or of the document if the body has none. */
const readBackgroundColour = (page: Page) =>
  page.evaluate(() => {
    const [body, root] = [document.body, document.documentElement].map(
      element => getComputedStyle(element).backgroundColor,
    )
    return body === 'rgba(0, 0, 0, 0)' ? root : body
  })

test('before any script runs, a page has the colours that the user chose, or else those of the operating system', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext(buildPhoneOptions())
  const page = await context.newPage()
  await page.route(/\.js$/, route => route.abort())
  for (const { chosen, system } of [
    { chosen: undefined, system: 'dark' },
    { chosen: undefined, system: 'light' },
    { chosen: 'dark', system: 'light' },
    { chosen: 'light', system: 'dark' },
  ] as const)
    await test.step(`the user chose ${chosen ?? 'nothing'} on a ${system} system`, async () => {
      await page.emulateMedia({ colorScheme: system })
      if (chosen) await context.addCookies([{ name: 'scheme', value: chosen, url: String(baseURL) }])
      await page.goto('/dashboard')
      expect(await readBackgroundColour(page)).toBe(colours[chosen ?? system])
      await expect(page.locator('.frame-name')).toBeVisible()
    })
  await context.close()
})

test('between the first paint and the first screen, the background keeps its colour and the application name its position', async ({
  browser,
  baseURL,
}) => {
  // The chosen theme differs from that of the operating system, so that a theme applied too late would be visible.
  const context = await browser.newContext(buildPhoneOptions())
  await signIn(context, 'member')
  const page = await context.newPage()
  await page.goto('/dashboard')
  await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
  // After an upgrade, the first page stores the theme that was chosen in an earlier release in the new format.
  await page.reload()
  await expect
    .poll(async () => (await context.cookies(String(baseURL))).map(({ name }) => name))
    .toContain('scheme')
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenBackgrounds: seen })
    const recordBackground = () => {
      if (document.body) {
        const [body = '', root = ''] = [document.body, document.documentElement].map(
          element => getComputedStyle(element).backgroundColor,
        )
        const colour = body === 'rgba(0, 0, 0, 0)' ? root : body
        if (seen.at(-1) !== colour) seen.push(colour)
      }
      requestAnimationFrame(recordBackground)
    }
    recordBackground()
  })
  for (const size of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    let releaseScripts = () => {}
    const isReleased = new Promise<void>(resolve => {
      releaseScripts = resolve
    })
    await page.route(/\.js$/, async route => {
      await isReleased
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    const drawnBox = await page.locator('.frame-name').boundingBox()
    releaseScripts()
    const name = page.getByRole('banner').getByRole('link', { name: 'Perantau' }).locator('svg').last()
    await expect(page.getByRole('region', { name: 'Untuk anda' })).toBeVisible()
    const box = await name.boundingBox()
    expect(Math.abs((box?.x ?? 0) - (drawnBox?.x ?? 99))).toBeLessThanOrEqual(1)
    expect(Math.abs((box?.y ?? 0) - (drawnBox?.y ?? 99))).toBeLessThanOrEqual(1)
    const seen = await page.evaluate(() => (window as { seenBackgrounds?: string[] }).seenBackgrounds)
    expect(seen).toEqual([colours.dark])
    await page.unroute(/\.js$/)
  }
  await context.close()
})
