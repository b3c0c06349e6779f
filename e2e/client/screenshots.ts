// The command `npm run screenshots` takes screenshots of all demo screens in all their states.
// `npm run screenshots` also takes the screenshots that the user guide contains.
// The environment variable SCENES is a pattern that limits the screenshots to screens with a matching name.
import { mkdirSync } from 'node:fs'
import type { Browser, Page, ViewportSize } from '@playwright/test'
import sharp from 'sharp'
import { type Account, createMember, expect, signIn, test } from '#e2e/support/fixtures.ts'
import { loadAndApplyWebFont, waitUntilPageSettled } from '#e2e/support/layout-checks.ts'
import { openPageSignedInAsMember } from '#e2e/support/members.ts'
import { port } from '#e2e/support/ports.ts'
import {
  clickButton,
  createImportAndGetPreviewPath,
  type Scene,
  scenesByAccount,
  statePaths,
} from '#e2e/support/screenshot-scenes.ts'
import { deskWidths, type PictureWidth, phoneWidths, takeScreenshots } from '#e2e/support/take-screenshots.ts'
import { type Language, languageCookie, languages } from '#shared/language/languages.ts'

async function openDevice(
  browser: Browser,
  account: Account | undefined,
  { width, height }: ViewportSize,
  deviceScaleFactor = 1,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: `http://localhost:${port}`,
    viewport: { width, height },
    isMobile: width < 768,
    hasTouch: width < 768,
    deviceScaleFactor,
    serviceWorkers,
  })
  if (account) await signIn(context, account)
  return context.newPage()
}

const devices = {
  phone: { size: { width: 390, height: 844 }, widths: phoneWidths },
  desk: { size: { width: 1280, height: 800 }, widths: deskWidths },
}

/**
 * Opens a scene (a screen in a certain state) and takes its pictures. Returns the error, so that one failure does not
 * stop the others.
 */
async function photographScene(page: Page, { name, path, open }: Scene, widths: PictureWidth[], who: string) {
  try {
    await page.goto(typeof path === 'string' ? path : await path(page))
    await waitUntilPageSettled(page)
    await open?.(page)
    await waitUntilPageSettled(page)
    await takeScreenshots(page, `${name}--${who}`, { widths })
    return []
  } catch (error) {
    return [`${name}, ${who}: ${String(error).slice(0, 400)}`]
  }
}

for (const [account, scenes] of scenesByAccount)
  for (const [device, { size, widths }] of Object.entries(devices))
    test(`takes pictures of the screens of ${account} on a ${device}`, async ({ browser }) => {
      test.setTimeout(1_800_000)
      const page = await openDevice(browser, account === 'visitor' ? undefined : account, size)
      page.setDefaultTimeout(15_000)
      const failures: string[] = []
      const chosen = scenes.filter(({ name }) => new RegExp(process.env.SCENES ?? '').test(name))
      for (const scene of chosen) failures.push(...(await photographScene(page, scene, widths, account)))
      await page.context().close()
      expect(failures).toEqual([])
    })

/** Prepares the data that a member's screens show, and returns the screens' URLs in the order of the screenshots. */
const states: Record<string, (browser: Browser, size: ViewportSize) => Promise<Page>> = {
  empty: async (browser, size) => {
    const email = await createMember('Nurul Izzah')
    return openPageSignedInAsMember(browser, email, {
      viewport: size,
      isMobile: size.width < 768,
      hasTouch: size.width < 768,
    })
  },
  loading: async (browser, size) => {
    const page = await openDevice(browser, 'member', size)
    await page.route(/\/api\/(?!auth\/me)/, () => {})
    return page
  },
  error: async (browser, size) => {
    const page = await openDevice(browser, 'member', size)
    await page.route(/\/api\/(?!auth\/me)/, route => route.fulfill({ status: 500, json: {} }))
    return page
  },
  offline: async (browser, size) => {
    const page = await openDevice(browser, 'member', size, 1, 'allow')
    await page.goto('/dashboard')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    // The test opens only half of the screens while online, so the offline cache lacks the other half.
    for (const path of statePaths.slice(0, statePaths.length / 2)) {
      await page.goto(path)
      await waitUntilPageSettled(page)
    }
    await page.context().setOffline(true)
    return page
  },
}

