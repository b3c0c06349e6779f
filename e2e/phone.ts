// An old phone, 360 or 390 pixels wide, touched with a thumb.
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { type Accessible, type Account, expect, signIn } from './fixtures.ts'
import { findCovered, findFaults } from './phone-faults.ts'
import { port } from './place.ts'

type Scheme = 'light' | 'dark'
type Look = { width: 360 | 390; colorScheme: Scheme }

export const asPhone = ({ width, colorScheme }: Look = small): BrowserContextOptions => ({
  baseURL: `http://localhost:${port}`,
  viewport: { width, height: width === 360 ? 740 : 844 },
  isMobile: true,
  hasTouch: true,
  colorScheme,
})

export async function holdPhone(browser: Browser, account: Account, look?: Look): Promise<Page> {
  const context = await browser.newContext(asPhone(look))
  await signIn(context, account)
  return context.newPage()
}

/** What is still on its way cannot be judged. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
}

export const small: Look = { width: 360, colorScheme: 'light' }
/** As every screen is looked at; what is light is looked at wherever else axe is. */
export const night: Look = { width: 360, colorScheme: 'dark' }

async function hold(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: width === 360 ? 740 : 844 })
  await page.emulateMedia({ colorScheme })
}

/** At the width of a phone and of a desk, in both themes, to be looked at; with PICTURES set. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.screenshot({ path: `test-results/pictures/${name}-${width}-${colorScheme}.png` })
    }
  }
}

/** Nothing sideways, nothing cut, nothing too small; with PICTURES set, a picture to look at. */
export async function judge(page: Page, { width }: Look, name: string): Promise<void> {
  await settle(page)
  if (process.env.PICTURES)
    await page.screenshot({ path: `test-results/phone/${width}-${name}.png`, fullPage: true })
  expect.soft(await findFaults(page), `${name}, ${width} wide`).toEqual([])
}

/** The first is a laptop whose owner has enlarged everything twice. */
const desks = [640, 768, 1280, 1920]

/** Different for every name, and always the same for one. */
const turnOf = (name: string) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)

/** At one width of a tablet or a desk and in one theme: another for every screen. */
async function judgeDesk(page: Page, name: string): Promise<void> {
  const turn = turnOf(name)
  const width = desks[turn % desks.length] ?? 1280
  const colorScheme: Scheme = Math.floor(turn / desks.length) % 2 ? 'dark' : 'light'
  await page.setViewportSize({ width, height: width === 640 ? 400 : 900 })
  await page.emulateMedia({ colorScheme })
  await settle(page)
  const faults = [...(await findFaults(page, 0)), ...(width === 640 ? await findCovered(page) : [])]
  expect.soft(faults, `${name}, ${width} wide, ${colorScheme}`).toEqual([])
}

/** Whether it is looked at from everywhere, which takes long; otherwise from one place, another for every screen. */
export const isFromEverywhere = Boolean(process.env.LONG || process.env.PICTURES)
/** For a look that is both in every run and, from everywhere, in the long one. */
export const bothRuns = [
  { about: '', tag: [] },
  { about: ', from everywhere', tag: ['@long'] },
]

/**
 * On a small phone in the dark, or on a desk; what fits a small one fits a larger one, of which there are pictures. What
 * somebody who cannot see it meets is the same on all of them; a theme changes no place, and each change of it is drawn
 * anew.
 */
export async function judgeBoth(page: Page, name: string, expectAccessible: Accessible): Promise<void> {
  const isForDesk = Math.floor(turnOf(name) / (2 * desks.length)) % 2 === 1
  if (isFromEverywhere || !isForDesk) {
    await hold(page, night)
    await judge(page, night, name)
  }
  if (process.env.PICTURES) {
    const larger = { ...night, width: 390 } as const
    await hold(page, larger)
    await judge(page, larger, name)
  }
  await expectAccessible(page)
  if (isFromEverywhere || isForDesk) await judgeDesk(page, name)
  await hold(page, night)
}
