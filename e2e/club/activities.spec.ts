import type { Locator, Page } from '@playwright/test'
import {
  type Account,
  clickAndReadChecked,
  createMember,
  expect,
  findToast,
  makeUnique,
  openPageSignedInAs,
  ownPassword,
  test,
} from '#e2e/support/fixtures.ts'
import { checkLayoutAndAccessibility } from '#e2e/support/layout-checks.ts'
import { navigateWithoutPageReload } from '#e2e/support/navigation.ts'

/** Types day and time into a date field. The time is always after noon. */
async function typeDateTime(dialog: Locator, label: string, day: string, clock: string): Promise<void> {
  const name = label.toLowerCase()
  await dialog.getByLabel(label, { exact: true }).fill(day)
  await dialog.getByLabel(`Jam, ${name}`).click()
  await dialog.getByLabel(`Jam, ${name}`).pressSequentially(clock)
  await dialog.getByLabel(`Pagi atau petang, ${name}`).selectOption('ptg')
}

test('each of six roles sees only the activity buttons that it may use, and the server refuses edits outside the scope of the role', {
  tag: '@long',
}, async ({ browser }) => {
  test.slow()
  const hq = await openPageSignedInAs(browser, 'hq_admin')
  const member = await openPageSignedInAs(browser, 'member')
  const { clubId } = await (await member.request.get('/api/auth/me')).json()
  const [inJapan] = await (await hq.request.get('/api/clubs?status=active&country=Japan&page=1')).json()
  const title = makeUnique('Aktiviti Peranan')
  const clubs = { London: clubId, Japan: inJapan.id }
  const ids: Record<string, number> = {}
  for (const [place, club] of Object.entries(clubs)) {
    const data = { title: `${title} ${place}`, clubId: club }
    ids[place] = (await (await hq.request.post('/api/activities', { data })).json()).id
  }
  const openPages: Partial<Record<Account, Page>> = { hq_admin: hq, member: member }
  /**
   * Per role: whether it may create activities, edit one in London and edit one in Japan, and the HTTP status of an
   * edit in Japan.
   */
  const table: [Account, boolean, boolean, boolean, number][] = [
    ['system_admin', true, true, true, 204],
    ['hq_admin', true, true, true, 204],
    ['country_admin', true, true, false, 404],
    ['club_admin_ln', true, true, false, 404],
    ['club_secretary', true, true, false, 404],
    ['member', false, false, false, 403],
  ]
  for (const [account, canCreate, canEditLondon, canEditJapan, expectedStatus] of table) {
    const page = openPages[account] ?? (await openPageSignedInAs(browser, account))
    await page.goto(`/activities?scope=all&search=${encodeURIComponent(title)}`)
    const findActivityCard = (place: string) => page.getByRole('article', { name: `${title} ${place}` })
    for (const place of ['London', 'Japan']) {
      await expect(
        findActivityCard(place).getByRole('button', { name: `Sertai ${title} ${place}`, exact: true }),
      ).toBeVisible()
    }
    await expect(page.getByRole('button', { name: 'Cipta aktiviti' })).toHaveCount(canCreate ? 1 : 0)
    const findEditButton = (place: string) =>
      findActivityCard(place).getByRole('button', { name: /^Sunting/ })
    await expect(findEditButton('London')).toHaveCount(canEditLondon ? 1 : 0)
    await expect(findEditButton('Japan')).toHaveCount(canEditJapan ? 1 : 0)
    const data = { title: `${title} Japan` }
    expect((await page.request.put(`/api/activities/${ids.Japan}`, { data })).status()).toBe(expectedStatus)
    const participants = await page.request.get(`/api/activities/${ids.Japan}/participants`)
    expect(participants.status()).toBe(expectedStatus === 204 ? 200 : expectedStatus)
    await page.context().close()
  }
})

