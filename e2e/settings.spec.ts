import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { expect, linkMailedTo, newMember, ownPassword, test, tickNow, toast } from './fixtures.ts'
import { port } from './place.ts'

async function signIn(page: Page, email: string, password = ownPassword) {
  return page.context().request.post('/api/auth/login', { data: { email, password } })
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a new password and the end of a session reach other devices at once', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const email = await newMember('Tetapan Bin Ujian')
  await signIn(page, email)
  const context = await browser.newContext({ baseURL: `http://localhost:${port}` })
  const phone = await context.newPage()
  const signInThere = async () => {
    await signIn(phone, email)
    await phone.goto('/settings#devices')
    await expect(section(phone, 'Peranti').getByRole('listitem')).toHaveCount(2)
  }
  await signInThere()
  // The device is a new one, which is said at the bell, and leads to where it can be sent away.
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Pemberitahuan/ }).click()
  // And on the page of all of them, under its day.
  await page.getByRole('link', { name: 'Lihat semua pemberitahuan' }).click()
  await expect(page).toHaveURL('/notifications')
  const today = page.getByRole('region', { name: 'Hari ini' })
  await today.getByRole('link', { name: /^Ada log masuk ke akaun anda daripada peranti baharu/ }).click()
  await expect(page).toHaveURL('/settings#devices')
  const devices = section(page, 'Peranti')
  await expect(devices).toBeInViewport()
  await expect(devices.getByText(/^Log masuk dengan kata laluan/)).toHaveCount(2)
  await expect(devices.getByText('Peranti ini')).toHaveCount(1)
  await devices.getByRole('button', { name: /^Log keluar Chrome/ }).click()
  await expect(toast(page, 'Peranti itu telah dilog keluar')).toBeVisible()
  await expect(phone).toHaveURL(/\/login/)
  await expect(devices.getByText('Akaun anda hanya log masuk pada peranti ini.')).toBeVisible()

  await signInThere()
  const password = section(page, 'Kata laluan')
  await password.getByRole('button', { name: /Tukar$/ }).click()
  await password.getByLabel('Kata laluan semasa').fill('salah')
  await password.getByRole('textbox', { name: 'Kata laluan baharu' }).fill('sampan-di-muara-9')
  await password.getByRole('textbox', { name: 'Sahkan kata laluan' }).fill('sampan-di-muara-9')
  await password.getByRole('button', { name: 'Tukar kata laluan' }).click()
  await expect(password.getByText('Kata laluan semasa tidak betul')).toBeVisible()
  await expect(password.getByLabel('Kata laluan semasa')).toBeFocused()
  await password.getByLabel('Kata laluan semasa').fill(ownPassword)
  await password.getByRole('button', { name: 'Tukar kata laluan' }).click()
  await expect(toast(page, 'Kata laluan anda telah ditukar')).toBeVisible()
  await expect(password.getByLabel('Kata laluan semasa')).toHaveValue('')
  await expect(phone).toHaveURL(/\/login/)

  // Somebody else had the new one, too: by the mail alone they are out, and a newer password is set.
  const earlier = await linkMailedTo(email, '/not-me')
  const thief = await (await browser.newContext({ baseURL: `http://localhost:${port}` })).newPage()
  await signIn(thief, email, 'sampan-di-muara-9')
  await thief.goto('/profile')
  await expect(thief.getByRole('article', { name: 'Kad ahli' })).toBeVisible()
  await expect.poll(() => linkMailedTo(email, '/not-me')).not.toBe(earlier)
  const elsewhere = await (await browser.newContext({ baseURL: `http://localhost:${port}` })).newPage()
  await elsewhere.goto(await linkMailedTo(email, '/not-me'))
  // A network that fails at this moment is tried again, from the same place.
  await elsewhere.route('**/api/auth/not-me', route => route.abort(), { times: 1 })
  await elsewhere.getByRole('button', { name: 'Log keluar peranti itu' }).click()
  await expect(elsewhere.getByRole('alert')).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Log keluar peranti itu' }).click()
  await expect(elsewhere).toHaveURL(/\/reset-password/)
  await expect(thief).toHaveURL(/\/login/)
  await elsewhere.getByRole('textbox', { name: 'Kata laluan baharu' }).fill('dayung-di-hulu-5')
  await elsewhere.getByRole('textbox', { name: 'Sahkan kata laluan' }).fill('dayung-di-hulu-5')
  await elsewhere.getByRole('button', { name: 'Simpan kata laluan' }).click()
  await expect(elsewhere.getByRole('link', { name: 'Log masuk' }).last()).toBeVisible()
  expect((await signIn(phone, email, 'dayung-di-hulu-5')).status()).toBe(200)
})

