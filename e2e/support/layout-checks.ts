// Layout checks on an old phone (360 or 390 pixels wide) and at desktop widths.
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { type AccessibilityCheck, type Account, expect, signIn } from './fixtures.ts'
import { findCoveredElements, findLayoutFaults } from './layout-faults.ts'
import { port } from './ports.ts'

type Scheme = 'light' | 'dark'
type Viewing = { width: 360 | 390; colorScheme: Scheme }

export const buildPhoneOptions = ({ width, colorScheme }: Viewing = smallLight): BrowserContextOptions => ({
  baseURL: `http://localhost:${port}`,
  viewport: { width, height: width === 360 ? 740 : 844 },
  isMobile: true,
  hasTouch: true,
  colorScheme,
})

export async function openPageOnPhoneSignedInAs(
  browser: Browser,
  account: Account,
  look?: Viewing,
): Promise<Page> {
  const context = await browser.newContext(buildPhoneOptions(look))
  await signIn(context, account)
  return context.newPage()
}

/** Waits until requests, skeletons, fonts and animations of the page have finished. */
export async function waitUntilPageSettled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
}

export const smallLight: Viewing = { width: 360, colorScheme: 'light' }
/** Layout tests check a small phone in the dark theme by default. Only some tests check the light theme as well. */
export const smallDark: Viewing = { width: 360, colorScheme: 'dark' }

async function applyViewport(page: Page, { width, colorScheme }: Viewing): Promise<void> {
  await page.setViewportSize({ width, height: width === 360 ? 740 : 844 })
  await page.emulateMedia({ colorScheme })
}

/** Makes the page use the web font. A page for which the font arrives late would keep the fallback font. */
export async function loadAndApplyWebFont(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.load('1em "Plus Jakarta Sans Variable"')
    document.documentElement.dataset.font = 'web'
  })
}

/** Fails the test if the page has layout faults, such as cut or covered elements. */
export async function expectNoLayoutFaults(page: Page, { width }: Viewing, name: string): Promise<void> {
  await loadAndApplyWebFont(page)
  await waitUntilPageSettled(page)
  expect.soft(await findLayoutFaults(page), `${name}, ${width} wide`).toEqual([])
}

/** Tested page widths in pixels, from tablets to desktops. The first width equals a laptop at 200 % zoom. */
const desktopWidths = [640, 768, 1280, 1920]

/**
 * Hashes a screen's name to a number, which selects page width and theme for the layout checks, so that they vary by
 * screen.
 */
const hashName = (name: string) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)

/** Checks the layout at one desktop width and in one theme, which are derived from the screen's name. */
async function checkDesktopLayout(page: Page, name: string): Promise<void> {
  const nameHash = hashName(name)
  const width = desktopWidths[nameHash % desktopWidths.length] ?? 1280
  const colorScheme: Scheme = Math.floor(nameHash / desktopWidths.length) % 2 ? 'dark' : 'light'
  await page.setViewportSize({ width, height: width === 640 ? 400 : 900 })
  await page.emulateMedia({ colorScheme })
  await loadAndApplyWebFont(page)
  await waitUntilPageSettled(page)
  const faults = [
    ...(await findLayoutFaults(page, 0)),
    ...(width === 640 ? await findCoveredElements(page) : []),
  ]
  expect.soft(faults, `${name}, ${width} wide, ${colorScheme}`).toEqual([])
}

/**
 * Checks a screen with axe, and its layout on a small phone and a desktop. Accessibility is checked once, because it is
 * the same on all devices.
 */
export async function checkLayoutAndAccessibility(
  page: Page,
  name: string,
  expectAccessible: AccessibilityCheck,
): Promise<void> {
  await applyViewport(page, smallDark)
  await expectNoLayoutFaults(page, smallDark, name)
  await expectAccessible(page)
  await checkDesktopLayout(page, name)
  await applyViewport(page, smallDark)
}
