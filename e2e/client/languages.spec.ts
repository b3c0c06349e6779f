// Opens every screen in English and in the pseudo-language (generated test language).
// The other tests of this file cover how the language of a page is chosen.
import { listAppShellUrlsForScreenCrawl, visitorStops } from '#e2e/support/crawl-stops.ts'
import { createMember, expect, makeUnique, signIn, test } from '#e2e/support/fixtures.ts'
import { buildPhoneOptions, smallLight, waitUntilPageSettled } from '#e2e/support/layout-checks.ts'
import { findLayoutFaults } from '#e2e/support/layout-faults.ts'
import { openPageSignedInAsMember } from '#e2e/support/members.ts'
import { collectTextsOfApiResponses, findUntranslatedTexts } from '#e2e/support/untranslated-text.ts'
import { languageCookie, pseudoLanguage } from '#shared/language/languages.ts'

for (const language of ['en', pseudoLanguage] as const)
  for (const account of ['system_admin', undefined] as const)
    test(`all screens in ${language} are translated and fit a phone, ${account ? 'signed in' : 'as a visitor'}`, {
      tag: '@long',
    }, async ({ browser, expectAccessible }) => {
      test.slow()
      const options = buildPhoneOptions(smallLight)
      const context = await browser.newContext(options)
      await context.addCookies([{ name: languageCookie, value: language, url: String(options.baseURL) }])
      if (account) await signIn(context, account)
      const page = await context.newPage()
      const readData = collectTextsOfApiResponses(page)
      for (const { path } of account ? await listAppShellUrlsForScreenCrawl(page) : visitorStops)
        await test.step(path, async () => {
          await page.goto(path)
          await waitUntilPageSettled(page)
          await expect(page.locator('html')).toHaveAttribute('lang', language)
          expect.soft(await findUntranslatedTexts(page, language, readData()), path).toEqual([])
          expect.soft(await findLayoutFaults(page, 40), path).toEqual([])
          if (language === 'en') await expectAccessible(page)
        })
      await context.close()
    })

test('a first visit uses the language of the browser, and the choice of a visitor is kept and later saved in the account', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(page.getByRole('button', { name: 'Log Masuk', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
  await context.close()
})

test('a language chosen in the settings changes the page, a second tab offers to reload in it, and other devices use it', async ({
  browser,
}) => {
  const context = await browser.newContext()
  await signIn(context, 'club_secretary')
  const [page, other] = [await context.newPage(), await context.newPage()]
  await other.goto('/dashboard')
  await page.goto('/settings#language')
  await page.getByRole('radio', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await other.bringToFront()
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await other.getByRole('button', { name: 'Muat semula' }).click()
  await expect(other.locator('html')).toHaveAttribute('lang', 'en')
  const device = await browser.newContext()
  await signIn(device, 'club_secretary')
  const devicePage = await device.newPage()
  await devicePage.goto('/dashboard')
  await expect(devicePage.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('radio', { name: 'Bahasa Melayu' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
  await context.close()
  await device.close()
})

test('an offline page with a service worker can change its language, and saves the choice in the account after reconnecting', async ({
  browser,
}) => {
  const email = await createMember(makeUnique('Bahasa'))
  const page = await openPageSignedInAsMember(browser, email, { serviceWorkers: 'allow' })
  await page.goto('/settings#language')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.context().setOffline(true)
  await page.getByRole('radio', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.context().setOffline(false)
  await page.goto('/dashboard')
  const readLanguage = async () => (await (await page.request.get('/api/auth/me')).json()).language
  await expect.poll(readLanguage).toBe('en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.context().close()
})

test('a page without a service worker explains failures to load its texts or another language, and keeps its language', async ({
  page,
  login,
  expectAccessible,
}) => {
  await test.step('a page whose texts cannot be loaded shows an error text and a reload button', async () => {
    await page.route(/ms-start/, route => route.abort())
    await page.goto('/login')
    await expect(page.getByRole('alert')).toHaveText(
      'Halaman ini tidak dapat dimuatkan. Semak sambungan Internet anda.',
    )
    await expectAccessible()
    await page.unroute(/ms-start/)
    await page.getByRole('button', { name: 'Muat semula' }).click()
    await expect(page.getByRole('button', { name: 'Log Masuk', exact: true })).toBeVisible()
  })

  await test.step('a page that goes offline without a service worker keeps its language and explains what the user can do', async () => {
    const reason = 'Gagal menukar bahasa. Semak sambungan Internet anda dan cuba lagi.'
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByText(reason)).toBeVisible()
    await page.context().setOffline(false)
    await login('member')
    await page.goto('/settings#language')
    await expect(page.getByRole('radio', { name: 'English' })).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('radio', { name: 'English' }).click()
    await expect(page.getByText(reason)).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Bahasa Melayu' })).toBeChecked()
    await page.context().setOffline(false)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
  })
})