test('a new address is confirmed by its own mail; the theme is chosen', { tag: '@long' }, async ({
  page,
  expectAccessible,
}) => {
  const email = await newMember('Alamat Binti Ujian')
  await signIn(page, email)
  await page.goto('/settings')
  const mail = section(page, 'Email')
  await expect(mail.getByText(email)).toBeVisible()
  // Closed, it says how it stands; opened and closed again, it keeps what was typed.
  const row = mail.getByRole('button', { name: /^Email/ })
  await row.click()
  await expect(page).toHaveURL('/settings#email')
  await mail.getByLabel('Email baharu').fill(`baharu-${email}`)
  await row.click()
  await expect(mail.getByLabel('Email baharu')).toBeHidden()
  await row.click()
  await mail.getByLabel('Kata laluan semasa').fill(ownPassword)
  await mail.getByRole('button', { name: 'Hantar pautan pengesahan' }).click()
  await expect(mail.getByText(`Pautan pengesahan telah dihantar ke baharu-${email}.`)).toBeVisible()
  await page.goto(await linkMailedTo(`baharu-${email}`, '/confirm-email'))
  await expect(page.getByText('Email anda telah disahkan.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings#notifications')
  await expect(mail.getByText(`baharu-${email}`, { exact: true })).toBeVisible()
  await expect(mail.getByText('Pautan pengesahan telah dihantar')).toBeHidden()
  const choice = page.getByRole('switch', { name: 'Aktiviti dibatalkan: Email' })
  await expect(choice).toBeChecked()
  const saved = page.waitForResponse(response => response.request().method() === 'PUT')
  await choice.press('Space')
  await saved
  await page.reload()
  await expect(choice).not.toBeChecked()
  expect(await tickNow(choice)).toBe(true)
  await section(page, 'Tema').getByRole('button').click()
  await section(page, 'Tema').getByText('Gelap').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('my data to take along, and then gone', async ({ page, expectAccessible }) => {
  const email = await newMember('Pergi Binti Selamat')
  await signIn(page, email)
  await page.goto('/settings#my-data')
  await page.getByRole('button', { name: 'Minta salinan data saya' }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Muat turun ZIP/ }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toMatch(/^data-saya-.*\.zip$/)
  const zip = unzipSync(new Uint8Array(readFileSync(await download.path())))
  expect(strFromU8(zip['index.html'] as Uint8Array)).toContain('Pergi Binti Selamat')

  await section(page, 'Padam akaun').getByRole('button').click()
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

test('whoever waits may take their data along or go, too', { tag: '@long' }, async ({ page, login }) => {
  await login('pending')
  await page.goto('/dashboard')
  await section(page, 'Salinan data saya').getByRole('button').click()
  await page.getByRole('button', { name: 'Minta salinan data saya' }).click()
  await expect(page.getByRole('link', { name: /^Muat turun ZIP/ })).toBeVisible()
  await section(page, 'Padam akaun').getByRole('button').click()
  await page.getByRole('button', { name: 'Padam akaun saya' }).click()
  await page.getByLabel('Kata laluan semasa').fill('salah')
  await page.getByRole('button', { name: 'Padam selama-lamanya' }).click()
  await expect(page.getByText('Kata laluan semasa tidak betul')).toBeVisible()
})
