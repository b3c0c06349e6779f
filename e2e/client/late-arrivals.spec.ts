// Content does not move when data, the web font or an alarm arrives late.
import type { Page } from '@playwright/test'
import { openDirectMessage, sendChatMessageAndWait } from '#e2e/support/chat-page.ts'
import { buildCrawlStops, type CrawlStop, listAppShellUrlsForScreenCrawl } from '#e2e/support/crawl-stops.ts'
import { type Account, createMember, expect, makeUnique, signIn, test } from '#e2e/support/fixtures.ts'
import { buildPhoneOptions, smallDark, waitUntilPageSettled } from '#e2e/support/layout-checks.ts'
import { expectNoLayoutShift, recordLayoutShifts } from '#e2e/support/layout-shifts.ts'
import {
  createEncryptionKeys,
  openPageSignedInAsMember,
  openPagesOfTwoMembers,
} from '#e2e/support/members.ts'
import { navigateWithoutPageReload } from '#e2e/support/navigation.ts'

/** Delays all requests until `release` is called on the returned object. A call of `close` delays requests again. */
function createGate() {
  let release = () => {}
  let isOpen = Promise.resolve()
  const closeGate = () => {
    isOpen = new Promise(resolve => {
      release = resolve
    })
  }
  closeGate()
  return { close: closeGate, release: () => release(), wait: () => isOpen }
}

/** Resolves after the browser has painted the page's current state. */
const waitForPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )

async function blockFont(page: Page) {
  const gate = createGate()
  await page.route(/\.woff2$/, async route => {
    await gate.wait()
    await route.continue()
  })
  return gate
}

const waitForFont = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.load('1em "Plus Jakarta Sans Variable"')
  })

const hasWebFont = (page: Page) => page.evaluate(() => document.documentElement.dataset.font === 'web')

test('a web font that arrives after the screen is shown moves no content and is used only from the next screen on', async ({
  browser,
}) => {
  const context = await browser.newContext(buildPhoneOptions(smallDark))
  await signIn(context, 'system_admin')
  const page = await context.newPage()
  await recordLayoutShifts(page)
  await page.routeWebSocket(/socket\.io/, () => {})
  const font = await blockFont(page)
  // The browser's load event waits for the font, so the test does not wait for the load event.
  const [{ id }] = await (await page.request.get('/api/announcements')).json()
  await page.goto(`/announcements/${id}`, { waitUntil: 'commit' })
  await expect(page.locator('main time').first()).toBeVisible()
  await waitForPaint(page)
  font.release()
  await waitForFont(page)
  await waitForPaint(page)
  expect(await hasWebFont(page)).toBe(false)
  await expectNoLayoutShift(page, 'the screen with a late font')
  await navigateWithoutPageReload(page, '/clubs')
  await expect.poll(() => hasWebFont(page)).toBe(true)
  await context.close()
})

test('an alarm about replaced encryption keys covers the open screen without moving it, and screens opened later show it above their content', async ({
  browser,
}) => {
  const email = await createMember(makeUnique('Kunci'))
  const phone = await openPageSignedInAsMember(browser, email, buildPhoneOptions(smallDark))
  await recordLayoutShifts(phone)
  await createEncryptionKeys(phone)
  await phone.goto('/clubs')
  await waitUntilPageSettled(phone)
  const heading = phone.locator('main').getByRole('heading').first()
  const before = await heading.boundingBox()
  // Nothing is encrypted to the keys of the phone yet, so another device replaces the keys.
  const laptop = await openPageSignedInAsMember(browser, email)
  await createEncryptionKeys(laptop)
  const alarm = phone.getByRole('alert').filter({ hasText: 'Kunci baharu dibuat pada peranti lain' })
  await expect(alarm).toBeVisible()
  await waitForPaint(phone)
  expect(await heading.boundingBox()).toEqual(before)
  await expectNoLayoutShift(phone, 'the screen with a late alarm')

  const expectAlarmAboveHeading = async () => {
    await expect(alarm).toBeVisible()
    const [alarmBox, headingBox] = [await alarm.boundingBox(), await heading.boundingBox()]
    expect((alarmBox?.y ?? 0) + (alarmBox?.height ?? 0)).toBeLessThan(headingBox?.y ?? 0)
  }
  await navigateWithoutPageReload(phone, '/activities')
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Aktiviti')
  await navigateWithoutPageReload(phone, '/clubs')
  await expectAlarmAboveHeading()
  // The stored alarm about the user's keys is shown together with the first screen.
  await phone.reload()
  await waitUntilPageSettled(phone)
  await expectAlarmAboveHeading()
  await expectNoLayoutShift(phone, 'the screen with a stored alarm')
  for (const page of [phone, laptop]) await page.context().close()
})

test('a conversation opened by its URL fills a phone from the start, even if the group list arrives late', async ({
  browser,
}) => {
  const { ali, siti, sitiName } = await openPagesOfTwoMembers(browser, buildPhoneOptions(smallDark))
  const id = await openDirectMessage(ali, sitiName)
  await sendChatMessageAndWait(ali, 'Jumpa esok')
  const listGroupIds = async () =>
    (await (await siti.request.get('/api/groups')).json()).map((group: { id: number }) => group.id)
  await expect.poll(listGroupIds).toContain(id)
  await recordLayoutShifts(siti)
  const groups = createGate()
  await siti.route(/\/api\/groups(\?.*)?$/, async route => {
    await groups.wait()
    await route.continue()
  })
  await siti.goto(`/communication?group=${id}`, { waitUntil: 'commit' })
  await expect(siti.locator('main')).toBeVisible()
  await waitForPaint(siti)
  await expect(siti.getByRole('banner')).toHaveCount(0)
  groups.release()
  await expect(siti.getByRole('log').getByText('Jumpa esok')).toBeVisible()
  await waitUntilPageSettled(siti)
  await expectNoLayoutShift(siti, 'the conversation')
  for (const page of [ali, siti]) await page.context().close()
})

for (const [account, listStops] of [
  ['system_admin', listAppShellUrlsForScreenCrawl],
  [
    'member',
    async () => buildCrawlStops(['/dashboard', '/activities', '/members', '/card', '/profile', '/settings']),
  ],
] satisfies [Account, (page: Page) => Promise<CrawlStop[]>][])
  test(`nothing on the screens of ${account} moves when data arrives late and the font even later`, {
    tag: '@long',
  }, async ({ browser }) => {
    test.slow()
    const context = await browser.newContext(buildPhoneOptions(smallDark))
    await signIn(context, account)
    const page = await context.newPage()
    await recordLayoutShifts(page)
    await page.routeWebSocket(/socket\.io/, () => {})
    const font = await blockFont(page)
    const data = createGate()
    await page.route(
      url => url.pathname.startsWith('/api/') && url.pathname !== '/api/auth/me',
      async route => {
        await data.wait()
        await route.continue()
      },
    )
    for (const { path } of await listStops(page))
      await test.step(path, async () => {
        data.close()
        font.close()
        await page.goto(path, { waitUntil: 'commit' })
        await expect(page.locator('main')).toBeVisible()
        await waitForPaint(page)
        data.release()
        // The test waits later until the page has settled, because fonts are still loading now.
        await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
        await waitForPaint(page)
        font.release()
        await waitUntilPageSettled(page)
        await waitForPaint(page)
        await expectNoLayoutShift(page, path)
      })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  })