for (const [state, openState] of Object.entries(states))
  for (const [device, { size, widths }] of Object.entries(devices))
    test(`takes pictures of ${state} screens on a ${device}`, async ({ browser }) => {
      test.setTimeout(1_800_000)
      const page = await openState(browser, size)
      const isLoading = state === 'loading'
      for (const path of statePaths) {
        await page.goto(path, { waitUntil: isLoading ? 'domcontentloaded' : 'load' })
        if (isLoading) await page.locator('.mantine-Skeleton-root, main').first().waitFor()
        else await waitUntilPageSettled(page)
        await takeScreenshots(page, `state-${state}-${path.slice(1)}--member`, { widths, isLoading })
      }
      await page.context().close()
    })

interface GuidePicture {
  file: string
  account: Account
  on: 'phone' | 'desk'
  path: string | ((page: Page) => Promise<string>)
  before?: (page: Page, language: Language) => Promise<void>
}

const clickNamed = (names: Record<Language, string>) => (page: Page, language: Language) =>
  clickButton(names[language])(page)

const pictures: GuidePicture[] = [
  { file: 'member-dashboard', account: 'member', on: 'phone', path: '/dashboard' },
  { file: 'member-card', account: 'member', on: 'phone', path: '/card' },
  { file: 'member-activities', account: 'member', on: 'phone', path: '/activities?scope=all' },
  {
    file: 'member-conversation',
    account: 'member',
    on: 'phone',
    path: '/communication?tab=club',
    before: page => page.getByRole('main').getByRole('listitem').getByRole('button').first().click(),
  },
  {
    file: 'club-invitation',
    account: 'club_admin_ln',
    on: 'desk',
    path: '/invitations',
    before: async (page, language) => {
      await clickNamed({ ms: 'Buat pautan', en: 'Create link' })(page, language)
      await page.getByText(/Pautan anda sudah sedia|Your link is ready/).waitFor()
    },
  },
  {
    file: 'club-import',
    account: 'club_admin_ln',
    on: 'desk',
    path: page => createImportAndGetPreviewPath(page, ''),
  },
  {
    file: 'club-activity',
    account: 'club_admin_ln',
    on: 'desk',
    path: '/activities',
    before: clickNamed({ ms: 'Cipta aktiviti', en: 'Create activity' }),
  },
  {
    file: 'club-announcement',
    account: 'club_admin_ln',
    on: 'desk',
    path: '/announcements?tab=managed',
    before: clickNamed({ ms: 'Hebahan baharu', en: 'New announcement' }),
  },
  { file: 'approval-queue', account: 'hq_admin', on: 'desk', path: '/member-approval' },
  { file: 'headquarters-roles', account: 'hq_admin', on: 'desk', path: '/user-management?tab=roles' },
  { file: 'headquarters-analytics', account: 'hq_admin', on: 'desk', path: '/analytics' },
  { file: 'headquarters-audit', account: 'hq_admin', on: 'desk', path: '/audit' },
]
for (const language of languages)
  test(`takes the pictures of the user guide in ${language}`, async ({ browser, baseURL }) => {
    test.setTimeout(240_000)
    const folder = `docs/guide/${language}/pictures`
    mkdirSync(folder, { recursive: true })
    for (const { file, account, on, path, before } of pictures) {
      const page = await openDevice(browser, account, devices[on].size, 1.5)
      await page.context().addCookies([{ name: languageCookie, value: language, url: String(baseURL) }])
      await page.goto(typeof path === 'string' ? path : await path(page))
      await before?.(page, language)
      await loadAndApplyWebFont(page)
      await waitUntilPageSettled(page)
      await sharp(await page.screenshot())
        .webp({ quality: 80 })
        .toFile(`${folder}/${file}.webp`)
      await page.context().close()
    }
  })
