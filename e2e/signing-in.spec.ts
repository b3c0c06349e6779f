import type { CDPSession, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { letTimePass, query } from './database.ts'
import { expect, newMember, ownPassword, test, toast, unique } from './fixtures.ts'
import { comeByKeys, enterAs } from './people.ts'
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
  await other.getByRole('button', { name: 'Gunakan kod pemulihan' }).click()
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

  test('the days are counted, and then there is nothing but the way to one', { tag: '@long' }, async ({
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
      await expect(page.getByRole('heading', { name: 'Lindungi Akaun Anda' })).toBeVisible()
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
      await expect(page.getByRole('navigation').getByRole('link', { name: 'Aktiviti' })).toBeVisible()
    } finally {
      await instance.stop()
    }
  })
})

test('what an open browser is not enough for asks once more, and goes on by itself', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  const email = await newMember('Kakitangan Bin Pejabat')
  const name = unique('Dilantik Binti Ujian')
  const other = await newMember(name)
  await query(`update users set role = 'hq_admin' where email = $1`, [email])
  const page = await enterAs(browser, email)
  await page.goto(`/user-management?search=${encodeURIComponent(other)}`)
  const choose = async () => {
    await page.getByRole('button', { name: `Tindakan lain untuk ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Tukar peranan' }).click()
  }
  await letTimePass(email)
  await choose()
  const roles = page.getByRole('dialog', { name: 'Tukar peranan' })
  await roles.getByRole('combobox', { name: 'Peranan baharu' }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Setiausaha Kelab' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sahkan diri anda' })
  const field = dialog.getByLabel('Kata laluan anda')
  await field.fill('salah')
  await dialog.getByRole('button', { name: 'Sahkan' }).click()
  await expect(dialog.getByText('Kata laluan semasa tidak betul')).toBeVisible()
  await expectAccessible(page)
  await field.fill(ownPassword)
  await field.press('Enter')
  await expect(toast(page, 'Kejayaan')).toBeVisible()
  await expect(roles).toBeHidden()
  const rows = await query('select role from users where email = $1', [other])
  expect(rows).toEqual([{ role: 'club_secretary' }])

  // What is only declined has not happened, and what lies beneath is still there.
  await letTimePass(email)
  await choose()
  await roles.getByRole('combobox', { name: 'Peranan baharu' }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Ahli Kelab' }).click()
  await field.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(roles).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(roles).toBeHidden()
  await page.getByRole('button', { name: 'Eksport' }).click()
  await page.getByRole('menuitem', { name: 'CSV (semua baris)' }).click()
  await field.fill(ownPassword)
  const download = page.waitForEvent('download')
  await field.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^ahli-.*\.csv$/)

  // What one person left unanswered is not answered by the next who comes in: it was not theirs.
  const second = await newMember('Kakitangan Kedua')
  await query(`update users set role = 'hq_admin' where email = $1`, [second])
  await letTimePass(email)
  await choose()
  await roles.getByRole('combobox', { name: 'Peranan baharu' }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Ahli Kelab' }).click()
  await expect(field).toBeVisible()
  await query('delete from sessions where user_id = (select id from users where email = $1)', [email])
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(second)
  await page.getByRole('textbox', { name: 'Kata laluan' }).fill(ownPassword)
  await page.getByRole('button', { name: 'Log Masuk', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Setiausaha Kelab')
  await choose()
  await expect(roles).toBeVisible()
  await expect(dialog).toBeHidden()
  const calm = await query('select role from users where email = $1', [other])
  expect(calm).toEqual([{ role: 'club_secretary' }])
  await page.context().close()
})

/** The only one that this device has, which says yes at once. */
async function useAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const kind = { protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' } as const
  const abilities = { hasResidentKey: true, hasUserVerification: true, hasPrf: true, isUserVerified: true }
  const options = { ...kind, ...abilities }
  return { cdp, ...(await cdp.send('WebAuthn.addVirtualAuthenticator', { options })) }
}

test('a passkey signs in by itself and opens the keys with the same touch; removed, it does neither', {
  tag: '@long',
}, async ({ page, expectAccessible }) => {
  const email = await newMember('Sentuh Binti Sekali')
  const data = { email, password: ownPassword }
  const { cdp, authenticatorId } = await useAuthenticator(page)
  const sent: string[] = []
  page.on('request', request => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.request.post('/api/auth/login', { data })
  await comeByKeys(page)
  await page.goto('/settings#passkeys')
  const settings = page.getByRole('region', { name: 'Passkey', exact: true })
  await settings.getByRole('button', { name: 'Tambah passkey' }).click()
  await settings.getByLabel('Kata laluan semasa').fill(ownPassword)
  await settings.getByRole('button', { name: 'Teruskan' }).click()
  await expect(toast(page, 'Ia juga membuka kunci penyulitan anda')).toBeVisible()
  const listed = settings.getByRole('listitem')
  await expect(listed).toContainText('Juga membuka kunci penyulitan')
  await settings.getByRole('button', { name: /^Namakan semula/ }).click()
  await settings.getByLabel('Nama passkey').fill('Telefon biru')
  await settings.getByRole('button', { name: 'Simpan' }).click()
  await expect(listed).toContainText('Telefon biru')
  await expectAccessible()

  // What the authenticator gave for the keys stayed in the browser.
  const posted = sent.filter(
    line => line.includes('/api/account/passkeys') && line.includes('attestationObject'),
  )
  expect(posted).toHaveLength(1)
  expect(Object.keys(JSON.parse(posted[0]?.split(' ')[1] ?? '{}')).sort()).toEqual([
    'attestationObject',
    'clientDataJSON',
    'credentialId',
    'transports',
  ])

  // A device that knows nothing: no session, no keys. The login screen is opened, and that is all.
  const forget = async () => {
    await page.goto('/help/encryption')
    await page.evaluate(async () => {
      for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
      localStorage.clear()
    })
    await page.context().clearCookies()
  }
  await forget()
  await page.goto('/login?redirect=/settings%23passkeys')
  await expect(page).toHaveURL('/settings#passkeys')
  await expect(listed).toContainText('Telefon biru')
  const encryption = page.getByRole('region', { name: 'Penyulitan', exact: true })
  await encryption.getByRole('button').click()
  await expect(encryption.getByText('Passkey untuk log masuk dan kunci')).toBeVisible()
  const { card, devices } = await (await page.request.get('/api/keys/me')).json()
  expect([card.gen, devices.length]).toEqual([1, 2])

  // Whoever came in by a passkey has shown who they are; after a while it is asked for once more.
  await settings.getByRole('button', { name: 'Buang Telefon biru' }).click()
  await expect(settings.getByText('Anda baru sahaja mengesahkan diri')).toBeVisible()
  await letTimePass(email)
  await settings.getByRole('button', { name: 'Buang' }).click()
  await page
    .getByRole('dialog', { name: 'Sahkan diri anda' })
    .getByRole('button', { name: 'Gunakan passkey' })
    .click()
  await expect(toast(page, 'Passkey telah dibuang')).toBeVisible()
  await expect(settings.getByText('Belum ada passkey.')).toBeVisible()
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toHaveLength(1)
  await forget()
  await page.goto('/login')
  await expect(page.getByRole('alert').filter({ hasText: 'Passkey ini tidak diterima' })).toBeVisible()
  expect((await page.request.get('/api/auth/me')).status()).toBe(401)
})
