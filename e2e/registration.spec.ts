import type { Locator, Page } from '@playwright/test'
import pg from 'pg'
import { ageOf } from '#shared/ic-number.ts'
import { expect, holdNext, linkMailedTo, password, test } from './fixtures.ts'
import { besideIt } from './place.ts'

let counter = 0
const newEmail = () => `e2e${Date.now()}.${process.env.TEST_WORKER_INDEX}.${counter++}@contoh.my`
/** A number that nobody else registers: the serial comes from the clock and the worker. */
const newIcDigits = () =>
  `990101${14}${String((Date.now() * 2 + Number(process.env.TEST_WORKER_INDEX)) % 10_000).padStart(4, '0')}`

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const country = (page: Page) => page.getByLabel(/^Negara semasa/)
const passwordField = (page: Page) => page.getByRole('textbox', { name: /^Kata laluan/ })
const confirmation = (page: Page) => page.getByRole('textbox', { name: /^Sahkan kata laluan/ })

async function fillQuickly(page: Page, email: string, secret = 'ombak-biru-77') {
  await page.getByLabel(/^Nama penuh/).fill('Nur Aina Sofea')
  await page.getByLabel(/^Email/).fill(email)
  await country(page).selectOption('Japan')
  await passwordField(page).fill(secret)
  await confirmation(page).fill(secret)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
}

async function decideInDatabase(email: string, status: 'rejected' | 'active', reason?: string) {
  const client = new pg.Client({ connectionString: besideIt(0).DATABASE_URL })
  await client.connect()
  await client.query(
    `with u as (update users set status = $2 where email = $1 returning id, current_country)
     insert into user_history (user_id, status, current_country, reason)
     select id, $2, current_country, $3 from u`,
    [email, status, reason],
  )
  await client.end()
}

test('the three ways, and the way back', async ({ page, expectAccessible }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Daftar di sini' }).click()
  await expect(page).toHaveTitle('Pendaftaran Ahli · Perantau')
  await expectAccessible()
  await page.getByRole('button', { name: 'Daftar pantas' }).click()
  await expect(page).toHaveURL('/register?form=quick')
  await page.getByLabel(/^Nama penuh/).fill('Nur Aina')
  await page.getByRole('button', { name: 'Kembali' }).click()
  await page.getByRole('button', { name: 'Isi borang penuh' }).click()
  // What was typed in one form is not lost in the other.
  await expect(page.getByLabel(/^Nama penuh/)).toHaveValue('Nur Aina')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Daftar pantas' })).toBeVisible()
  await page.getByRole('link', { name: 'Daftar dengan Google' }).click()
  await expect(page.getByRole('alert')).toContainText('Google')
  await page.goto('/register')
  await page.getByRole('link', { name: 'Log masuk' }).click()
  await expect(page).toHaveURL('/login')
})

