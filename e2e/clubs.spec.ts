import { expect, password, test, toast } from './fixtures.ts'

test('the clubs: four figures, the countries with their counts, search and filters in the address', async ({
  page,
  login,
  expectAccessible,
}) => {
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
  await page.goto('/clubs?country=Atlantis&status=x&search=london')
  await expect(page.getByRole('row').filter({ hasText: 'Kelab Perantau London' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('headquarters makes a club, changes it and puts it to rest; another browser follows live', async ({
  page,
  browser,
  login,
  expectAccessible,
}) => {
  const name = `Kelab Ujian ${Date.now().toString(36)}${process.env.TEST_WORKER_INDEX}`
  const other = await browser.newContext()
  await other.request.post('/api/auth/login', { data: { email: 'member@demo.test', password } })
  const elsewhere = await other.newPage()
  await elsewhere.goto(`/clubs?search=${encodeURIComponent(name)}`)
  await expect(elsewhere.getByText('Tiada kelab dijumpai')).toBeVisible()

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
  await expect(toast(page, 'Gagal mencipta kelab')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cipta kelab' }).click()
  await expect(toast(page, 'Kelab berjaya dicipta')).toBeVisible()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('<script>alert(1)</script>')
  await expect(elsewhere.getByRole('row').filter({ hasText: name })).toContainText('Aktif')

  await page.getByRole('button', { name: `Sunting ${name}` }).click()
  await dialog.getByLabel('Universiti').fill('NUS')
  await dialog.getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(toast(page, 'Kelab berjaya dikemas kini')).toBeVisible()
  await expect(row).toContainText('Tidak Aktif')
  await expect(page.getByRole('button', { name: `Sunting ${name}` })).toBeFocused()
  await expect(elsewhere.getByRole('row').filter({ hasText: name })).toContainText('Tidak Aktif')
  await other.close()
})
