// Tests two-factor authentication, step-up authentication and passkeys in the browser.
import type { CDPSession, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { makeSessionOld, queryDatabase } from '#e2e/support/database.ts'
import { createMember, expect, findToast, makeUnique, ownPassword, test } from '#e2e/support/fixtures.ts'
import { createEncryptionKeys, openPageSignedInAsMember } from '#e2e/support/members.ts'
import { strictPort } from '#e2e/support/ports.ts'
import { startSecondServerInstance } from '#e2e/support/second-instance.ts'

const sectionName = 'Pengesahan dua langkah'

/** Generates the code that the user's authenticator app would show. */
const generateCode = (key: string, stepsAhead = 0) =>
  new TOTP({ secret: key }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

test('a user signs in with app codes and recovery codes, and a trusted device needs no second factor', async ({
  browser,
  page,
  expectAccessible,
}) => {
  const email = await createMember('Dua Binti Langkah')
  const settingsPage = await openPageSignedInAsMember(browser, email, {
    viewport: { width: 390, height: 844 },
  })
  await settingsPage.goto('/settings#two-factor')
  const settings = settingsPage.getByRole('region', { name: sectionName })
  await settings.getByRole('button', { name: 'Hidupkan' }).click()
  await settings.getByLabel('Kata laluan semasa').fill(ownPassword)
  await settings.getByRole('button', { name: 'Teruskan' }).click()
  await expect(settings.getByRole('img', { name: 'Kod QR untuk aplikasi pengesah' })).toBeVisible()
  await expectAccessible(settingsPage)
  expect(await settingsPage.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const uri = await settings.getByRole('link', { name: /^Buka dalam aplikasi/ }).getAttribute('href')
  const key = new URL(uri ?? '').searchParams.get('secret') ?? ''
  const code = settings.getByLabel('Kod 6 digit yang ditunjukkan')
  const confirm = settings.getByRole('button', { name: 'Sahkan dan hidupkan' })
  await code.fill('000 000')
  await confirm.click()
  await expect(settings.getByText('Kod ini tidak betul atau sudah digunakan')).toBeVisible()
  await code.fill(generateCode(key))
  await confirm.click()
  const list = settings.getByRole('list', { name: 'Kod pemulihan anda' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  const codes = await list.allInnerTexts()
  await expectAccessible(settingsPage)
  await settings.getByRole('button', { name: 'Saya telah menyimpannya' }).click()
  await expect(settings.getByText('10 kod pemulihan belum digunakan')).toBeVisible()

  // With two-factor authentication, the password alone is not sufficient, and the login page asks for a code.
  const signIn = async (redirect = '') => {
    await page.goto(`/login${redirect}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Kata laluan', { exact: true }).fill(ownPassword)
    await page.getByRole('button', { name: 'Log Masuk', exact: true }).click()
  }
  await signIn('?redirect=/profile')
  const codeField = page.getByLabel('Kod 6 digit')
  await expect(codeField).toBeFocused()
  await expectAccessible()
  await codeField.fill('123')
  await page.getByRole('button', { name: 'Sahkan' }).click()
  await expect(
    page.getByText('Masukkan kod 6 digit daripada aplikasi, atau satu kod pemulihan'),
  ).toBeVisible()
  // The test signs in with the code of the next 30-second step, because each code is accepted once.
  await codeField.fill(generateCode(key, 1))
  await page.getByLabel('Percayai peranti ini selama 30 hari').check()
  await page.getByRole('button', { name: 'Sahkan' }).click()
  await expect(page).toHaveURL('/profile')

  // On the trusted device the user signs in with the password alone.
  await page.request.post('/api/auth/logout')
  await signIn()
  await expect(page).toHaveURL('/dashboard')

  // On another device the user signs in with a recovery code, which works only once.
  const otherContext = await browser.newContext()
  const data = { email, password: ownPassword }
  expect((await otherContext.request.post('/api/auth/login', { data })).status()).toBe(401)
  const otherPage = await otherContext.newPage()
  await otherPage.goto('/login?google=second-step')
  await otherPage.getByRole('button', { name: 'Gunakan kod pemulihan' }).click()
  await otherPage.getByLabel('Kod pemulihan').fill((codes[0] ?? '').toLowerCase())
  await otherPage.getByRole('button', { name: 'Sahkan' }).click()
  await expect(otherPage).toHaveURL('/dashboard')
  await settingsPage.reload()
  await expect(settings.getByText('9 kod pemulihan belum digunakan')).toBeVisible()

  await settings.getByRole('button', { name: 'Matikan' }).click()
  await settings.getByLabel('Kata laluan semasa').fill(ownPassword)
  await settings.getByLabel('Kod daripada aplikasi, atau kod pemulihan').fill(codes[1] ?? '')
  await settings.getByRole('button', { name: 'Matikan' }).click()
  await expect(findToast(settingsPage, 'Pengesahan dua langkah dimatikan')).toBeVisible()
  await expect(settings.getByRole('button', { name: 'Hidupkan' })).toBeVisible()
})

test.describe('REQUIRE_2FA', () => {
  const strictUrl = `http://localhost:${strictPort}`
  test.use({ baseURL: strictUrl })

  test('a user who must set up a second factor sees the remaining days, and after the deadline only the setup page', {
    tag: '@long',
  }, async ({ browser, expectAccessible }) => {
    test.slow()
    const instance = await startSecondServerInstance(strictPort, { REQUIRE_2FA: 'member' })
    try {
      const email = await createMember('Wajib Bin Selamat')
      const viewport = { width: 390, height: 844 }
      const page = await openPageSignedInAsMember(browser, email, { baseURL: strictUrl, viewport })
      await page.goto('/dashboard')
      const deadlineNotice = page.getByRole('alert').filter({ hasText: 'dalam masa 7 hari' })
      await expect(deadlineNotice).toBeVisible()
      await expectAccessible(page)
      await deadlineNotice.getByRole('link', { name: 'Sediakan sekarang' }).click()
      await expect(page.getByRole('region', { name: sectionName })).toBeInViewport()

      await queryDatabase(`update users set grace_until = now() - interval '1 minute' where email = $1`, [
        email,
      ])
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
        .fill(generateCode(new URL(uri ?? '').searchParams.get('secret') ?? ''))
      await page.getByRole('button', { name: 'Sahkan dan hidupkan' }).click()
      // The setup page grants access only after the user has acknowledged the recovery codes.
      await expect(page.getByRole('list', { name: 'Kod pemulihan anda' })).toBeVisible()
      await page.getByRole('button', { name: 'Saya telah menyimpannya' }).click()
      await expect(page.getByRole('navigation').getByRole('link', { name: 'Aktiviti' })).toBeVisible()
    } finally {
      await instance.stop()
    }
  })
})

test('a sensitive action asks for the password again and then continues by itself', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  const email = await createMember('Kakitangan Bin Pejabat')
  const name = makeUnique('Dilantik Binti Ujian')
  const memberEmail = await createMember(name)
  await queryDatabase(`update users set role = 'hq_admin' where email = $1`, [email])
  const page = await openPageSignedInAsMember(browser, email)
  await page.goto(`/user-management?search=${encodeURIComponent(memberEmail)}`)
  const openRoleDialog = async () => {
    await page.getByRole('button', { name: `Tindakan lain untuk ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Tukar peranan' }).click()
  }
  await makeSessionOld(email)
  await openRoleDialog()
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
  await expect(findToast(page, 'Kejayaan')).toBeVisible()
  await expect(roles).toBeHidden()
  const rows = await queryDatabase('select role from users where email = $1', [memberEmail])
  expect(rows).toEqual([{ role: 'club_secretary' }])

  // Cancelling the re-authentication changes nothing, and the dialog of the action stays open.
  await makeSessionOld(email)
  await openRoleDialog()
  await roles.getByRole('combobox', { name: 'Peranan baharu' }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Ahli Kelab' }).click()
  await field.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(roles).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(roles).toBeHidden()
  await page.getByRole('button', { name: 'Eksport' }).click()
  await page.getByRole('menuitem', { name: 'CSV (baris yang ditapis)' }).click()
  await field.fill(ownPassword)
  const download = page.waitForEvent('download')
  await field.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^ahli-.*\.csv$/)

  // A re-authentication that one user has begun must not apply to the next user of the same browser.
  const secondEmail = await createMember('Kakitangan Kedua')
  await queryDatabase(`update users set role = 'hq_admin' where email = $1`, [secondEmail])
  await makeSessionOld(email)
  await openRoleDialog()
  await roles.getByRole('combobox', { name: 'Peranan baharu' }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Ahli Kelab' }).click()
  await expect(field).toBeVisible()
  await queryDatabase('delete from sessions where user_id = (select id from users where email = $1)', [email])
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(secondEmail)
  await page.getByRole('textbox', { name: 'Kata laluan' }).fill(ownPassword)
  await page.getByRole('button', { name: 'Log Masuk', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Setiausaha Kelab')
  await openRoleDialog()
  await expect(roles).toBeVisible()
  await expect(dialog).toBeHidden()
  const unchangedRows = await queryDatabase('select role from users where email = $1', [memberEmail])
  expect(unchangedRows).toEqual([{ role: 'club_secretary' }])
  await page.context().close()
})

/** Adds a virtual passkey authenticator that confirms every request at once. */
async function useAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const kind = { protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' } as const
  const abilities = { hasResidentKey: true, hasUserVerification: true, hasPrf: true, isUserVerified: true }
  const options = { ...kind, ...abilities }
  return { cdp, ...(await cdp.send('WebAuthn.addVirtualAuthenticator', { options })) }
}

test('one touch of a passkey signs the user in and restores the encryption keys, and a removed passkey does neither', {
  tag: '@long',
}, async ({ page, expectAccessible }) => {
  const email = await createMember('Sentuh Binti Sekali')
  const data = { email, password: ownPassword }
  const { cdp, authenticatorId } = await useAuthenticator(page)
  const requests: string[] = []
  page.on('request', request => requests.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.request.post('/api/auth/login', { data })
  await createEncryptionKeys(page)
  await page.goto('/settings#passkeys')
  const settings = page.getByRole('region', { name: 'Passkey', exact: true })
  await settings.getByRole('button', { name: 'Tambah passkey' }).click()
  await settings.getByLabel('Kata laluan semasa').fill(ownPassword)
  await settings.getByRole('button', { name: 'Teruskan' }).click()
  await expect(findToast(page, 'Ia juga memulihkan kunci penyulitan anda')).toBeVisible()
  const passkeyRow = settings.getByRole('listitem')
  await expect(passkeyRow).toContainText('Juga memulihkan kunci penyulitan')
  await settings.getByRole('button', { name: /^Namakan semula/ }).click()
  await settings.getByLabel('Nama passkey').fill('Telefon biru')
  await settings.getByRole('button', { name: 'Simpan' }).click()
  await expect(passkeyRow).toContainText('Telefon biru')
  await expectAccessible()

  // The authenticator derives a secret (PRF) for decrypting the keys, which the browser does not send to the server.
  const registrationRequests = requests.filter(
    line => line.includes('/api/account/passkeys') && line.includes('attestationObject'),
  )
  expect(registrationRequests).toHaveLength(1)
  expect(Object.keys(JSON.parse(registrationRequests[0]?.split(' ')[1] ?? '{}')).sort()).toEqual([
    'attestationObject',
    'clientDataJSON',
    'credentialId',
    'transports',
  ])

  // On a device without session and keys, the user only opens the login page and is signed in by the passkey.
  const clearBrowserData = async () => {
    await page.goto('/help/encryption')
    await page.evaluate(async () => {
      for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
      localStorage.clear()
    })
    await page.context().clearCookies()
  }
  await clearBrowserData()
  await page.goto('/login?redirect=/settings%23passkeys')
  await expect(page).toHaveURL('/settings#passkeys')
  await expect(passkeyRow).toContainText('Telefon biru')
  const encryption = page.getByRole('region', { name: 'Penyulitan', exact: true })
  await encryption.getByRole('button').click()
  await expect(encryption.getByText('Passkey untuk log masuk dan kunci')).toBeVisible()
  const { card, devices } = await (await page.request.get('/api/keys/me')).json()
  expect([card.gen, devices.length]).toEqual([1, 2])

  // A sign-in by passkey is valid as re-authentication for ten minutes, after which another one is required.
  await settings.getByRole('button', { name: 'Buang Telefon biru' }).click()
  await expect(settings.getByText('Anda baru sahaja mengesahkan diri')).toBeVisible()
  await makeSessionOld(email)
  await settings.getByRole('button', { name: 'Buang' }).click()
  await page
    .getByRole('dialog', { name: 'Sahkan diri anda' })
    .getByRole('button', { name: 'Gunakan passkey' })
    .click()
  await expect(findToast(page, 'Passkey telah dibuang')).toBeVisible()
  await expect(settings.getByText('Belum ada passkey.')).toBeVisible()
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toHaveLength(1)
  await clearBrowserData()
  await page.goto('/login')
  await expect(page.getByRole('alert').filter({ hasText: 'Passkey ini tidak diterima' })).toBeVisible()
  expect((await page.request.get('/api/auth/me')).status()).toBe(401)
})
