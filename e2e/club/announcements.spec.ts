// Tests an announcement: written on a desktop, sent, read and answered on a phone, counted and withdrawn.
// The recipient unsubscribes by the link in the announcement mail.
import {
  createMember,
  expect,
  findToast,
  makeUnique,
  openPageSignedInAs,
  test,
  waitForMailedLink,
} from '#e2e/support/fixtures.ts'
import { buildPhoneOptions } from '#e2e/support/layout-checks.ts'
import { openPageSignedInAsMember } from '#e2e/support/members.ts'

test('headquarters sends an announcement with a poll, a member answers it on a phone, and headquarters withdraws it', async ({
  browser,
}) => {
  const [name, englishName] = [makeUnique('Hebahan'), makeUnique('News')]
  const email = await createMember(makeUnique('Pembaca'))
  const desk = await openPageSignedInAs(browser, 'hq_admin')
  const activity = makeUnique('Majlis')
  const startDate = new Date(Date.now() + 3_600_000).toISOString()
  const created = await desk.request.post('/api/activities', { data: { title: activity, startDate } })
  const { id: activityId } = await created.json()
  const phone = await openPageSignedInAsMember(browser, email, buildPhoneOptions())
  expect((await phone.request.post(`/api/activities/${activityId}/join`, { data: {} })).status()).toBe(200)

  await test.step('headquarters writes and previews the announcement', async () => {
    await desk.goto('/announcements')
    await desk.getByRole('button', { name: 'Hebahan baharu' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel('Tajuk').fill(name)
    const body = dialog.getByRole('textbox', { name: 'Isi hebahan' })
    await body.fill('Salam semua,\n\n- bawa botol air\n\nLihat https://contoh.my/peta.\n\n')
    await dialog.getByRole('button', { name: 'Tebal' }).click()
    await expect(body).toHaveValue(/\*\*teks tebal\*\*$/)
    await dialog.getByRole('button', { name: 'Tambah versi bahasa Inggeris' }).click()
    await expect(dialog.getByLabel('Tajuk dalam bahasa Inggeris')).toBeFocused()
    await dialog.getByLabel('Tajuk dalam bahasa Inggeris').fill(englishName)
    await dialog.getByRole('button', { name: 'Buang versi bahasa Inggeris' }).click()
    await dialog.getByRole('button', { name: 'Tambah versi bahasa Inggeris' }).click()
    // When the author removes a language version of the announcement and adds it again, its typed text is still there.
    await expect(dialog.getByLabel('Tajuk dalam bahasa Inggeris')).toHaveValue(englishName)
    await dialog.getByRole('textbox', { name: 'Isi dalam bahasa Inggeris' }).fill('Hello **everyone**')
    await dialog.getByLabel('Peserta aktiviti').selectOption(String(activityId))
    await expect(dialog.getByRole('status')).toHaveText('Akan dihantar kepada 1 orang')
    await dialog.getByLabel('Tanya satu soalan').check({ force: true })
    await dialog.getByLabel('Soalan', { exact: true }).fill('Datang?')
    await dialog.getByLabel('Jawapan 1').fill('Ya')
    await dialog.getByRole('button', { name: 'Seterusnya' }).click()
    // An announcement with an incomplete poll is rejected before anything is stored.
    await expect(dialog.getByText('Tulis jawapan ini, atau buang')).toBeVisible()
    await dialog.getByLabel('Jawapan 2').fill('Tidak')
    await dialog.getByRole('button', { name: 'Seterusnya' }).click()
    const preview = dialog.getByRole('region', { name: 'Pratonton' })
    await expect(preview.locator('strong')).toHaveText('teks tebal')
    await preview.getByRole('button', { name: 'Baca dalam bahasa Inggeris' }).click()
    await expect(preview.locator('strong')).toHaveText('everyone')
    await preview.getByText('Dalam email').click()
    await expect(preview.getByText('Berhenti menerima hebahan melalui email')).toBeVisible()
    await dialog.getByRole('button', { name: 'Hantar kepada 1 orang' }).click()
    await expect(findToast(desk, 'Hebahan sedang dihantar')).toBeVisible()
  })

  await test.step('the member finds the announcement on the phone, reads it and answers the poll', async () => {
    // A job delivers the announcement, which may take some seconds. The dashboard then updates itself.
    await phone.goto('/dashboard')
    await phone.getByRole('link', { name }).first().click()
    const article = phone.getByRole('article')
    await expect(article.locator('strong')).toHaveText('teks tebal')
    await expect(article.getByRole('link', { name: 'https://contoh.my/peta' })).toBeVisible()
    await article.getByRole('button', { name: 'Baca dalam bahasa Inggeris' }).click()
    await expect(article.getByRole('heading', { name: englishName })).toHaveAttribute('lang', 'en')
    await expect(phone.locator('html')).toHaveAttribute('lang', 'ms')
    await article.getByRole('button', { name: 'Baca dalam bahasa Melayu' }).click()
    await expect(article.getByRole('heading', { name })).toHaveAttribute('lang', 'ms')
    await article.getByRole('radio', { name: 'Tidak' }).check()
    await article.getByRole('button', { name: 'Hantar jawapan' }).click()
    await expect(article.getByText('jawapan anda', { exact: true })).toBeVisible()
  })

  await test.step('headquarters sees that one recipient has read and answered the announcement', async () => {
    await desk.getByRole('link', { name }).click()
    const statistics = desk.getByRole('region', { name: 'Penghantaran dan bacaan' })
    await expect(statistics.getByText('Dibuka', { exact: true }).locator('..')).toContainText('1 / 1')
    await expect(statistics.getByText('Dijawab').locator('..')).toContainText('1 / 1')
  })

  await test.step('the link in the mail unsubscribes the member from announcement mails', async () => {
    const link = await waitForMailedLink(email, '/unsubscribe')
    await phone.goto(link)
    await phone.getByRole('button', { name: 'Berhenti menerima' }).click()
    await expect(phone.getByText('Hebahan tidak akan dihantar ke email anda lagi.')).toBeVisible()
  })

  await test.step('headquarters withdraws the announcement', async () => {
    await desk.getByRole('button', { name: 'Tarik balik' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Tarik balik' }).click()
    await expect(desk.getByText('Hebahan ini telah ditarik balik.')).toBeVisible()
    await phone.goto('/announcements')
    await expect(phone.getByText('Berita daripada kelab')).toBeVisible()
    await expect(phone.getByRole('link', { name })).toHaveCount(0)
  })
})

test('a member answers a roll-call (safety check) with one tap, and the page of the administrator who started it updates itself', {
  tag: '@long',
}, async ({ browser }) => {
  const [fullName, city] = [makeUnique('Selamat'), makeUnique('Bandar')]
  const email = await createMember(fullName)
  const desk = await openPageSignedInAs(browser, 'hq_admin')
  const club = { name: makeUnique('Kelab'), country: 'Japan', city }
  const { id: clubId } = await (await desk.request.post('/api/clubs', { data: club })).json()
  const [{ id }] = await (await desk.request.get(`/api/users?page=1&search=${email}`)).json()
  const placement = { currentCountry: 'Japan', clubId }
  expect((await desk.request.put(`/api/users/${id}/placement`, { data: placement })).ok()).toBe(true)

  await desk.goto('/roll-calls')
  await desk.getByRole('button', { name: 'Mulakan semakan' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Negara').selectOption('Japan')
  await dialog.getByLabel('Bandar').fill(city)
  await dialog.getByLabel('Apa yang berlaku').fill('Gempa bumi pagi ini.')
  await dialog.getByRole('button', { name: 'Hantar semakan' }).click()
  await expect(desk.getByRole('button', { name: 'Belum menjawab (1)' })).toBeVisible()

  const phone = await openPageSignedInAsMember(browser, email, buildPhoneOptions())
  await phone.goto('/dashboard')
  await phone.getByRole('link', { name: 'Jawab sekarang' }).click()
  await phone.getByLabel('Di mana anda sekarang').fill('Di rumah')
  await phone.getByRole('button', { name: 'Saya selamat' }).click()
  await expect(phone.getByText('Anda menjawab: selamat.')).toBeVisible()

  // The page of the administrator who started the roll-call updates without a reload.
  await desk.getByRole('button', { name: 'Selamat (1)' }).click()
  await expect(desk.getByRole('list', { name: 'Selamat' })).toContainText('Di rumah')
})