test('an activity is planned, fills up with a waiting list, takes place and ends, as organizer, member and secretary see it', async ({
  browser,
  expectAccessible,
}) => {
  test.slow()
  const title = makeUnique('Malam Puisi')
  const [organizer, member, secretary] = await Promise.all([
    openPageSignedInAs(browser, 'club_admin_ln'),
    openPageSignedInAs(browser, 'member'),
    openPageSignedInAs(browser, 'club_secretary'),
  ])
  await member.goto(`/activities?search=${encodeURIComponent(title)}`)
  await expect(member.getByText('Tiada aktiviti dijumpai')).toBeVisible()

  // The organizer creates the activity. The first upload of the picture fails because the network is disconnected.
  await organizer.goto('/activities')
  await expectAccessible(organizer)
  await organizer.getByRole('button', { name: 'Cipta aktiviti' }).click()
  const dialog = organizer.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cipta aktiviti' }).click()
  await expect(dialog.getByText('Tajuk aktiviti diperlukan')).toBeVisible()
  await expect(dialog.getByLabel(/^Tajuk/)).toBeFocused()
  await expectAccessible(organizer)
  await dialog.getByLabel(/^Tajuk/).fill(title)
  await dialog.getByLabel('Penerangan').fill('<b>Baca</b> sajak anda')
  // The activity ends by default two hours after its start. A date can be typed, and times are those of London.
  await typeDateTime(dialog, 'Mula', '2/3/2031', '0800')
  await expect(dialog.getByRole('status')).toContainText('Ahd, 2 Mac 2031, 8.00 – 10.00 mlm')
  await typeDateTime(dialog, 'Tamat', '2 Mac 2031', '0600')
  await dialog.getByRole('textbox', { name: 'Had peserta' }).fill('1')
  await dialog.getByRole('textbox', { name: 'Lokasi' }).fill('Dewan Puisi')
  await dialog.getByRole('button', { name: 'Cipta aktiviti' }).click()
  await expect(dialog.getByText('Tarikh tamat tidak boleh lebih awal daripada tarikh mula')).toBeVisible()
  await typeDateTime(dialog, 'Tamat', '2 Mac 2031', '1100')
  await organizer.route('**/api/files?kind=activity_image', route => route.abort(), { times: 1 })
  const picture = await organizer.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } })
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer: picture })
  await expect(dialog.getByText('Sambungan ke pelayan terputus', { exact: false })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cipta aktiviti' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cuba lagi poster.png' }).click()
  await dialog
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles({ name: 'atur cara.pdf', mimeType: 'application/pdf', buffer: Buffer.from('bukan pdf') })
  await expect(dialog.getByText('Jenis fail ini tidak diterima', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Buang atur cara.pdf' }).click()
  const dropped = await organizer.evaluateHandle(() => {
    const files = new DataTransfer()
    files.items.add(new File(['%PDF-1.4\n%%EOF'], 'jadual.pdf', { type: 'application/pdf' }))
    return files
  })
  await dialog
    .getByRole('region', { name: 'Dokumen' })
    .getByText('Seret fail ke sini')
    .dispatchEvent('drop', { dataTransfer: dropped })
  await expect(dialog.getByText('jadual.pdf')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cipta aktiviti' }).click()
  await expect(findToast(organizer, 'Aktiviti berjaya dicipta')).toBeVisible()

  // The member's page updates itself, and the member takes the only free place of the activity.
  const findActivityCard = (page: Page) => page.getByRole('article', { name: title })
  await expect(findActivityCard(member)).toContainText('0 daripada 1 tempat')
  const joinButton = findActivityCard(member).getByRole('button', { name: `Sertai ${title}`, exact: true })
  await member.context().setOffline(true)
  await expect(joinButton).toBeDisabled()
  await member.context().setOffline(false)
  await joinButton.click()
  await expect(findToast(member, 'Berjaya menyertai aktiviti')).toBeVisible()
  await expect(findActivityCard(member)).toContainText('Anda menyertai')

  // The secretary finds no free place in the activity and joins the waiting list.
  await findActivityCard(member).getByRole('link', { name: title }).click()
  await expect(member.getByRole('heading', { name: title })).toBeVisible()
  const activityPath = new URL(member.url()).pathname
  await secretary.setViewportSize({ width: 390, height: 844 })
  await secretary.emulateMedia({ colorScheme: 'dark' })
  await secretary.goto(activityPath)
  await expect(secretary.getByText('<b>Baca</b> sajak anda')).toBeVisible()
  await expect(secretary.getByRole('link', { name: 'jadual.pdf' })).toBeVisible()
  await secretary.getByRole('button', { name: 'Gambar 1' }).click()
  await expect(secretary.getByRole('img', { name: 'poster.webp' })).toHaveJSProperty('complete', true)
  await secretary.getByRole('button', { name: 'Tutup' }).click()
  await secretary.getByRole('button', { name: `Sertai senarai menunggu ${title}` }).click()
  await expect(findToast(secretary, 'Senarai menunggu')).toContainText('Anda berada di giliran ke-1')
  await expect(findToast(secretary, 'Kejayaan')).toHaveCount(0)
  await expect(secretary.getByText('Anda menunggu · giliran ke-1')).toBeVisible()
  await expectAccessible(secretary)
  expect(await secretary.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  // The organizer's page shows the member as confirmed and the secretary as waiting.
  await navigateWithoutPageReload(organizer, activityPath)
  const findParticipantRow = (name: string) => organizer.getByRole('row').filter({ hasText: name })
  await expect(findParticipantRow('Amirul Hakim Yusof')).toContainText('Disahkan')
  await expect(findParticipantRow('Kavitha Subramaniam')).toContainText('Menunggu tempat')

  // The member leaves the activity, and the secretary gets the free place and a notification.
  await member.getByRole('button', { name: `Tarik diri daripada ${title}` }).click()
  await member.getByRole('dialog').getByRole('button', { name: 'Tarik diri' }).click()
  await expect(findToast(member, 'Anda telah menarik diri')).toBeVisible()
  await expect(secretary.getByText('Anda menyertai')).toBeVisible()
  await expect(findParticipantRow('Kavitha Subramaniam')).toContainText('Disahkan')
  await expect(findParticipantRow('Amirul Hakim Yusof')).toHaveCount(0)
  await secretary.getByRole('button', { name: /^Pemberitahuan/ }).click()
  await secretary.getByRole('link', { name: `Anda mendapat tempat: ${title}.` }).click()
  await expect(secretary).toHaveURL(activityPath)

  // The organizer starts the activity, marks attendance and completes the activity.
  await organizer.getByRole('button', { name: 'Mulakan' }).click()
  await organizer.getByRole('dialog').getByRole('button', { name: 'Mulakan' }).click()
  await expect(findToast(organizer, 'Aktiviti telah bermula')).toBeVisible()
  await expect(member.getByText('Berlangsung')).toBeVisible()
  await expect(member.getByRole('button', { name: /^Sertai/ })).toHaveCount(0)
  expect(
    await clickAndReadChecked(organizer.getByRole('checkbox', { name: 'Kavitha Subramaniam hadir' })),
  ).toBe(true)
  await expect(findParticipantRow('Kavitha Subramaniam')).toContainText('Hadir')
  await expect(secretary.getByText('Anda hadir')).toBeVisible()
  await organizer.getByRole('button', { name: 'Tandakan selesai' }).click()
  await organizer.getByRole('dialog').getByRole('button', { name: 'Tandakan selesai' }).click()
  await expect(findToast(organizer, 'Aktiviti telah selesai')).toBeVisible()
  await expect(member.getByText('Selesai', { exact: true })).toBeVisible()
  const [file] = await Promise.all([
    organizer.waitForEvent('download'),
    organizer
      .getByRole('button', { name: 'Eksport' })
      .click()
      .then(() => organizer.getByRole('menuitem', { name: /^CSV/ }).click()),
  ])
  expect(file.suggestedFilename()).toMatch(/^peserta-.*\.csv$/)
  await organizer.getByRole('button', { name: 'Sunting' }).click()
  await expect(
    organizer.getByRole('dialog').getByText('Aktiviti sudah bermula', { exact: false }),
  ).toBeVisible()
  for (const missingPath of ['/activities/999999', '/activities/tiada']) {
    await navigateWithoutPageReload(member, missingPath)
    await expect(member.getByText('Aktiviti ini tidak dijumpai.')).toBeVisible()
    // Other tests sign in as the same user, so the page may ask a question about new encryption keys.
    await expect(member.getByText('Maklumat ini tidak dapat dipaparkan')).toHaveCount(0)
  }
  await member.getByRole('link', { name: 'Semua aktiviti' }).click()
  await expect(member).toHaveURL('/activities')
  for (const page of [organizer, member, secretary]) await page.context().close()
})

test('the month calendar can be used by keyboard: from day to day, into the next month, and to an activity', async ({
  browser,
  expectAccessible,
}) => {
  const hq = await openPageSignedInAs(browser, 'hq_admin')
  const page = await openPageSignedInAs(browser, 'member')
  const { clubId } = await (await page.request.get('/api/auth/me')).json()
  const title = makeUnique('Hari Terbuka')
  // Late evening in London is already the next day in the browser's time zone.
  const data = { title, clubId, startDate: '2032-05-01T20:00:00Z', endDate: '2032-05-01T22:00:00Z' }
  await hq.request.post('/api/activities', { data })
  await page.goto('/activities')
  await expect(page.getByRole('button', { name: /^Kelab saya/ })).toHaveAttribute('aria-pressed', 'true')
  await navigateWithoutPageReload(page, '/activities?view=calendar&month=2032-04')
  await expect(page.getByRole('heading', { name: 'April 2032', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Jumaat, 30 April 2032' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/month=2032-05/)
  const first = page.getByRole('button', { name: 'Sabtu, 1 Mei 2032, 1 aktiviti' })
  await expect(first).toBeFocused()
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  const chosen = page.getByRole('region', { name: 'Hari yang dipilih' })
  await expect(chosen).toContainText('9.00 – 11.00 mlm')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Agenda' }).click()
  await page.getByRole('button', { name: 'Negara saya' }).click()
  await expect(page).toHaveURL(/scope=country/)
  await page.getByLabel('Cari tajuk atau lokasi').fill(title)
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('heading', { name: 'Sabtu, 1 Mei 2032' })).toBeVisible()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText('Sabtu, 1 Mei 2032, 9.00 – 11.00 mlm waktu London')).toBeVisible()
  await expect(page.getByText('Anda: Ahd, 2 Mei, 4.00 – 6.00 pg')).toBeVisible()
  for (const openPage of [hq, page]) await openPage.context().close()
})

test('in a weekly series of activities, one date gets another venue, several dates get a later start time, and the last dates are cancelled', {
  tag: '@long',
}, async ({ browser }) => {
  test.slow()
  const title = makeUnique('Usrah')
  const page = await openPageSignedInAs(browser, 'club_admin_ln')
  await page.goto('/activities')
  await page.getByRole('button', { name: 'Cipta aktiviti' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Tajuk/).fill(title)
  await typeDateTime(dialog, 'Mula', '16/10/2031', '0630')
  await dialog.getByLabel('Ulangan').selectOption('Setiap minggu')
  await dialog.getByLabel('Bilangan kali').fill('60')
  await dialog.getByRole('button', { name: 'Cipta aktiviti' }).click()
  await expect(dialog.getByText('Bilangan mestilah nombor bulat dari 2 hingga 52')).toBeVisible()
  await expect(dialog.getByLabel('Bilangan kali')).toBeFocused()
  await dialog.getByLabel('Bilangan kali').fill('4')
  await dialog.getByRole('button', { name: 'Cipta aktiviti' }).click()
  await expect(findToast(page, 'Aktiviti berjaya dicipta')).toBeVisible()

  const agenda = `/activities?view=agenda&search=${encodeURIComponent(title)}`
  await page.goto(agenda)
  const days = page.getByRole('region', { name: 'Senarai aktiviti' })
  const openDay = async (day: string) => {
    await page.goto(agenda)
    await days.getByRole('heading', { name: day }).waitFor()
    await days.locator('section').filter({ hasText: day }).getByRole('link', { name: title }).click()
    await expect(page.getByText('Aktiviti berulang')).toBeVisible()
  }
  // Every date of the series keeps its local time in London, before and after the end of summer time.
  await expect(days.getByText('6.30 ptg – 8.30 mlm')).toHaveCount(4)
  await expect(days.getByRole('heading', { level: 3 })).toHaveText([
    'Khamis, 16 Oktober 2031',
    'Khamis, 23 Oktober 2031',
    'Khamis, 30 Oktober 2031',
    'Khamis, 6 November 2031',
  ])

  await openDay('30 Oktober 2031')
  await page.getByRole('button', { name: 'Sunting' }).click()
  await dialog.getByRole('textbox', { name: 'Lokasi' }).fill('Dewan lain')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(findToast(page, 'Aktiviti berjaya dikemas kini')).toBeVisible()

  await openDay('23 Oktober 2031')
  await page.getByRole('button', { name: 'Sunting' }).click()
  await typeDateTime(dialog, 'Mula', '23/10/2031', '0730')
  await dialog.getByLabel('Perubahan ini untuk').selectOption('Ini dan semua yang berikutnya')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(findToast(page, 'Aktiviti berjaya dikemas kini')).toBeVisible()
  await page.goto(agenda)
  await expect(days.getByText('7.30 – 9.30 mlm')).toHaveCount(3)
  await expect(days.getByText('6.30 ptg – 8.30 mlm')).toHaveCount(1)
  await expect(days.getByText('Dewan lain')).toHaveCount(1)

  await openDay('30 Oktober 2031')
  await page.getByRole('button', { name: 'Batalkan ini dan yang berikutnya' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Batalkan ini dan yang berikutnya' }).click()
  await expect(findToast(page, 'Aktiviti telah dibatalkan')).toBeVisible()
  await page.goto(agenda)
  await expect(days.getByRole('heading', { level: 3 })).toHaveText([
    'Khamis, 16 Oktober 2031',
    'Khamis, 23 Oktober 2031',
  ])
  await page.getByRole('button', { name: 'Yang lepas' }).click()
  await expect(days.getByText('Dibatalkan')).toHaveCount(2)
  await page.context().close()
})

test('a helper adds a question to an activity, and a visitor of its public page signs in and joins the activity', {
  tag: '@long',
}, async ({ browser, page: visitor, expectAccessible }) => {
  test.slow()
  const title = makeUnique('Jamuan Raya')
  const [organizer, helper, email] = await Promise.all([
    openPageSignedInAs(browser, 'club_admin_ln'),
    openPageSignedInAs(browser, 'member'),
    createMember('Tetamu Rahsia'),
  ])
  const { clubId } = await (await organizer.request.get('/api/auth/me')).json()
  const data = { title, clubId, location: 'Dewan Raya', startDate: '2033-05-01T17:30:00Z' }
  const { id } = await (await organizer.request.post('/api/activities', { data })).json()

  // A helper may manage only the activity for which the helper was appointed.
  await organizer.goto(`/activities/${id}`)
  await organizer.getByRole('button', { name: 'Pembantu' }).click()
  await organizer.getByRole('dialog').getByLabel('Cari nama').fill('Amirul Hakim')
  await organizer.getByRole('checkbox', { name: 'Amirul Hakim Yusof' }).check()
  await organizer.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click()
  await expect(organizer.getByText('Dibantu oleh Amirul Hakim Yusof')).toBeVisible()
  await organizer.getByRole('button', { name: 'Sunting' }).click()
  const staleForm = organizer.getByRole('dialog')
  await expect(staleForm.getByRole('button', { name: 'Tambah soalan' })).toBeVisible()

  // The helper adds a required question to the activity.
  await helper.goto(`/activities/${id}`)
  await expect(helper.getByRole('region', { name: 'Peserta' })).toBeVisible()
  await expect(helper.getByRole('button', { name: 'Pembantu' })).toHaveCount(0)
  await expect(helper.getByRole('button', { name: 'Buka halaman awam' })).toHaveCount(0)
  await helper.getByRole('button', { name: 'Sunting' }).click()
  const form = helper.getByRole('dialog')
  await form.getByRole('button', { name: 'Tambah soalan' }).click()
  await form.getByLabel('Jenis jawapan soalan 1').selectOption('Pilih satu')
  await form.getByRole('button', { name: 'Simpan' }).click()
  await expect(form.getByText('Tulis soalan ini, atau buang')).toBeVisible()
  await form.getByRole('textbox', { name: 'Soalan 1' }).fill('Menu')
  await form.getByLabel('Pilihan', { exact: true }).fill('Ayam\nSayur')
  await form.getByLabel('Wajib dijawab').check()
  await form.getByRole('button', { name: 'Simpan' }).click()
  await expect(findToast(helper, 'Aktiviti berjaya dikemas kini')).toBeVisible()

  // When a form opened before is saved, the question that the helper added meanwhile is kept.
  await expect(organizer.getByText('1 soalan ringkas daripada penganjur')).toBeVisible()
  await staleForm.getByLabel('Penerangan').fill('Bawa keluarga.')
  await staleForm.getByRole('button', { name: 'Simpan' }).click()
  await expect(findToast(organizer, 'Aktiviti berjaya dikemas kini')).toBeVisible()
  const saved = await (await organizer.request.get(`/api/activities/${id}`)).json()
  expect(saved).toMatchObject({ description: 'Bawa keluarga.', questions: [{ text: 'Menu' }] })

  // The organizer opens the activity's public page, and a visitor without an account reads the page.
  await organizer.getByRole('button', { name: 'Buka halaman awam' }).click()
  await organizer.getByRole('dialog').getByRole('button', { name: 'Buka halaman awam' }).click()
  const publicUrl = await organizer.getByRole('link', { name: 'Lihat halaman awam' }).getAttribute('href')
  const { pathname } = new URL(publicUrl ?? '')
  await organizer.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await organizer.getByRole('button', { name: 'Salin', exact: true }).click()
  await expect(organizer.getByRole('button', { name: 'Disalin' })).toBeVisible()
  expect(await organizer.evaluate(() => navigator.clipboard.readText())).toBe(publicUrl)
  const encodedUrl = encodeURIComponent(publicUrl ?? '')
  await expect(helper.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', new RegExp(encodedUrl))
  await visitor.goto(pathname)
  await expect(visitor.getByRole('heading', { name: title })).toBeVisible()
  await expect(visitor.getByText('Ahad, 1 Mei 2033')).toBeVisible()
  expect(await visitor.content()).not.toMatch(/Amirul|Daniel|Rahsia|Menu/)
  await checkLayoutAndAccessibility(visitor, 'public-page', expectAccessible)
  await visitor.getByRole('link', { name: 'Daftar di sini' }).click()
  await visitor.getByRole('link', { name: 'Log masuk' }).click()
  await expect(visitor).toHaveURL(/\/login\?redirect=/)
  await visitor.goto(pathname)

  // After signing in, the visitor is led back to the activity and joins it.
  await visitor.getByRole('link', { name: 'Sertai' }).click()
  await visitor.getByLabel('Email').fill(email)
  await visitor.getByRole('textbox', { name: 'Kata laluan' }).fill(ownPassword)
  await visitor.getByRole('button', { name: 'Log Masuk', exact: true }).click()
  await expect(visitor).toHaveURL(`/activities/${id}`)
  await visitor.getByRole('button', { name: `Sertai ${title}` }).click()
  const questionDialog = visitor.getByRole('dialog')
  await questionDialog.getByRole('button', { name: 'Sertai' }).click()
  await expect(questionDialog.getByText('Sila jawab soalan ini')).toBeVisible()
  await expect(questionDialog.getByLabel('Menu')).toBeFocused()
  await questionDialog.getByLabel('Menu').selectOption('Sayur')
  await questionDialog.getByRole('button', { name: 'Sertai' }).click()
  await expect(findToast(visitor, 'Berjaya menyertai aktiviti')).toBeVisible()
  await expect(organizer.getByRole('row').filter({ hasText: 'Tetamu Rahsia' })).toContainText('Sayur')
  await visitor.getByRole('button', { name: 'Jawapan saya' }).click()
  await expect(questionDialog.getByLabel('Menu')).toHaveValue('Sayur')

  // After the organizer has closed the activity's public page, visitors get 404.
  await organizer.getByRole('button', { name: 'Tutup halaman awam' }).click()
  await organizer.getByRole('dialog').getByRole('button', { name: 'Tutup halaman awam' }).click()
  await expect(findToast(organizer, 'Halaman awam telah ditutup')).toBeVisible()
  expect((await visitor.goto(pathname))?.status()).toBe(404)
  await expect(visitor.getByText('Halaman ini tidak wujud')).toBeVisible()
  for (const page of [organizer, helper]) await page.context().close()
})
