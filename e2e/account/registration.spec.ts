// Tests registration, password reset, and the pages of an applicant who waits for a decision.
import type { Locator, Page } from '@playwright/test'
import pg from 'pg'
import { delayNextRequest, expect, password, test, waitForMailedLink } from '#e2e/support/fixtures.ts'
import { buildServerEnvironmentVariables } from '#e2e/support/ports.ts'
import { getAgeFromBirthYear } from '#shared/ic-number.ts'

let counter = 0
const createEmailAddress = () => `e2e${Date.now()}.${process.env.TEST_WORKER_INDEX}.${counter++}@contoh.my`
/** Builds an identity card number that no other test uses, from the clock and the number of the test worker. */
const createIcDigits = () =>
  `990101${14}${String((Date.now() * 2 + Number(process.env.TEST_WORKER_INDEX)) % 10_000).padStart(4, '0')}`

const findFormField = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const findCountryField = (page: Page) => page.getByLabel(/^Negara semasa/)
const findPasswordField = (page: Page) => page.getByRole('textbox', { name: /^Kata laluan/ })
const findPasswordConfirmationField = (page: Page) =>
  page.getByRole('textbox', { name: /^Sahkan kata laluan/ })

async function fillQuickForm(page: Page, email: string, secret = 'ombak-biru-77') {
  await page.getByLabel(/^Nama penuh/).fill('Nur Aina Sofea')
  await page.getByLabel(/^Email/).fill(email)
  await findCountryField(page).selectOption('Japan')
  await findPasswordField(page).fill(secret)
  await findPasswordConfirmationField(page).fill(secret)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
}

async function decideInDatabase(email: string, status: 'rejected' | 'active', reason?: string) {
  const client = new pg.Client({ connectionString: buildServerEnvironmentVariables(0).DATABASE_URL })
  await client.connect()
  await client.query(
    `with u as (update users set status = $2 where email = $1 returning id, current_country)
     insert into user_history (user_id, status, current_country, reason)
     select id, $2, current_country, $3 from u`,
    [email, status, reason],
  )
  await client.end()
}

