// Tests member list, export, member details, approval, rejection and user management.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  approveOrDeactivateMember,
  createMember,
  expect,
  findToast,
  makeUnique,
  password,
  test,
  waitForMailedLink,
} from '#e2e/support/fixtures.ts'
import { showHundredApplicantsPerPage } from '#e2e/support/members.ts'
import { navigateWithoutPageReload } from '#e2e/support/navigation.ts'

let counter = 0
async function registerApplicant(page: Page, overrides: Record<string, unknown> = {}) {
  const suffix = `${Date.now().toString(36)}${process.env.TEST_WORKER_INDEX}${counter++}`
  const data = {
    email: `mohon.${suffix}@contoh.my`,
    password: 'ombak-biru-77',
    fullName: `Pemohon ${suffix}`,
    currentCountry: 'Indonesia',
    institution: 'Universitas Indonesia',
    ...overrides,
  }
  expect((await page.request.post('/api/auth/register', { data })).status()).toBe(201)
  return data
}

const findRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
test('the member list shows statistics, searches while the user types, and its URL contains filters and page', async ({
  page,
  login,
  expectAccessible,
}) => {
  await login('system_admin')
  await page.goto('/members')
  for (const label of ['Ahli aktif', 'Ahli baharu bulan ini', 'Negara', 'Kelab dengan ahli']) {
    await expect(page.locator('main').getByText(label, { exact: true }).first()).toBeVisible()
  }
  const table = page.getByRole('table', { name: 'Senarai ahli' })
  for (const title of [
    'Ahli',
    'No. keahlian',
    'Institusi dan kursus',
    'Negara',
    'Peranan',
    'Status',
    'Tindakan',
  ]) {
    await expect(table.getByRole('columnheader', { name: title, exact: true })).toBeVisible()
  }
  await expect(table.getByRole('row')).toHaveCount(11)
  await expect(
    page
      .getByRole('navigation', { name: 'Halaman senarai ahli' })
      .getByRole('button', { name: /^Halaman \d/ }),
  ).toHaveText(['1', '2', '3', /^\d+$/])
  await expectAccessible()

  await page.getByRole('button', { name: 'Halaman 2' }).click()
  await expect(page).toHaveURL('/members?page=2')
  const search = page.getByRole('searchbox')
  await search.pressSequentially('amirul ', { delay: 20 })
  // After a pause between two words, the update of the search field from the URL must not remove the typed space.
  await expect(page).toHaveURL('/members?search=amirul')
  await search.pressSequentially('hakim yusof', { delay: 20 })
  await expect(page).toHaveURL('/members?search=amirul+hakim+yusof')
  await expect(search).toBeFocused()
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(findRow(page, 'member@demo.test')).toContainText('Aktif')
  await search.fill('tiada-orang-begini')
  await expect(page.getByText('Tiada ahli dijumpai berdasarkan kriteria carian')).toBeVisible()
  await page.getByRole('button', { name: 'Kosongkan penapis' }).click()
  await expect(search).toHaveValue('')
  // In the filter of the member list, a club can be found without choosing a country first.
  const club = page.getByRole('combobox', { name: 'Kelab', exact: true })
  await club.fill('london')
  await page
    .getByRole('option', { name: /London/ })
    .first()
    .click()
  await expect(page).toHaveURL(/^[^?]*\/members\?clubId=\d+$/)
  await expect(table.getByRole('row').nth(1)).toContainText('United Kingdom')
  await page.getByRole('button', { name: 'Buang penapis Kelab' }).click()
  await page.getByLabel('Negara', { exact: true }).selectOption('Japan')
  await expect(page).toHaveURL('/members?country=Japan')
  await expect(table.getByRole('row').nth(1)).toContainText('Japan')
  await club.click()
  await page.getByRole('listbox', { name: 'Kelab' }).getByRole('option').first().click()
  await expect(page).toHaveURL(/clubId=\d+/)
  await page.getByRole('button', { name: 'Tapis' }).click()
  await page.getByLabel('Peringkat pengajian').selectOption('Sarjana')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Peringkat pengajian: Sarjana')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Peringkat pengajian: Sarjana')).toBeVisible()
  await page.getByRole('button', { name: 'Buang penapis Negara' }).click()
  await expect(page).toHaveURL('/members?educationLevel=sarjana')
  await navigateWithoutPageReload(page, '/members?country=Japan&page=999')
  await expect(page).toHaveURL(/page=\d{1,2}$/)
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  await navigateWithoutPageReload(page, '/members?role=king&country=Atlantis&page=-4&status=pending')
  await expect(table.getByRole('row')).toHaveCount(11)
  await expect(findRow(page, 'Menunggu')).toHaveCount(0)
})

