// Layout checks on an old phone, 360 or 390 pixels wide, and on desktop widths.
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

export async function openPhonePage(browser: Browser, account: Account, look?: Viewing): Promise<Page> {
  const context = await browser.newContext(buildPhoneOptions(look))
  await signIn(context, account)
  return context.newPage()
}

/** Waits until requests, skeletons, fonts and animations of the page are finished. */
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
/** Screens are checked on a small phone in the dark theme by default; other tests cover the light theme. */
export const smallDark: Viewing = { width: 360, colorScheme: 'dark' }

async function applyViewing(page: Page, { width, colorScheme }: Viewing): Promise<void> {
  await page.setViewportSize({ width, height: width === 360 ? 740 : 844 })
  await page.emulateMedia({ colorScheme })
}

/** Shows the page in the web font. A page whose font arrived late would keep its fallback font until it is left. */
export async function showWebFont(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.load('1em "Plus Jakarta Sans Variable"')
    document.documentElement.dataset.font = 'web'
  })
}

/** Takes screenshots at phone and desktop width in both themes, if the environment variable PICTURES is set. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return
  await showWebFont(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.screenshot({ path: `test-results/pictures/${name}-${width}-${colorScheme}.png` })
    }
  }
}

/** Expects no layout faults on the page; with PICTURES set, also takes a screenshot. */
export async function expectNoLayoutFaults(page: Page, { width }: Viewing, name: string): Promise<void> {
  await showWebFont(page)
  await waitUntilPageSettled(page)
  if (process.env.PICTURES)
    await page.screenshot({ path: `test-results/phone/${width}-${name}.png`, fullPage: true })
  expect.soft(await findLayoutFaults(page), `${name}, ${width} wide`).toEqual([])
}

/** Tested page widths in pixels, from tablets to desktops. The first one equals a laptop at 200 % zoom. */
const desktopWidths = [640, 768, 1280, 1920]

/** Returns a number derived from the name of a screen, used to vary width and theme between screens. */
const hashName = (name: string) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)

/** Checks the layout at one desktop width and in one theme, chosen by the name of the screen. */
async function checkDesktopLayout(page: Page, name: string): Promise<void> {
  const nameHash = hashName(name)
  const width = desktopWidths[nameHash % desktopWidths.length] ?? 1280
  const colorScheme: Scheme = Math.floor(nameHash / desktopWidths.length) % 2 ? 'dark' : 'light'
  await page.setViewportSize({ width, height: width === 640 ? 400 : 900 })
  await page.emulateMedia({ colorScheme })
  await showWebFont(page)
  await waitUntilPageSettled(page)
  const faults = [
    ...(await findLayoutFaults(page, 0)),
    ...(width === 640 ? await findCoveredElements(page) : []),
  ]
  expect.soft(faults, `${name}, ${width} wide, ${colorScheme}`).toEqual([])
}

/** True when every screen is checked on phone and desktop (long run and pictures); otherwise only on one of them. */
export const checksAllDevices = Boolean(process.env.LONG || process.env.PICTURES)
/** Variants of a layout test: a short one in every run, and a @long one that checks all devices. */
export const runVariants = [
  { about: '', tag: [] },
  { about: ', on all devices', tag: ['@long'] },
]

/**
 * Checks a screen with axe, and its layout on a small phone or on a desktop; the long run checks both.
 * Accessibility is checked once, because it is the same on all devices.
 */
export async function checkScreenLayout(
  page: Page,
  name: string,
  expectAccessible: AccessibilityCheck,
): Promise<void> {
  const isForDesktop = Math.floor(hashName(name) / (2 * desktopWidths.length)) % 2 === 1
  if (checksAllDevices || !isForDesktop) {
    await applyViewing(page, smallDark)
    await expectNoLayoutFaults(page, smallDark, name)
  }
  if (process.env.PICTURES) {
    const larger = { ...smallDark, width: 390 } as const
    await applyViewing(page, larger)
    await expectNoLayoutFaults(page, larger, name)
  }
  await expectAccessible(page)
  if (checksAllDevices || isForDesktop) await checkDesktopLayout(page, name)
  await applyViewing(page, smallDark)
}