test('the registration page offers three methods, keeps the typed values, and shows each error of the full form below its field', async ({
  page,
  expectAccessible,
}) => {
  await test.step('three methods can be chosen, and going back keeps the typed values', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Daftar di sini' }).click()
    await expect(page).toHaveTitle('Pendaftaran Ahli · Perantau')
    await expectAccessible()
    await page.getByRole('button', { name: 'Daftar pantas' }).click()
    await expect(page).toHaveURL('/register?form=quick')
    await page.getByLabel(/^Nama penuh/).fill('Nur Aina')
    await page.getByRole('button', { name: 'Kembali' }).click()
    await page.getByRole('button', { name: 'Isi borang penuh' }).click()
    // Values typed in one of the registration forms are kept in the others.
    await expect(page.getByLabel(/^Nama penuh/)).toHaveValue('Nur Aina')
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Daftar pantas' })).toBeVisible()
    await page.getByRole('link', { name: 'Daftar dengan Google' }).click()
    await expect(page.getByRole('alert')).toContainText('Google')
    await page.goto('/register')
    await page.getByRole('link', { name: 'Log masuk' }).click()
    await expect(page).toHaveURL('/login')
  })

  await test.step('the full form shows each error below its field, on desktop and phone', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/register?form=full')
    await expect(page.getByText('0 daripada 17 medan diisi')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Hantar permohonan' }).click()
    for (const message of [
      'Nama penuh diperlukan',
      'Format email tidak sah',
      'Kata laluan mestilah sekurang-kurangnya 6 aksara',
      'Sila sahkan kata laluan anda',
      'Sila pilih negara',
      'Sila baca dan terima terma dan syarat',
    ]) {
      await expect(page.getByText(message, { exact: true })).toBeVisible()
    }
    await expect(page.getByLabel(/^Nama penuh/)).toBeFocused()
    // Placeholders of invalid fields keep the pale colour of other placeholders.
    const readPlaceholderColour = (box: Locator) =>
      box.evaluate(element => getComputedStyle(element, '::placeholder').color)
    expect(await readPlaceholderColour(page.getByLabel(/^Email/))).toBe(
      await readPlaceholderColour(page.getByLabel('No. telefon')),
    )
    await fillQuickForm(page, createEmailAddress())
    await findPasswordConfirmationField(page).fill('lain')
    await findFormField(page, 'No. kad pengenalan').fill('010229-10-1234')
    await findFormField(page, 'Tahun mula').selectOption(String(new Date().getFullYear()))
    await page.getByLabel('Platform 1').selectOption('Facebook')
    await page.getByLabel('Pautan 1').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Hantar permohonan' }).click()
    for (const message of [
      'Kata laluan tidak sepadan',
      'No. kad pengenalan tidak sah (contoh: 990101-14-5678)',
      'Pautan mestilah bermula dengan http:// atau https://',
    ]) {
      await expect(page.getByText(message, { exact: true })).toBeVisible()
    }
    await expect(page.getByText('Nama penuh diperlukan')).toBeHidden()
    await expect(findPasswordConfirmationField(page)).toBeFocused()
    await expectAccessible()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

test('a submitted registration is confirmed by mail, and the number of pending applications on an open page updates itself', async ({
  page,
  browser,
  expectAccessible,
}) => {
  const approver = await browser.newContext()
  await approver.request.post('/api/auth/login', { data: { email: 'country_admin@demo.test', password } })
  const approverPage = await approver.newPage()
  await approverPage.goto('/dashboard')
  const badge = approverPage.getByRole('link', { name: /Kelulusan Ahli/ })
  await expect(badge).toContainText(/\d/)
  const pendingBefore = Number((await badge.innerText()).match(/\d+/)?.[0])

  const email = createEmailAddress()
  const digits = createIcDigits()
  await page.goto('/register?form=full')
  await fillQuickForm(page, email)
  await page.getByText('Baca terma dan syarat').click()
  await expect(page.getByText('Nombor kad pengenalan disulitkan.')).toBeVisible()

  const icNumber = findFormField(page, 'No. kad pengenalan')
  await icNumber.pressSequentially(digits)
  await expect(icNumber).toHaveValue(`990101-14-${digits.slice(8)}`)
  await expect(findFormField(page, 'Umur')).toHaveValue(String(getAgeFromBirthYear(1999)))
  await expect(findFormField(page, 'Umur')).not.toBeEditable()
  await expect(findFormField(page, 'Negeri kelahiran')).toHaveValue('W.P. Kuala Lumpur')
  await findFormField(page, 'Negeri kelahiran').selectOption('Johor')
  // After a digit inside an identity card number was corrected, dashes and cursor are at the right places.
  await icNumber.evaluate((input: HTMLInputElement) => input.setSelectionRange(8, 9))
  await icNumber.press('Delete')
  await icNumber.pressSequentially('4')
  await expect(icNumber).toHaveValue(`990101-14-${digits.slice(8)}`)
  await expect(findFormField(page, 'Negeri kelahiran')).toHaveValue('Johor')

  await findCountryField(page).selectOption('')
  await expect(findFormField(page, 'Kelab')).toBeDisabled()
  await findCountryField(page).selectOption('Japan')
  await expect(findFormField(page, 'Kelab')).toBeEnabled()
  await findFormField(page, 'Kelab').selectOption({ index: 1 })
  await findCountryField(page).selectOption('United Kingdom')
  await expect(findFormField(page, 'Kelab')).toHaveValue('')
  await findFormField(page, 'Kelab').selectOption('Kelab Perantau London')

  await page.getByLabel('Platform 1').selectOption('Instagram')
  await page.getByLabel('Pautan 1').fill('instagram.com/aina')
  await page.getByRole('button', { name: 'Tambah media sosial' }).click()
  await expect(page.getByLabel('Platform 2')).toBeFocused()
  await page.getByLabel('Platform 2').selectOption('TikTok')
  await findFormField(page, 'Institusi').fill('Imperial College London')
  await findFormField(page, 'Peringkat pengajian').selectOption('Sarjana')
  await expect(page.getByText('12 daripada 17 medan diisi')).toBeVisible()
  await expectAccessible()

  const request = page.waitForRequest('**/api/auth/register')
  const release = await delayNextRequest(page, '**/api/auth/register')
  const submit = page.locator('button[type=submit]')
  await submit.click()
  await expect(submit).toHaveText('Sedang menghantar...')
  await expect(submit).toBeDisabled()
  release()
  expect((await request).postDataJSON().socialMedia).toEqual([
    { platform: 'Instagram', url: 'https://instagram.com/aina' },
  ])
  const confirmationMessage = page.getByRole('status').filter({ hasText: 'Permohonan diterima' })
  await expect(confirmationMessage).toContainText(
    'Permohonan telah dihantar. Sila tunggu kelulusan pentadbir.',
  )
  await expect(confirmationMessage).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Langkah seterusnya' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log masuk' })).toHaveAttribute('href', '/login')
  await expectAccessible()
  await page.getByRole('button', { name: 'Daftar pemohon lain' }).click()
  for (const label of [/^Nama penuh/, /^Email/, 'No. kad pengenalan', 'Umur', 'Pautan 1', 'Institusi']) {
    await expect(page.getByLabel(label)).toHaveValue('')
  }
  for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked()

  await expect
    .poll(async () => Number((await badge.innerText()).match(/\d+/)?.[0]))
    .toBeGreaterThan(pendingBefore)
  await expect(approverPage.getByRole('button', { name: /^Pemberitahuan, \d+ belum dibaca/ })).toBeVisible()
  await approver.close()

  await page.goto(await waitForMailedLink(email, '/confirm-email'))
  await expect(page.getByText('Email anda telah disahkan. Terima kasih.')).toBeVisible()
  await expectAccessible()
  await page.goto('/confirm-email#bukan-pautan-yang-betul')
  await expect(page.getByRole('alert')).toContainText('Pautan ini tidak sah')
})