test('the full form: every message under its field, on a desk and on a phone', async ({
  page,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/register?form=full')
  await expect(page.getByText('0 daripada 17 medan diisi')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Hantar pendaftaran' }).click()
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
  // An example is no value: it stays as pale as in a field with nothing wrong.
  const paleness = (box: Locator) => box.evaluate(element => getComputedStyle(element, '::placeholder').color)
  expect(await paleness(page.getByLabel(/^Email/))).toBe(await paleness(page.getByLabel('No. telefon')))
  await fillQuickly(page, newEmail())
  await confirmation(page).fill('lain')
  await field(page, 'No. kad pengenalan').fill('010229-10-1234')
  await field(page, 'Tahun mula').selectOption(String(new Date().getFullYear()))
  await page.getByLabel('Platform 1').selectOption('Facebook')
  await page.getByLabel('Pautan 1').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Hantar pendaftaran' }).click()
  for (const message of [
    'Kata laluan tidak sepadan',
    'No. kad pengenalan tidak sah (contoh: 990101-14-5678)',
    'Pautan mestilah bermula dengan http:// atau https://',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await expect(page.getByText('Nama penuh diperlukan')).toBeHidden()
  await expect(confirmation(page)).toBeFocused()
  await expectAccessible()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('the full form from beginning to end: sent, received, confirmed, seen live by an approver', async ({
  page,
  browser,
  expectAccessible,
}) => {
  const approver = await browser.newContext()
  await approver.request.post('/api/auth/login', { data: { email: 'country_admin@demo.test', password } })
  const office = await approver.newPage()
  await office.goto('/dashboard')
  const badge = office.getByRole('link', { name: /Kelulusan Ahli/ })
  await expect(badge).toContainText(/\d/)
  const waiting = Number((await badge.innerText()).match(/\d+/)?.[0])

  const email = newEmail()
  const digits = newIcDigits()
  await page.goto('/register?form=full')
  await fillQuickly(page, email)
  await page.getByText('Baca terma dan syarat').click()
  await expect(page.getByText('Nombor kad pengenalan disimpan secara tersulit.')).toBeVisible()

  const icNumber = field(page, 'No. kad pengenalan')
  await icNumber.pressSequentially(digits)
  await expect(icNumber).toHaveValue(`990101-14-${digits.slice(8)}`)
  await expect(field(page, 'Umur')).toHaveValue(String(ageOf(1999)))
  await expect(field(page, 'Umur')).not.toBeEditable()
  await expect(field(page, 'Negeri kelahiran')).toHaveValue('W.P. Kuala Lumpur')
  await field(page, 'Negeri kelahiran').selectOption('Johor')
  // A digit corrected in the middle: the dashes stay where they belong and so does the caret.
  await icNumber.evaluate((input: HTMLInputElement) => input.setSelectionRange(8, 9))
  await icNumber.press('Delete')
  await icNumber.pressSequentially('4')
  await expect(icNumber).toHaveValue(`990101-14-${digits.slice(8)}`)
  await expect(field(page, 'Negeri kelahiran')).toHaveValue('Johor')

  await country(page).selectOption('')
  await expect(field(page, 'Kelab')).toBeDisabled()
  await country(page).selectOption('Japan')
  await expect(field(page, 'Kelab')).toBeEnabled()
  await field(page, 'Kelab').selectOption({ index: 1 })
  await country(page).selectOption('United Kingdom')
  await expect(field(page, 'Kelab')).toHaveValue('')
  await field(page, 'Kelab').selectOption('Kelab Perantau London (London)')

  await page.getByLabel('Platform 1').selectOption('Instagram')
  await page.getByLabel('Pautan 1').fill('instagram.com/aina')
  await page.getByRole('button', { name: 'Tambah media sosial' }).click()
  await expect(page.getByLabel('Platform 2')).toBeFocused()
  await page.getByLabel('Platform 2').selectOption('TikTok')
  await field(page, 'Institusi').fill('Imperial College London')
  await field(page, 'Peringkat pengajian').selectOption('Sarjana')
  await expect(page.getByText('12 daripada 17 medan diisi')).toBeVisible()
  await expectAccessible()

  const sent = page.waitForRequest('**/api/auth/register')
  const release = await holdNext(page, '**/api/auth/register')
  const submit = page.locator('button[type=submit]')
  await submit.click()
  await expect(submit).toHaveText('Sedang menghantar...')
  await expect(submit).toBeDisabled()
  release()
  expect((await sent).postDataJSON().socialMedia).toEqual([
    { platform: 'Instagram', url: 'https://instagram.com/aina' },
  ])
  const done = page.getByRole('status').filter({ hasText: 'Pendaftaran diterima' })
  await expect(done).toContainText('Pendaftaran berjaya dihantar. Sila tunggu kelulusan pentadbir.')
  await expect(done).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Apa yang berlaku seterusnya' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log masuk' })).toHaveAttribute('href', '/login')
  await expectAccessible()
  await page.getByRole('button', { name: 'Daftar orang lain' }).click()
  for (const label of [/^Nama penuh/, /^Email/, 'No. kad pengenalan', 'Umur', 'Pautan 1', 'Institusi']) {
    await expect(page.getByLabel(label)).toHaveValue('')
  }
  for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked()

  await expect.poll(async () => Number((await badge.innerText()).match(/\d+/)?.[0])).toBeGreaterThan(waiting)
  await expect(office.getByRole('button', { name: /^Pemberitahuan, \d+ belum dibaca/ })).toBeVisible()
  await approver.close()

  await page.goto(await linkMailedTo(email, '/confirm-email'))
  await expect(page.getByText('Email anda telah disahkan. Terima kasih.')).toBeVisible()
  await expectAccessible()
  await page.goto('/confirm-email#bukan-pautan-yang-betul')
  await expect(page.getByRole('alert')).toContainText('Pautan ini tidak sah')
})

test('the quick form: strength while typing, states, a refusal in words, nothing typed is lost', async ({
  page,
  expectAccessible,
}) => {
  const email = newEmail()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/register?form=quick')
  await expect(page.getByLabel(/^Negara semasa/)).toBeVisible()
  await expect(page.getByLabel('No. kad pengenalan')).toHaveCount(0)
  for (const [typed, level] of [
    ['qwerty', 'Sangat lemah'],
    ['kelab perantau di tepi sungai thames', 'Sangat kuat'],
  ] as const) {
    await passwordField(page).fill(typed)
    await expect(page.getByText(`Kekuatan kata laluan: ${level}`)).toBeVisible()
  }
  await expectAccessible()
  await fillQuickly(page, email, 'qwertyuiop')
  await page.getByRole('button', { name: 'Daftar', exact: true }).click()
  await expect(page.getByText('Kata laluan ini terlalu mudah diteka. Sila pilih yang lain.')).toBeVisible()
  await expect(passwordField(page)).toBeFocused()

  await page.getByLabel(/^Email/).fill('member@demo.test')
  await passwordField(page).fill('ombak-biru-77')
  await confirmation(page).fill('ombak-biru-77')
  const release = await holdNext(page, '**/api/auth/register')
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
  await expect(page.getByText('Pendaftaran berjaya dihantar. Sila tunggu kelulusan pentadbir.')).toBeVisible()
  await page.getByRole('button', { name: 'Daftar orang lain' }).click()
  await page.getByLabel(/^Nama penuh/).fill('Sesuatu')
  await page.getByRole('button', { name: 'Kosongkan borang' }).click()
  await expect(page.getByLabel(/^Nama penuh/)).toHaveValue('')

  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Kata laluan' }).fill('ombak-biru-77')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Akaun Menunggu Kelulusan' })).toBeVisible()
  // What the quick form left out is filled in while waiting, by keyboard and phone.
  await field(page, 'No. kad pengenalan').fill(newIcDigits())
  await country(page).selectOption('Japan')
  await expect(field(page, 'Kelab')).toBeEnabled()
  await field(page, 'Kelab').selectOption({ index: 1 })
  await field(page, 'Institusi').fill('Universiti Tokyo')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('Maklumat anda telah disimpan.')).toBeVisible()
  await page.reload()
  await expect(field(page, 'Institusi')).toHaveValue('Universiti Tokyo')
  await expect(page.getByText(/Tersimpan: 990101-••-••\d\d/)).toBeVisible()
  await expect(field(page, 'Kelab')).not.toHaveValue('')
  await expectAccessible()
})

