import { expect, findToast, password, test } from '#e2e/support/fixtures.ts'
import { navigateWithoutPageReload } from '#e2e/support/navigation.ts'

test('the club list shows four key figures and counts by country, and the URL contains search and filters', {
  tag: '@long',
}, async ({ page, login, expectAccessible }) => {
  await login('member')
  await page.goto('/clubs')
  for (const label of ['Jumlah kelab', 'Kelab aktif', 'Negara', 'Universiti']) {
    await expect(page.locator('main').getByText(label, { exact: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Taburan mengikut negara' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cipta kelab' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Sunting/ })).toHaveCount(0)
  await expectAccessible()
  await page.getByRole('button', { name: /^Japan \d+ kelab/ }).click()
  await expect(page).toHaveURL('/clubs?country=Japan')
  await expect(page.getByLabel('Negara', { exact: true })).toHaveValue('Japan')
  await expect(page.getByRole('row').nth(1)).toContainText('Japan')
  await page.getByRole('searchbox').fill('tiada-kelab-begini')
  await expect(page.getByText('Tiada kelab dijumpai')).toBeVisible()
  await page.getByRole('button', { name: 'Kosongkan penapis' }).click()
  await expect(page).toHaveURL('/clubs')
  await page.goto('/clubs?country=Atlantis&status=x&search=london')
  await expect(page.getByRole('row').filter({ hasText: 'Kelab Perantau London' })).toBeVisible()
  await page.getByRole('link', { name: 'Kelab Perantau London', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Kelab Perantau London' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Perbualan kelab' })).toHaveAttribute(
    'href',
    /^\/communication\?group=\d+$/,
  )
})