test('the quick registration form rates the password, shows error texts, and keeps the typed values', async ({
  page,
  expectAccessible,
}) => {
  const email = createEmailAddress()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/register?form=quick')
  await expect(page.getByLabel(/^Negara semasa/)).toBeVisible()
  await expect(page.getByLabel('No. kad pengenalan')).toHaveCount(0)
  for (const [typedPassword, level] of [
    ['qwerty', 'Sangat lemah'],
    ['kelab perantau di tepi sungai thames', 'Sangat kuat'],
  ] as const) {
    await findPasswordField(page).fill(typedPassword)
    await expect(page.getByText(`Kekuatan kata laluan: ${level}`)).toBeVisible()
  }
  await expectAccessible()
  await fillQuickForm(page, email, 'qwertyuiop')
  await page.getByRole('button', { name: 'Daftar', exact: true }).click()
  await expect(page.getByText('Kata laluan ini terlalu mudah diteka. Sila pilih yang lain.')).toBeVisible()
  await expect(findPasswordField(page)).toBeFocused()

  await page.getByLabel(/^Email/).fill('member@demo.test')
  await findPasswordField(page).fill('ombak-biru-77')
  await findPasswordConfirmationField(page).fill('ombak-biru-77')
  const release = await delayNextRequest(page, '**/api/auth/register')
  const submit = page.locator('button[type=submit]')
  await submit.click()
  await expect(submit).toHaveText('Sedang mendaftar...')
  await expect(submit).toBeDisabled()
  release()
  await expect(page.getByRole('alert')).toContainText('ini sudah berdaftar')
  await expect(page.getByLabel(/^Nama penuh/)).toHaveValue('Nur Aina Sofea')

  await page.route('**/api/auth/register', route => route.abort(), { times: 1 })
  await submit.click()
  await expect(page.getByRole('alert')).toContainText('Sambungan ke pelayan terputus')
  await page.route('**/api/auth/register', route => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('Pendaftaran gagal')

  await page.getByLabel(/^Email/).fill(email)
  await submit.click()
  await expect(page.getByText('Permohonan telah dihantar. Sila tunggu kelulusan pentadbir.')).toBeVisible()
  await page.getByRole('button', { name: 'Daftar pemohon lain' }).click()
  await page.getByLabel(/^Nama penuh/).fill('Sesuatu')
  await page.getByRole('button', { name: 'Kosongkan borang' }).click()
  await expect(page.getByLabel(/^Nama penuh/)).toHaveValue('')

  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Kata laluan' }).fill('ombak-biru-77')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Akaun Menunggu Kelulusan' })).toBeVisible()
  // While waiting for approval, the applicant adds the omitted details on a phone.
  await findFormField(page, 'No. kad pengenalan').fill(createIcDigits())
  await findCountryField(page).selectOption('Japan')
  await expect(findFormField(page, 'Kelab')).toBeEnabled()
  await findFormField(page, 'Kelab').selectOption({ index: 1 })
  await findFormField(page, 'Institusi').fill('Universiti Tokyo')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('Maklumat anda telah disimpan.')).toBeVisible()
  await page.reload()
  await expect(findFormField(page, 'Institusi')).toHaveValue('Universiti Tokyo')
  await expect(page.getByText(/Tersimpan: 990101-••-••\d\d/)).toBeVisible()
  await expect(findFormField(page, 'Kelab')).not.toHaveValue('')
  await expectAccessible()
})

test('a signed-in user can register another person and stays signed in', { tag: '@long' }, async ({
  page,
  login,
  expectAccessible,
}) => {
  await login('club_secretary')
  await page.goto('/register?form=quick')
  await expect(page.getByRole('link', { name: 'Log masuk' })).toHaveCount(0)
  await expectAccessible()
  await fillQuickForm(page, createEmailAddress())
  await page.getByRole('button', { name: 'Daftar', exact: true }).click()
  await expect(page.getByText('Permohonan telah dihantar. Sila tunggu kelulusan pentadbir.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log masuk' })).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByText('Kavitha Subramaniam').first()).toBeVisible()
})