test('signed in, one registers somebody else and stays who one is', { tag: '@long' }, async ({
  page,
  login,
  expectAccessible,
}) => {
  await login('club_secretary')
  await page.goto('/register?form=quick')
  await expect(page.getByRole('link', { name: 'Log masuk' })).toHaveCount(0)
  await expectAccessible()
  await fillQuickly(page, newEmail())
  await page.getByRole('button', { name: 'Daftar', exact: true }).click()
  await expect(page.getByText('Pendaftaran berjaya dihantar. Sila tunggu kelulusan pentadbir.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log masuk' })).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByText('Kavitha Subramaniam').first()).toBeVisible()
})

test('a forgotten password: the same words for everybody, a link by mail, once', async ({
  page,
  browser,
  expectAccessible,
}) => {
  const email = newEmail()
  await page.request.post('/api/auth/register', {
    data: { email, password: 'ombak-biru-77', fullName: 'Lupa Sahaja' },
  })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Lupa kata laluan?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lupa Kata Laluan')
  await page.getByRole('button', { name: 'Hantar pautan' }).click()
  await expect(page.getByText('Format email tidak sah')).toBeVisible()
  await expectAccessible()
  const said = page.getByRole('status')
  await page.getByLabel('Email').fill('tiada-sesiapa@contoh.my')
  await page.getByRole('button', { name: 'Hantar pautan' }).click()
  await expect(said).toContainText('Jika email ini berdaftar')
  const words = await said.innerText()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Hantar pautan' }).click()
  await expect(said).toHaveText(words)

  // Another browser of this person is signed in, and will not be any more.
  const elsewhere = await browser.newContext()
  await elsewhere.request.post('/api/auth/login', { data: { email, password: 'ombak-biru-77' } })

  const link = await linkMailedTo(email, '/reset-password')
  await page.goto(link)
  await expectAccessible()
  await page.getByRole('textbox', { name: /^Kata laluan baharu/ }).fill('lima5')
  await page.getByRole('button', { name: 'Simpan kata laluan' }).click()
  await expect(page.getByText('Kata laluan mestilah sekurang-kurangnya 6 aksara')).toBeVisible()
  await expect(page.getByText('Kata laluan tidak sepadan')).toBeVisible()
  for (const box of [page.getByRole('textbox', { name: /^Kata laluan baharu/ }), confirmation(page)]) {
    await box.fill('sungai-thames-88')
  }
  await page.getByRole('button', { name: 'Simpan kata laluan' }).click()
  await expect(page.getByText('Kata laluan anda telah ditukar.')).toBeVisible()
  expect((await elsewhere.request.get('/api/auth/me')).status()).toBe(401)
  await elsewhere.close()

  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Kata laluan' }).fill('sungai-thames-88')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Akaun Menunggu Kelulusan' })).toBeVisible()

  await page.goto(link)
  for (const box of [page.getByRole('textbox', { name: /^Kata laluan baharu/ }), confirmation(page)]) {
    await box.fill('sekali-lagi-99')
  }
  await page.getByRole('button', { name: 'Simpan kata laluan' }).click()
  await expect(page.getByRole('alert')).toContainText('sudah digunakan atau sudah luput')
  await page.goto('/reset-password')
  await page.getByRole('button', { name: 'Simpan kata laluan' }).click()
  await expect(page.getByRole('alert')).toContainText('Pautan ini tidak lengkap')
})

test('what is decided shows where one waits: the reason, corrections, applying again, and in', async ({
  page,
  expectAccessible,
}) => {
  const email = newEmail()
  const data = { email, password: 'ombak-biru-77', fullName: 'Faiz', currentCountry: 'Japan' }
  await page.request.post('/api/auth/register', { data })
  await page.request.post('/api/auth/login', { data: { email, password: data.password } })
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Akaun Menunggu Kelulusan' })).toBeVisible()
  await expect(page.getByText(/^Disemak jam/)).toBeVisible()
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
  // Approved, it goes on by itself to where one wanted to be.
  await decideInDatabase(email, 'active')
  await page.clock.runFor(30_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
})
