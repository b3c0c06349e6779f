import { TOTP } from 'otpauth'
import { query } from './database.ts'
import { expect, newMember, ownPassword, test, toast } from './fixtures.ts'
import { enterAs } from './people.ts'
import { strictPort } from './place.ts'
import { startBeside } from './program.ts'

const section = 'Pengesahan dua langkah'

/** The app on somebody's phone. */
const codeFrom = (key: string, stepsAhead = 0) =>
  new TOTP({ secret: key }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

test('two-factor: an app, codes for when it is lost, and a device that is trusted', async ({
  browser,
  page,
  expectAccessible,
}) => {
  const email = await newMember('Dua Binti Langkah')
  const own = await enterAs(browser, email, { viewport: { width: 390, height: 844 } })
  await own.goto('/settings#two-factor')
  const settings = own.getByRole('region', { name: section })
  await settings.getByRole('button', { name: 'Hidupkan' }).click()
  await settings.getByLabel('Kata laluan semasa').fill(ownPassword)
  await settings.getByRole('button', { name: 'Teruskan' }).click()
  await expect(settings.getByRole('img', { name: 'Kod QR untuk aplikasi pengesah' })).toBeVisible()
  await expectAccessible(own)
  expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const uri = await settings.getByRole('link', { name: /^Buka dalam aplikasi/ }).getAttribute('href')
  const key = new URL(uri ?? '').searchParams.get('secret') ?? ''
  const code = settings.getByLabel('Kod 6 digit yang ditunjukkan')
  const confirm = settings.getByRole('button', { name: 'Sahkan dan hidupkan' })
  await code.fill('000 000')
  await confirm.click()
  await expect(settings.getByText('Kod ini tidak betul atau sudah digunakan')).toBeVisible()
  await code.fill(codeFrom(key, -1))
  await confirm.click()
  const list = settings.getByRole('list', { name: 'Kod pemulihan anda' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  const codes = await list.allInnerTexts()
  await expectAccessible(own)
  await settings.getByRole('button', { name: 'Saya telah menyimpannya' }).click()
  await expect(settings.getByText('10 kod pemulihan belum digunakan')).toBeVisible()

  // The password is no longer enough, and the screen says what is missing.
  const signIn = async (redirect = '') => {
    await page.goto(`/login${redirect}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Kata laluan', { exact: true }).fill(ownPassword)
    await page.getByRole('button', { name: 'Log Masuk', exact: true }).click()
  }
  await signIn('?redirect=/profile')
  const step = page.getByLabel('Kod 6 digit')
  await expect(step).toBeFocused()
  await expectAccessible()
  await step.fill('123')
  await page.getByRole('button', { name: 'Sahkan' }).click()
  await expect(
    page.getByText('Masukkan kod 6 digit daripada aplikasi, atau satu kod pemulihan'),
  ).toBeVisible()
  await step.fill(codeFrom(key))
  await page.getByLabel('Percayai peranti ini selama 30 hari').check()
  await page.getByRole('button', { name: 'Sahkan' }).click()
  await expect(page).toHaveURL('/profile')

  // Trusted: the next time the password alone is enough here.
  await page.request.post('/api/auth/logout')
  await signIn()
  await expect(page).toHaveURL('/dashboard')

  // On a device that is not: a recovery code, once.
  const elsewhere = await browser.newContext()
  const data = { email, password: ownPassword }
  expect((await elsewhere.request.post('/api/auth/login', { data })).status()).toBe(401)
  const other = await elsewhere.newPage()
  await other.goto('/login?google=second-step')
  await other.getByRole('button', { name: 'Guna kod pemulihan' }).click()
  await other.getByLabel('Kod pemulihan').fill((codes[0] ?? '').toLowerCase())
  await other.getByRole('button', { name: 'Sahkan' }).click()
  await expect(other).toHaveURL('/dashboard')
  await own.reload()
  await expect(settings.getByText('9 kod pemulihan belum digunakan')).toBeVisible()

  await settings.getByRole('button', { name: 'Matikan' }).click()
  await settings.getByLabel('Kata laluan semasa').fill(ownPassword)
  await settings.getByLabel('Kod daripada aplikasi, atau kod pemulihan').fill(codes[1] ?? '')
  await settings.getByRole('button', { name: 'Matikan' }).click()
  await expect(toast(own, 'Pengesahan dua langkah dimatikan')).toBeVisible()
  await expect(settings.getByRole('button', { name: 'Hidupkan' })).toBeVisible()
})

test.describe('where a role must have a second factor', () => {
  const strict = `http://localhost:${strictPort}`
  test.use({ baseURL: strict })

  test('the days are counted, and then there is nothing but the way to one', async ({
    browser,
    expectAccessible,
  }) => {
    test.slow()
    const instance = await startBeside(strictPort, { REQUIRE_2FA: 'member' })
    try {
      const email = await newMember('Wajib Bin Selamat')
      const viewport = { width: 390, height: 844 }
      const page = await enterAs(browser, email, { baseURL: strict, viewport })
      await page.goto('/dashboard')
      const soon = page.getByRole('alert').filter({ hasText: 'Tinggal 7 hari' })
      await expect(soon).toBeVisible()
      await expectAccessible(page)
      await soon.getByRole('link', { name: 'Sediakan sekarang' }).click()
      await expect(page.getByRole('region', { name: section })).toBeInViewport()

      await query(`update users set grace_until = now() - interval '1 minute' where email = $1`, [email])
      await page.goto('/members')
      await expect(page.getByRole('heading', { name: 'Lindungi akaun anda' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Aktiviti' })).toBeHidden()
      await page.getByRole('button', { name: 'Hidupkan' }).click()
      await page.getByLabel('Kata laluan semasa').fill(ownPassword)
      await page.getByRole('button', { name: 'Teruskan' }).click()
      await expectAccessible(page)
      const uri = await page.getByRole('link', { name: /^Buka dalam aplikasi/ }).getAttribute('href')
      await page
        .getByLabel('Kod 6 digit yang ditunjukkan')
        .fill(codeFrom(new URL(uri ?? '').searchParams.get('secret') ?? ''))
      await page.getByRole('button', { name: 'Sahkan dan hidupkan' }).click()
      // Let in only once the codes were noted.
      await expect(page.getByRole('list', { name: 'Kod pemulihan anda' })).toBeVisible()
      await page.getByRole('button', { name: 'Saya telah menyimpannya' }).click()
      await expect(page.getByRole('link', { name: 'Aktiviti' })).toBeVisible()
    } finally {
      await instance.stop()
    }
  })
})