test('requesting a password reset shows the same text for every email address, and the mailed link can be used once', async ({
  page,
  browser,
  expectAccessible,
}) => {
  const email = createEmailAddress()
  await page.request.post('/api/auth/register', {
    data: { email, password: 'ombak-biru-77', fullName: 'Lupa Sahaja' },
  })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Lupa kata laluan?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lupa Kata Laluan')
  await page.getByRole('button', { name: 'Hantar pautan' }).click()
  await expect(page.getByText('Format email tidak sah')).toBeVisible()
  await expectAccessible()
  const status = page.getByRole('status')
  await page.getByLabel('Email').fill('tiada-sesiapa@contoh.my')
  await page.getByRole('button', { name: 'Hantar pautan' }).click()
  await expect(status).toContainText('Jika email ini berdaftar')
  const statusText = await status.innerText()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Hantar pautan' }).click()
  await expect(status).toHaveText(statusText)

  // The password reset signs out another browser of the user.
  const otherBrowser = await browser.newContext()
  await otherBrowser.request.post('/api/auth/login', { data: { email, password: 'ombak-biru-77' } })

  const link = await waitForMailedLink(email, '/reset-password')
  await page.goto(link)
  await expectAccessible()
  await page.getByRole('textbox', { name: /^Kata laluan baharu/ }).fill('lima5')
  await page.getByRole('button', { name: 'Simpan kata laluan' }).click()
  await expect(page.getByText('Kata laluan mestilah sekurang-kurangnya 6 aksara')).toBeVisible()
  await expect(page.getByText('Kata laluan tidak sepadan')).toBeVisible()
  for (const box of [
    page.getByRole('textbox', { name: /^Kata laluan baharu/ }),
    findPasswordConfirmationField(page),
  ]) {
    await box.fill('sungai-thames-88')
  }
  await page.getByRole('button', { name: 'Simpan kata laluan' }).click()
  await expect(page.getByText('Kata laluan anda telah ditukar.')).toBeVisible()
  expect((await otherBrowser.request.get('/api/auth/me')).status()).toBe(401)
  await otherBrowser.close()

  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Kata laluan' }).fill('sungai-thames-88')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Akaun Menunggu Kelulusan' })).toBeVisible()

  await page.goto(link)
  for (const box of [
    page.getByRole('textbox', { name: /^Kata laluan baharu/ }),
    findPasswordConfirmationField(page),
  ]) {
    await box.fill('sekali-lagi-99')
  }
  await page.getByRole('button', { name: 'Simpan kata laluan' }).click()
  await expect(page.getByRole('alert')).toContainText('sudah digunakan atau sudah luput')
  await page.goto('/reset-password')
  await page.getByRole('button', { name: 'Simpan kata laluan' }).click()
  await expect(page.getByRole('alert')).toContainText('Pautan ini tidak lengkap')
})

test('a waiting applicant sees the reason of a rejection, applies again, and is admitted after approval', async ({
  page,
  expectAccessible,
}) => {
  const email = createEmailAddress()
  const data = { email, password: 'ombak-biru-77', fullName: 'Faiz', currentCountry: 'Japan' }
  await page.request.post('/api/auth/register', { data })
  await page.request.post('/api/auth/login', { data: { email, password: data.password } })
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Akaun Menunggu Kelulusan' })).toBeVisible()
  await expect(page.getByText(/^Disemak pukul/)).toBeVisible()
  await decideInDatabase(email, 'rejected', 'Nama tidak lengkap')
  await page.getByRole('button', { name: 'Semak sekarang' }).click()
  await expect(page.getByRole('heading', { name: 'Permohonan Ditolak' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Sebab penolakan' })).toContainText(
    'Nama tidak lengkap',
  )
  await expectAccessible()
  await page.getByLabel(/^Nama penuh/).fill('')
  await page.getByRole('button', { name: 'Simpan dan mohon semula' }).click()
  await expect(page.getByText('Nama penuh diperlukan')).toBeVisible()
  await page.getByLabel(/^Nama penuh/).fill('Faiz bin Karim')
  await page.getByRole('button', { name: 'Simpan dan mohon semula' }).click()
  await expect(page.getByRole('heading', { name: 'Akaun Menunggu Kelulusan' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(/^Nama penuh/)).toHaveValue('Faiz bin Karim')
  // After the approval, the applicant's page continues to the URL requested before, without a reload.
  await decideInDatabase(email, 'active')
  await page.clock.runFor(30_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
})
