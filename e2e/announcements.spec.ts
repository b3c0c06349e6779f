// One voice to many: written at a desk, looked at as it will be read, sent, opened and answered on a phone, counted,
// stopped by mail, and taken back.
import { enter, expect, linkMailedTo, newMember, test, toast, unique } from './fixtures.ts'
import { enterAs } from './people.ts'
import { asPhone } from './phone.ts'

test('an announcement with a question, from the desk of headquarters to a phone and back', async ({
  browser,
}) => {
  const name = unique('Hebahan')
  const email = await newMember(unique('Pembaca'))
  const desk = await enter(browser, 'hq_admin')
  const activity = unique('Majlis')
  const startDate = new Date(Date.now() + 3_600_000).toISOString()
  const made = await desk.request.post('/api/activities', { data: { title: activity, startDate } })
  const { id: activityId } = await made.json()
  const phone = await enterAs(browser, email, asPhone())
  expect((await phone.request.post(`/api/activities/${activityId}/join`, { data: {} })).status()).toBe(200)

  await test.step('written, and looked at', async () => {
    await desk.goto('/announcements')
    await desk.getByRole('button', { name: 'Hebahan baharu' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel('Tajuk').fill(name)
    const body = dialog.getByRole('textbox', { name: 'Isi hebahan' })
    await body.fill('Salam semua,\n\n- bawa botol air\n\nLihat https://contoh.my/peta.\n\n')
    await dialog.getByRole('button', { name: 'Tebal' }).click()
    await expect(body).toHaveValue(/\*\*teks tebal\*\*$/)
    await dialog.getByLabel('Peserta aktiviti').selectOption(String(activityId))
    await expect(dialog.getByRole('status')).toHaveText('Sampai kepada 1 orang')
    await dialog.getByLabel('Tanya satu soalan').check({ force: true })
    await dialog.getByLabel('Soalan', { exact: true }).fill('Datang?')
    await dialog.getByLabel('Jawapan 1').fill('Ya')
    await dialog.getByRole('button', { name: 'Seterusnya' }).click()
    // Nothing is stored before it is whole.
    await expect(dialog.getByText('Tulis jawapan ini, atau buang')).toBeVisible()
    await dialog.getByLabel('Jawapan 2').fill('Tidak')
    await dialog.getByRole('button', { name: 'Seterusnya' }).click()
    const preview = dialog.getByRole('region', { name: 'Pratonton' })
    await expect(preview.locator('strong')).toHaveText('teks tebal')
    await preview.getByText('Dalam email').click()
    await expect(preview.getByText('Berhenti menerima hebahan melalui email')).toBeVisible()
    await dialog.getByRole('button', { name: 'Hantar kepada 1 orang' }).click()
    await expect(toast(desk, 'Hebahan sedang dihantar')).toBeVisible()
  })

  await test.step('found on the phone, read and answered', async () => {
    // By the job, so it may take a moment: the dashboard follows by itself.
    await phone.goto('/dashboard')
    await phone.getByRole('link', { name }).first().click()
    const article = phone.getByRole('article')
    await expect(article.locator('strong')).toHaveText('teks tebal')
    await expect(article.getByRole('link', { name: 'https://contoh.my/peta' })).toBeVisible()
    await article.getByRole('radio', { name: 'Tidak' }).check()
    await article.getByRole('button', { name: 'Hantar jawapan' }).click()
    await expect(article.getByText('Tidak (jawapan anda)')).toBeVisible()
  })

  await test.step('counted for the sender', async () => {
    await desk.getByRole('link', { name }).click()
    const figures = desk.getByRole('region', { name: 'Penghantaran dan bacaan' })
    await expect(figures.getByText('Dibuka', { exact: true }).locator('..')).toContainText('1 / 1')
    await expect(figures.getByText('Dijawab').locator('..')).toContainText('1 / 1')
  })

  await test.step('stopped by the link in the mail', async () => {
    const link = await linkMailedTo(email, '/unsubscribe')
    await phone.goto(link)
    await phone.getByRole('button', { name: 'Berhenti menerima' }).click()
    await expect(phone.getByText('Hebahan tidak akan dihantar ke email anda lagi.')).toBeVisible()
  })

  await test.step('taken back', async () => {
    await desk.getByRole('button', { name: 'Tarik balik' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Tarik balik' }).click()
    await expect(desk.getByText('Hebahan ini telah ditarik balik.')).toBeVisible()
    await phone.goto('/announcements')
    await expect(phone.getByText('Berita daripada kelab')).toBeVisible()
    await expect(phone.getByRole('link', { name })).toHaveCount(0)
  })
})

test('in an emergency one tap says that one is safe, and who asked sees it come in', {
  tag: '@long',
}, async ({ browser }) => {
  const [fullName, city] = [unique('Selamat'), unique('Bandar')]
  const email = await newMember(fullName)
  const desk = await enter(browser, 'hq_admin')
  const club = { name: unique('Kelab'), country: 'Japan', city }
  const { id: clubId } = await (await desk.request.post('/api/clubs', { data: club })).json()
  const [{ id }] = await (await desk.request.get(`/api/users?page=1&search=${email}`)).json()
  const place = { currentCountry: 'Japan', clubId }
  expect((await desk.request.put(`/api/users/${id}/placement`, { data: place })).ok()).toBe(true)

  await desk.goto('/roll-calls')
  await desk.getByRole('button', { name: 'Mulakan semakan' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Negara').selectOption('Japan')
  await dialog.getByLabel('Bandar').fill(city)
  await dialog.getByLabel('Apa yang berlaku').fill('Gempa bumi pagi ini.')
  await dialog.getByRole('button', { name: 'Tanya sekarang' }).click()
  await expect(desk.getByRole('button', { name: 'Belum menjawab (1)' })).toBeVisible()

  const phone = await enterAs(browser, email, asPhone())
  await phone.goto('/dashboard')
  await phone.getByRole('link', { name: 'Jawab sekarang' }).click()
  await phone.getByLabel('Di mana anda sekarang').fill('Di rumah')
  await phone.getByRole('button', { name: 'Saya selamat' }).click()
  await expect(phone.getByText('Anda menjawab: selamat.')).toBeVisible()

  // Nobody reloaded this page.
  await desk.getByRole('button', { name: 'Selamat (1)' }).click()
  await expect(desk.getByRole('list', { name: 'Selamat' })).toContainText('Di rumah')
})
