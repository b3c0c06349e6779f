// Tests account settings: password, sessions, email address, theme, data download and erasure.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import {
  clickAndReadChecked,
  createMember,
  expect,
  findToast,
  ownPassword,
  test,
  waitForMailedLink,
} from '#e2e/support/fixtures.ts'
import { port } from '#e2e/support/ports.ts'

async function signIn(page: Page, email: string, password = ownPassword) {
  return page.context().request.post('/api/auth/login', { data: { email, password } })
}

const findSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('changing the password or ending a session signs the other devices out immediately', {
  tag: '@long',
}, async ({ page, browser }) => {
  const email = await createMember('Tetapan Bin Ujian')
  await signIn(page, email)
  const context = await browser.newContext({ baseURL: `http://localhost:${port}` })
  const phone = await context.newPage()
  const signInOnPhone = async () => {
    await signIn(phone, email)
    await phone.goto('/settings#devices')
    await expect(findSection(phone, 'Peranti').getByRole('listitem')).toHaveCount(2)
  }
  await signInOnPhone()
  // The notification bell reports the sign-in from a new device and links to the list of devices.
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Pemberitahuan/ }).click()
  // The page of all notifications lists the new sign-in below the heading of its day.
  await page.getByRole('link', { name: 'Lihat semua pemberitahuan' }).click()
  await expect(page).toHaveURL('/notifications')
  const today = page.getByRole('region', { name: 'Hari ini' })
  await today.getByRole('link', { name: /^Ada log masuk ke akaun anda daripada peranti baharu/ }).click()
  await expect(page).toHaveURL('/settings#devices')
  const devices = findSection(page, 'Peranti')
  await expect(devices).toBeInViewport()
  await expect(devices.getByText(/^Log masuk dengan kata laluan/)).toHaveCount(2)
  await expect(devices.getByText('Peranti ini')).toHaveCount(1)
  await devices.getByRole('button', { name: /^Log keluar Chrome/ }).click()
  await expect(findToast(page, 'Peranti itu telah dilog keluar')).toBeVisible()
  await expect(phone).toHaveURL(/\/login/)
  await expect(devices.getByText('Akaun anda hanya log masuk pada peranti ini.')).toBeVisible()

  await signInOnPhone()
  const password = findSection(page, 'Kata laluan')
  await password.getByRole('button', { name: /Tukar$/ }).click()
  await password.getByLabel('Kata laluan semasa').fill('salah')
  await password.getByRole('textbox', { name: 'Kata laluan baharu' }).fill('sampan-di-muara-9')
  await password.getByRole('textbox', { name: 'Sahkan kata laluan' }).fill('sampan-di-muara-9')
  await password.getByRole('button', { name: 'Tukar kata laluan' }).click()
  await expect(password.getByText('Kata laluan semasa tidak betul')).toBeVisible()
  await expect(password.getByLabel('Kata laluan semasa')).toBeFocused()
  await password.getByLabel('Kata laluan semasa').fill(ownPassword)
  await password.getByRole('button', { name: 'Tukar kata laluan' }).click()
  await expect(findToast(page, 'Kata laluan anda telah ditukar')).toBeVisible()
  await expect(password.getByLabel('Kata laluan semasa')).toHaveValue('')
  await expect(phone).toHaveURL(/\/login/)

  // After a thief has signed in, the link in the mail about the new sign-in signs the thief out.
  // The account's owner then sets a new password.
  const earlierLink = await waitForMailedLink(email, '/not-me')
  const thief = await (await browser.newContext({ baseURL: `http://localhost:${port}` })).newPage()
  await signIn(thief, email, 'sampan-di-muara-9')
  await thief.goto('/profile')
  await expect(thief.getByRole('article', { name: 'Kad ahli' })).toBeVisible()
  await expect.poll(() => waitForMailedLink(email, '/not-me')).not.toBe(earlierLink)
  const ownerPage = await (await browser.newContext({ baseURL: `http://localhost:${port}` })).newPage()
  await ownerPage.goto(await waitForMailedLink(email, '/not-me'))
  // After a network error the owner can submit the page of the mailed link again.
  await ownerPage.route('**/api/auth/not-me', route => route.abort(), { times: 1 })
  await ownerPage.getByRole('button', { name: 'Log keluar peranti itu' }).click()
  await expect(ownerPage.getByRole('alert')).toBeVisible()
  await ownerPage.getByRole('button', { name: 'Log keluar peranti itu' }).click()
  await expect(ownerPage).toHaveURL(/\/reset-password/)
  await expect(thief).toHaveURL(/\/login/)
  await ownerPage.getByRole('textbox', { name: 'Kata laluan baharu' }).fill('dayung-di-hulu-5')
  await ownerPage.getByRole('textbox', { name: 'Sahkan kata laluan' }).fill('dayung-di-hulu-5')
  await ownerPage.getByRole('button', { name: 'Simpan kata laluan' }).click()
  await expect(ownerPage.getByRole('link', { name: 'Log masuk' }).last()).toBeVisible()
  expect((await signIn(phone, email, 'dayung-di-hulu-5')).status()).toBe(200)
})