test('in the member list, rows can be sorted, columns hidden, views saved and selected members moved to another club', {
  tag: '@long',
}, async ({ page, login }) => {
  test.slow()
  await login('hq_admin')
  // The test uses a country in which no other test creates members without membership number.
  await page.goto('/members?country=Australia')
  const table = page.getByRole('table', { name: 'Senarai ahli' })
  const readFirstNumber = async () =>
    (await table.getByRole('row').nth(1).innerText()).match(/AU-[-0-9]+/)?.[0] ?? ''
  await table.getByRole('button', { name: 'No. keahlian' }).click()
  await expect(table.getByRole('columnheader', { name: 'No. keahlian' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(table.getByRole('row').nth(1)).toContainText('AU-')
  const lowest = await readFirstNumber()
  await table.getByRole('button', { name: 'No. keahlian' }).click()
  await expect(page).toHaveURL('/members?country=Australia&sort=-membershipNumber')
  await expect.poll(async () => (await readFirstNumber()) > lowest).toBe(true)
  await page.getByRole('button', { name: 'Lajur dan bilangan baris' }).click()
  await page.getByLabel('Institusi dan kursus').uncheck()
  await page.getByLabel('Baris setiap halaman').selectOption('25')
  await page.keyboard.press('Escape')
  await expect(table.getByRole('row')).toHaveCount(26)
  await expect(table.getByRole('columnheader', { name: 'Institusi dan kursus' })).toHaveCount(0)
  const name = makeUnique('Lihat')
  await page.getByRole('button', { name: 'Paparan' }).click()
  await page.getByRole('menuitem', { name: 'Simpan paparan ini' }).click()
  await page.getByLabel('Nama paparan').fill(name)
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(findToast(page, 'Paparan disimpan')).toBeVisible()
  await page.goto('/members')
  await page.getByRole('button', { name: 'Paparan' }).click()
  await page.getByRole('menuitem', { name }).click()
  await expect(page).toHaveURL(
    '/members?country=Australia&sort=-membershipNumber&without=institution&size=25',
  )
  await expect(table.getByRole('row')).toHaveCount(26)

  // Another user deactivates the second of two selected members meanwhile. The action reports a result for each member.
  const prefix = makeUnique('Pindah')
  const [firstName, secondName] = [`${prefix} satu`, `${prefix} dua`]
  const emails = [await createMember(firstName), await createMember(secondName)]
  await page.goto(`/members?search=${encodeURIComponent(prefix)}`)
  for (const fullName of [firstName, secondName])
    await page.getByRole('checkbox', { name: `Pilih ${fullName}` }).check()
  await page.getByRole('button', { name: 'Pindahkan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Negara').selectOption('France')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(findToast(page, '2 daripada 2 berjaya')).toBeVisible()
  await expect(findRow(page, firstName)).toContainText('France')
  await page.routeWebSocket(/socket\.io/, () => {})
  await page.reload()
  for (const fullName of [firstName, secondName])
    await page.getByRole('checkbox', { name: `Pilih ${fullName}` }).check()
  await approveOrDeactivateMember(emails[1] ?? '', 'deactivate')
  await page.getByRole('group', { name: '2 dipilih' }).getByRole('button', { name: 'Nyahaktifkan' }).click()
  await dialog.getByRole('button', { name: 'Nyahaktifkan' }).click()
  const outcomes = page.getByRole('dialog', { name: '1 daripada 2 berjaya' })
  await expect(outcomes.getByRole('listitem').filter({ hasText: firstName })).toContainText('Selesai')
  await expect(outcomes.getByRole('listitem').filter({ hasText: secondName })).toContainText(
    'Hanya akaun yang aktif',
  )
})

test('an export contains exactly the filtered members, as CSV and as XLSX', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login('system_admin')
  // Neither the member list nor its export contains pending and rejected applicants.
  await page.goto('/members?country=Germany')
  await page.getByRole('button', { name: 'Eksport' }).click()
  const href = await page.getByRole('menuitem', { name: 'CSV (baris yang ditapis)' }).getAttribute('href')
  expect(href).toContain('status=active')
  expect(await (await page.request.get(href ?? '')).text()).not.toMatch(/Menunggu|Ditolak|Tidak Aktif/)
  await page.goto('/members?search=amirul hakim yusof')
  await expect(page.getByText('1 dijumpai')).toBeVisible()
  for (const [item, name] of [
    ['CSV (baris yang ditapis)', /^ahli-.*\.csv$/],
    ['Excel (baris yang ditapis, sehingga 50,000)', /^ahli-.*\.xlsx$/],
  ] as const) {
    await page.getByRole('button', { name: 'Eksport' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(name)
    const content = readFileSync(await file.path())
    if (item.startsWith('CSV')) {
      const lines = content.toString('utf8').trim().split('\r\n')
      expect(lines).toHaveLength(2)
      expect(lines[1]).toContain('member@demo.test')
    } else {
      expect(content.subarray(0, 2).toString()).toBe('PK')
    }
  }
})

for (const [account, visibleActions] of [
  ['system_admin', ['Tukar peranan', 'Tukar negara atau kelab', 'Nyahaktifkan']],
  ['club_secretary', []],
] as const) {
  const tag = visibleActions.length > 0 ? [] : '@long'
  test(`${account} sees the permitted details and actions of a member`, { tag }, async ({
    page,
    login,
    expectAccessible,
  }) => {
    await login(account)
    const drawer = page.getByRole('dialog', { name: 'Butiran ahli' })
    await page.goto('/members?search=amirul hakim yusof')
    await page.getByRole('button', { name: 'Lihat Amirul Hakim Yusof' }).click()
    await expect(page).toHaveURL(/user=\d+/)
    await expect(drawer.getByRole('heading', { name: 'Sejarah status' })).toBeVisible()
    await expect(drawer.getByText('No. telefon')).toBeVisible()
    await expectAccessible()
    const unmask = drawer.getByRole('button', { name: 'Lihat nombor penuh' })
    if (visibleActions.length > 0) {
      await expect(drawer.getByText('020214-••-••93')).toBeVisible()
      await unmask.click()
      await expect(drawer.getByText('020214-11-5593')).toBeVisible()
      await expect(drawer.getByText('Nombor kad pengenalan penuh dilihat')).toBeVisible()
    } else {
      await expect(unmask).toHaveCount(0)
      await expect(drawer.getByText('020214')).toHaveCount(0)
      await expect(drawer.getByRole('heading', { name: 'Jejak audit' })).toHaveCount(0)
    }
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('button', { name: 'Lihat Amirul Hakim Yusof' })).toBeFocused()
    await expect(page).toHaveURL('/members?search=amirul+hakim+yusof')
    const moreButton = page.getByRole('button', { name: 'Tindakan lain untuk Amirul Hakim Yusof' })
    await expect(moreButton).toHaveCount(visibleActions.length > 0 ? 1 : 0)
    if (visibleActions.length > 0) {
      await moreButton.click()
      for (const item of visibleActions)
        await expect(page.getByRole('menuitem', { name: item })).toBeVisible()
    }
  })
}

test('the search in the header finds a member from any page and opens the details', { tag: '@long' }, async ({
  page,
  login,
  expectAccessible,
}) => {
  await login('club_secretary')
  await page.goto('/clubs')
  await page.getByRole('combobox', { name: 'Cari ahli, kelab, aktiviti' }).fill('amirul hakim yusof')
  const people = page.getByRole('listbox', { name: 'Hasil carian' }).getByRole('group', { name: 'Ahli' })
  await expect(people.getByRole('option')).toHaveText([/Amirul Hakim Yusof/])
  await expectAccessible()
  await people.getByRole('option').click()
  await expect(page).toHaveURL(/^[^?]*\/members\?user=\d+$/)
  await expect(page.getByRole('dialog', { name: 'Butiran ahli' })).toContainText('member@demo.test')
})

test('approving an applicant shows a toast, sends a mail, and updates the number in the menu and the list in a second browser', async ({
  page,
  browser,
  login,
  expectAccessible,
}) => {
  const otherContext = await browser.newContext()
  await otherContext.request.post('/api/auth/login', { data: { email: 'hq_admin@demo.test', password } })
  const otherApprover = await otherContext.newPage()
  await login('system_admin')
  for (const openPage of [page, otherApprover]) await showHundredApplicantsPerPage(openPage)
  await page.goto('/user-management?tab=pending')
  await expect(page.getByRole('table', { name: 'Permohonan yang menunggu' })).toBeVisible()
  const person = await registerApplicant(page)
  await otherApprover.goto('/user-management?tab=pending')
  await expect(findRow(otherApprover, person.fullName)).toBeVisible()
  const badge = page
    .getByRole('navigation', { name: 'Menu utama' })
    .getByRole('link', { name: /Kelulusan Ahli/ })
  const row = findRow(page, person.fullName)
  // The icon after the email address says that the address is not confirmed.
  await expect(row.getByRole('cell').nth(1)).toContainText(person.email)
  await expect(row.getByRole('cell').nth(1).getByRole('img', { name: 'Email belum disahkan' })).toBeVisible()
  await expectAccessible()
  await row.getByRole('button', { name: `Lulus ${person.fullName}` }).click()
  await expect(findToast(page, 'Kejayaan')).toBeVisible()
  await expect(findToast(page, 'Pengguna berjaya diluluskan')).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'Permohonan yang menunggu' }).getByText(person.fullName),
  ).toHaveCount(0)
  // Other tests change the number of applicants at the same time.
  // The badge is compared with the number of applicants that the server reports, because this number changes.
  await expect
    .poll(async () => {
      const { count } = await (await page.request.get('/api/users/pending/count')).json()
      return (await badge.innerText()).includes(String(count))
    })
    .toBe(true)
  await expect(findRow(otherApprover, person.fullName)).toHaveCount(0)
  await otherContext.close()
  // The approved member can sign in and has a membership number.
  const memberContext = await browser.newContext()
  const response = await memberContext.request.post('/api/auth/login', {
    data: { email: person.email, password: person.password },
  })
  expect((await response.json()).membershipNumber).toMatch(/^ID-\d{4}-\d{4}$/)
  await memberContext.close()
  await waitForMailedLink(person.email, '/confirm-email')
})

test('an applicant is rejected with a reason, and approving several applicants at once reports a result for each', {
  tag: '@long',
}, async ({ page, login, expectAccessible }) => {
  test.slow()
  await showHundredApplicantsPerPage(page)
  const first = await registerApplicant(page)
  await login('hq_admin')
  await page.goto('/user-management?tab=pending')
  await findRow(page, first.fullName)
    .getByRole('button', { name: /^Tolak/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Tolak permohonan ${first.fullName}`)
  await dialog.getByLabel('Sebab (tidak wajib)').fill('Maklumat tidak lengkap')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Tolak' }).click()
  await expect(findToast(page, 'Pengguna ditolak')).toBeVisible()
  await expect(findRow(page, first.fullName)).toHaveCount(0)

  const second = await registerApplicant(page)
  const third = await registerApplicant(page, { currentCountry: '' })
  for (const { fullName } of [second, third]) {
    await page.getByRole('checkbox', { name: `Pilih ${fullName}` }).check()
  }
  await page.getByRole('button', { name: 'Luluskan yang dipilih' }).click()
  await expect(findToast(page, '1 daripada 2 berjaya')).toBeVisible()
  await expect(findToast(page, 'Tetapkan negara pemohon ini dahulu sebelum meluluskannya.')).toBeVisible()
  await expect(page.getByText('1 dipilih')).toBeVisible()
  // The approver sets the applicant's missing country in the list, which enables the approval button.
  const approve = page.getByRole('button', { name: `Lulus ${third.fullName}` })
  await expect(approve).toBeDisabled()
  await expectAccessible()
  await page.getByLabel(`Tetapkan negara ${third.fullName}`).selectOption('Japan')
  await expect(findToast(page, 'Negara dan kelab pengguna dikemas kini')).toBeVisible()
  await expect(approve).toBeFocused()
  await approve.click()
  await expect(findToast(page, 'Pengguna berjaya diluluskan')).toBeVisible()
  await expect(findRow(page, third.fullName)).toHaveCount(0)

  await page.context().clearCookies()
  await page.request.post('/api/auth/login', { data: { email: first.email, password: first.password } })
  await page.goto('/dashboard')
  await expect(page.getByText('Maklumat tidak lengkap')).toBeVisible()
})

test('user management shows statistics and tabs, offers administrators only roles up to their own rank, and saves a role at once', {
  tag: '@long',
}, async ({ page, login, expectAccessible }) => {
  const person = await registerApplicant(page, { currentCountry: 'United Kingdom' })
  await login('country_admin')
  await page.goto('/user-management')
  for (const label of ['Jumlah pengguna', 'Pengguna aktif', 'Menunggu kelulusan', 'Ditolak']) {
    await expect(page.locator('main').getByText(label, { exact: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('tab', { name: /^Menunggu/ })).toContainText(/\d/)
  await expectAccessible()
  await page.getByRole('searchbox').fill('orang-yang-tiada')
  await expect(page.getByText('Tiada pengguna dijumpai berdasarkan kriteria carian')).toBeVisible()
  await page.getByRole('searchbox').fill(person.email)
  await expect(findRow(page, person.fullName)).toContainText('Menunggu')
  await page.getByRole('button', { name: `Tindakan lain untuk ${person.fullName}` }).click()
  await page.getByRole('menuitem', { name: 'Tukar peranan' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Peranan sekarang')
  await dialog.getByRole('combobox', { name: 'Peranan baharu' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    'Pentadbir Kelab Negara',
    'Pentadbir Kelab LN',
    'Setiausaha Kelab',
    'Ahli Kelab',
  ])
  await page.getByRole('listbox').getByRole('option', { name: 'Setiausaha Kelab' }).click()
  await expect(findToast(page, 'Peranan pengguna berjaya dikemas kini')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(findRow(page, person.fullName)).toContainText('Setiausaha Kelab')

  await page.getByRole('tab', { name: 'Peranan' }).click()
  await expect(page).toHaveURL(/tab=roles/)
  await expectAccessible()
  const matrix = page.getByRole('table', { name: 'Hak mengikut peranan' })
  const approving = matrix.getByRole('row', { name: 'Meluluskan permohonan' })
  await expect(approving.getByRole('cell')).toHaveText([
    'Semua',
    'Semua',
    'Negara',
    '–Tiada',
    '–Tiada',
    '–Tiada',
  ])
  const everyone = matrix.getByRole('row', { name: 'Mempunyai kad ahli sendiri' })
  await expect(everyone).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(everyone).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await page.emulateMedia({ media: null })
  await page.getByRole('searchbox', { name: 'Cari hak' }).fill('kad ahli')
  await expect(everyone).toBeVisible()
  await expect(approving).toHaveCount(0)
  await page.getByRole('button', { name: 'Lihat pengguna: Pentadbir Kelab Negara' }).click()
  await expect(page).toHaveURL(/role=country_admin/)
  await page.getByRole('searchbox').fill('')
  await expect(findRow(page, 'Nurul Huda Osman')).toBeVisible()
  // A manager can view but not change the manager's own account and accounts of higher rank.
  await expect(page.getByRole('button', { name: 'Tindakan lain untuk Nurul Huda Osman' })).toHaveCount(0)
})

test('the user list shows skeletons while loading, and an error with a retry button when loading fails', async ({
  page,
  login,
}) => {
  await login('hq_admin')
  // Socket events of other tests would make the user list load again, so the test blocks the socket.
  await page.routeWebSocket(/socket\.io/, () => {})
  await page.route('**/api/users?*', route => route.abort())
  await page.goto('/user-management')
  await expect(
    page.getByText('Sambungan ke pelayan terputus. Sila semak rangkaian anda dan cuba lagi.'),
  ).toBeVisible()
  await page.unroute('**/api/users?*')
  await page.getByRole('button', { name: 'Cuba lagi' }).click()
  await expect(page.getByRole('row')).toHaveCount(11)
  for (const [tab, count] of [
    ['', 5],
    ['?tab=pending', 3],
  ] as const) {
    const routing = page.route(/\/api\/users(\/pending)?\?/, () => {}, { times: 1 })
    await routing
    await page.goto(`/user-management${tab}`)
    await expect(page.locator('table tr', { has: page.locator('.mantine-Skeleton-root') })).toHaveCount(count)
  }
})
