// Tests opening and closing countries at headquarters, and choosing a country from a long list.
import { expect, findToast, password, test } from '#e2e/support/fixtures.ts'
import { countries } from '#shared/countries/countries.ts'

test('when headquarters opens a country for registration, visitors can register there and a new club gets the time zone of the country', async ({
  page,
  browser,
  login,
  expectAccessible,
}) => {
  const otherContext = await browser.newContext()
  await otherContext.request.post('/api/auth/login', {
    data: { email: 'system_admin@demo.test', password },
  })
  const otherPage = await otherContext.newPage()
  await otherPage.goto('/clubs?tab=countries')
  await otherPage.getByRole('searchbox').fill('turki')
  const otherSwitch = otherPage.getByRole('switch', { name: 'Buka Türkiye' })
  await expect(otherSwitch).not.toBeChecked()

  await login('hq_admin')
  await page.goto('/clubs')
  await page.getByRole('tab', { name: 'Negara' }).click()
  await expect(page).toHaveURL('/clubs?tab=countries')
  const list = page.getByRole('list', { name: 'Negara yang dibuka' })
  await expect(list.getByRole('listitem').first()).toContainText('United Kingdom')
  await expect(list.getByRole('switch', { name: 'Buka Mesir' })).toBeChecked()
  await expectAccessible()
  await page.getByRole('searchbox').fill('turki')
  await expect(list.getByRole('listitem')).toHaveText(['Türkiye0 ahli aktif · 0 kelab'])
  await list.locator('.mantine-Switch-track').click()
  await expect(findToast(page, 'Türkiye telah dibuka')).toBeVisible()
  // The list of countries that another administrator has open updates without a reload.
  await expect(otherSwitch).toBeChecked()

  const visitorContext = await browser.newContext()
  const visitor = await visitorContext.newPage()
  await visitor.goto('/register?form=quick')
  await visitor.getByLabel(/^Negara semasa/).selectOption({ label: 'Türkiye' })
  await page.getByRole('tab', { name: 'Kelab' }).click()
  await page.getByRole('button', { name: 'Cipta kelab' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Negara/).selectOption('Türkiye')
  await expect(dialog.getByLabel(/^Zon waktu/)).toHaveValue('Europe/Istanbul')

  await otherSwitch.press('Space')
  await expect(findToast(otherPage, 'Türkiye telah ditutup')).toBeVisible()
  // The form keeps the chosen country after headquarters has closed that country.
  // The error response of the server says why the server refuses the country.
  await dialog.getByLabel(/^Nama kelab/).fill('Kelab Istanbul')
  await dialog.getByRole('button', { name: 'Cipta kelab' }).click()
  await expect(dialog.getByText('Negara ini tidak dibuka untuk pendaftaran dan kelab baharu')).toBeVisible()
  await otherContext.close()
  await visitorContext.close()
})

test('on a phone, the country field of the registration finds a country by its Malay or English name', {
  tag: '@long',
}, async ({ page, expectAccessible }) => {
  await page.setViewportSize({ width: 390, height: 760 })
  await page.route('**/api/countries/open', route => route.fulfill({ json: countries }))
  await page.goto('/register?form=quick')
  const field = page.getByRole('combobox', { name: /^Negara semasa/ })
  await field.fill('turkiye')
  await expect(page.getByRole('option')).toHaveText(['Türkiye'])
  // The search for a country also finds its English name.
  await field.fill('egypt')
  await page.getByRole('option', { name: 'Mesir' }).click()
  await expect(field).toHaveValue('Mesir')
  await expect(page.locator('input[name=currentCountry]')).toHaveValue('Egypt')
  await field.fill('atlantis')
  await expect(page.getByText('Tiada negara dijumpai')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible()
})