test('a new email address is confirmed by a link mailed to this address, and the colour theme can be chosen', {
  tag: '@long',
}, async ({ page, expectAccessible }) => {
  const email = await createMember('Alamat Binti Ujian')
  await signIn(page, email)
  await page.goto('/settings')
  const emailSection = findSection(page, 'Email')
  await expect(emailSection.getByText(email)).toBeVisible()
  // A collapsed section of the settings shows its current value and keeps typed text.
  const row = emailSection.getByRole('button', { name: /^Email/ })
  await row.click()
  await expect(page).toHaveURL('/settings#email')
  await emailSection.getByLabel('Email baharu').fill(`baharu-${email}`)
  await row.click()
  await expect(emailSection.getByLabel('Email baharu')).toBeHidden()
  await row.click()
  await emailSection.getByLabel('Kata laluan semasa').fill(ownPassword)
  await emailSection.getByRole('button', { name: 'Hantar pautan pengesahan' }).click()
  await expect(emailSection.getByText(`Pautan pengesahan telah dihantar ke baharu-${email}.`)).toBeVisible()
  await page.goto(await waitForMailedLink(`baharu-${email}`, '/confirm-email'))
  await expect(page.getByText('Email anda telah disahkan.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings#notifications')
  await expect(emailSection.getByText(`baharu-${email}`, { exact: true })).toBeVisible()
  await expect(emailSection.getByText('Pautan pengesahan telah dihantar')).toBeHidden()
  const emailSwitch = page.getByRole('switch', { name: 'Aktiviti dibatalkan: Email' })
  await expect(emailSwitch).toBeChecked()
  const saved = page.waitForResponse(response => response.request().method() === 'PUT')
  await emailSwitch.press('Space')
  await saved
  await page.reload()
  await expect(emailSwitch).not.toBeChecked()
  expect(await clickAndReadChecked(emailSwitch)).toBe(true)
  await findSection(page, 'Tema').getByRole('button').click()
  await findSection(page, 'Tema').getByText('Gelap').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a member downloads a copy of the personal data and erases the account', async ({
  page,
  expectAccessible,
}) => {
  const email = await createMember('Pergi Binti Selamat')
  await signIn(page, email)
  await page.goto('/settings#my-data')
  await page.getByRole('button', { name: 'Minta salinan data saya' }).click()
  const downloadEvent = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Muat turun ZIP/ }).click()
  const download = await downloadEvent
  expect(download.suggestedFilename()).toMatch(/^data-saya-.*\.zip$/)
  const zip = unzipSync(new Uint8Array(readFileSync(await download.path())))
  expect(strFromU8(zip['index.html'] as Uint8Array)).toContain('Pergi Binti Selamat')

  await findSection(page, 'Padam akaun').getByRole('button').click()
  await page.getByRole('button', { name: 'Padam akaun saya' }).click()
  const dialog = page.getByRole('dialog', { name: 'Padam akaun anda?' })
  await expect(dialog).toContainText('Bekas ahli')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Padam selama-lamanya' }).click()
  await expect(dialog.getByText('Kata laluan diperlukan')).toBeVisible()
  await dialog.getByLabel('Kata laluan semasa').fill(ownPassword)
  await dialog.getByRole('button', { name: 'Padam selama-lamanya' }).click()
  await expect(page).toHaveURL('/login?notice=erased')
  await expect(page.getByRole('alert')).toContainText('Akaun anda telah dipadam')
  expect((await signIn(page, email)).status()).toBe(401)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
})

test('a pending applicant can request a data download and erase the account', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login('pending')
  await page.goto('/dashboard')
  await findSection(page, 'Salinan data saya').getByRole('button').click()
  await page.getByRole('button', { name: 'Minta salinan data saya' }).click()
  await expect(page.getByRole('link', { name: /^Muat turun ZIP/ })).toBeVisible()
  await findSection(page, 'Padam akaun').getByRole('button').click()
  await page.getByRole('button', { name: 'Padam akaun saya' }).click()
  await page.getByLabel('Kata laluan semasa').fill('salah')
  await page.getByRole('button', { name: 'Padam selama-lamanya' }).click()
  await expect(page.getByText('Kata laluan semasa tidak betul')).toBeVisible()
})