test('headquarters creates, edits and deactivates a club, and the club page that another user has open updates itself', {
  tag: '@long',
}, async ({ page, browser, login, expectAccessible }) => {
  const name = `Kelab Ujian ${Date.now().toString(36)}${process.env.TEST_WORKER_INDEX}`
  const memberContext = await browser.newContext()
  await memberContext.request.post('/api/auth/login', { data: { email: 'member@demo.test', password } })
  const memberPage = await memberContext.newPage()
  await memberPage.goto(`/clubs?search=${encodeURIComponent(name)}`)
  await expect(memberPage.getByText('Tiada kelab dijumpai')).toBeVisible()

  await login('hq_admin')
  await page.goto(`/clubs?search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: 'Cipta kelab' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cipta kelab' }).click()
  await expect(dialog.getByText('Nama kelab diperlukan')).toBeVisible()
  await expect(dialog.getByText('Sila pilih negara')).toBeVisible()
  await expect(dialog.getByLabel(/^Nama kelab/)).toBeFocused()
  await expectAccessible()
  await dialog.getByLabel(/^Nama kelab/).fill(name)
  await dialog.getByLabel(/^Negara/).selectOption('Singapore')
  await dialog.getByLabel('Bandar').fill('Singapura')
  await dialog.getByLabel('Penerangan').fill('<script>alert(1)</script>')
  await page.route('**/api/clubs', route => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await dialog.getByRole('button', { name: 'Cipta kelab' }).click()
  await expect(findToast(page, 'Gagal mencipta kelab')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cipta kelab' }).click()
  await expect(findToast(page, 'Kelab berjaya dicipta')).toBeVisible()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Singapura')
  await expect(memberPage.getByRole('row').filter({ hasText: name })).toContainText('Aktif')

  await page.getByRole('button', { name: `Sunting ${name}` }).click()
  await dialog.getByLabel('Universiti').fill('NUS')
  await dialog.getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(findToast(page, 'Kelab berjaya dikemas kini')).toBeVisible()
  await expect(row).toContainText('Tidak Aktif')
  await expect(page.getByRole('button', { name: `Sunting ${name}` })).toBeFocused()
  await expect(memberPage.getByRole('row').filter({ hasText: name })).toContainText('Tidak Aktif')
  await memberPage.getByRole('link', { name }).click()
  await expect(
    memberPage.getByText('Kelab ini tidak aktif dan tidak menerima ahli atau aktiviti baharu.'),
  ).toBeVisible()
  await expect(memberPage.getByText('<script>alert(1)</script>')).toBeVisible()
  await memberContext.close()
})

test('when headquarters assigns or removes a club administrator, a club page open in another browser updates without a reload', {
  tag: '@long',
}, async ({ page, browser, login, expectAccessible }) => {
  await login('hq_admin')
  await page.goto('/clubs?country=Japan')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/clubs\/\d+$/)
  const clubId = Number(page.url().split('/').at(-1))
  const memberContext = await browser.newContext()
  await memberContext.request.post('/api/auth/login', { data: { email: 'member@demo.test', password } })
  const memberPage = await memberContext.newPage()
  await memberPage.goto(`/clubs/${clubId}`)
  const admin = memberPage.getByRole('definition').first()
  await expect(admin).toBeVisible()
  await expect(memberPage.getByRole('button', { name: /^(Pilih|Tukar) pentadbir|Sunting/ })).toHaveCount(0)

  const club = await (await page.request.get(`/api/clubs/${clubId}`)).json()
  const members = await page.request.get(`/api/users?clubId=${clubId}&status=active&page=1&pageSize=10`)
  const person = (await members.json()).find(({ id }: { id: number }) => id !== club.admin?.id)
  await page.getByRole('button', { name: /^(Pilih|Tukar) pentadbir$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(person.fullName)
  await dialog.getByRole('radio', { name: person.fullName }).check()
  await expect(dialog.getByRole('link', { name: `Semak peranan ${person.fullName}` })).toHaveAttribute(
    'href',
    new RegExp(`^/user-management\\?.*user=${person.id}$`),
  )
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(findToast(page, 'Pentadbir kelab berjaya dikemas kini')).toBeVisible()
  await expect(admin).toContainText(person.fullName)
  await expect(page.getByRole('button', { name: 'Tukar pentadbir' })).toBeFocused()
  await page.getByRole('button', { name: 'Tukar pentadbir' }).click()
  await dialog.getByRole('radio', { name: 'Tiada pentadbir' }).check()
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(admin).toHaveText('Belum dipilih')
  await memberContext.close()
})

test('the page of a club lists its members only for users who are permitted to see the members of that club', {
  tag: '@long',
}, async ({ page, login, expectAccessible }) => {
  await login('country_admin')
  const readFirstClub = async (country: string) =>
    (await (await page.request.get(`/api/clubs?country=${country}&page=1&pageSize=1`)).json())[0]
  const [abroad, home] = [await readFirstClub('Japan'), await readFirstClub('United Kingdom')]
  await page.goto(`/clubs/${abroad.id}`)
  await expect(page.getByRole('heading', { level: 2, name: abroad.name })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Ahli kelab' })).toHaveCount(0)
  await page.goto(`/clubs/${home.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kelab')
  await expect(page.getByRole('heading', { level: 2, name: home.name })).toBeVisible()
  const view = page.getByRole('table', { name: 'Ahli kelab' }).getByRole('button').first()
  await expect(view).toBeVisible()
  await expectAccessible()
  await view.click()
  await expect(page).toHaveURL(new RegExp(`/clubs/${home.id}\\?user=\\d+$`))
  await expect(page.getByRole('dialog', { name: 'Butiran ahli' })).toContainText(home.name)
  await page.keyboard.press('Escape')
  await expect(view).toBeFocused()
  await page.getByRole('link', { name: 'Buka dalam Senarai Ahli' }).click()
  await expect(page).toHaveURL(`/members?country=United+Kingdom&clubId=${home.id}`)
  await page.goto('/clubs/summary')
  await expect(page.getByText('Kelab ini tidak dijumpai.')).toBeVisible()
})

test('a link opens the dialog for creating a club, and a link to the invitation form focuses its first field', async ({
  page,
  login,
}) => {
  await login('hq_admin')
  await test.step('closing the dialog for creating a club returns to the club list', async () => {
    await page.goto('/clubs?create=yes')
    const dialog = page.getByRole('dialog', { name: 'Cipta kelab' })
    await expect(dialog.getByLabel('Nama kelab')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/clubs')
    await expect(page.getByRole('button', { name: 'Cipta kelab' })).toBeFocused()
  })

  await test.step('the disabled button of the invitation form has a description of what is missing', async () => {
    await navigateWithoutPageReload(page, '/invitations#invite')
    const createButton = page.getByRole('button', { name: 'Buat pautan' })
    await expect(createButton).toBeDisabled()
    const country = page.getByLabel('Negara', { exact: true })
    await expect(country).toBeFocused()
    await expect(createButton).toHaveAccessibleDescription('Pilih negara dahulu.')
    await country.selectOption('Japan')
    await expect(createButton).toBeEnabled()
    await expect(page.getByText('Pilih negara dahulu.')).toHaveCount(0)
  })
})
