import { accounts, expect, password, test } from './fixtures.ts'

test('signing in and out', async ({ page, expectAccessible }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expectAccessible()
  await page.getByLabel('Email').fill('member@demo.test')
  await page.getByRole('textbox', { name: 'Kata laluan' }).fill(password)
  await page.getByRole('button', { name: 'Log Masuk' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Amirul Hakim Yusof')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Log Keluar' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
})

test('what is missing is said under its field; what is wrong in the alert', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log Masuk' }).click()
  await expect(page.getByText('Format email tidak sah')).toBeVisible()
  await expect(page.getByText('Kata laluan diperlukan')).toBeVisible()
  await page.getByLabel('Email').fill('tiada@demo.test')
  await page.getByRole('textbox', { name: 'Kata laluan' }).fill('salah')
  await page.getByRole('button', { name: 'Log Masuk' }).click()
  await expect(page.getByRole('alert')).toHaveText('Email atau kata laluan tidak betul.')
})

for (const account of accounts) {
  test(`${account} stays signed in over a reload`, async ({ page, login }) => {
    await login(account)
    await page.goto('/dashboard')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Log Keluar' })).toBeVisible()
  })
}
