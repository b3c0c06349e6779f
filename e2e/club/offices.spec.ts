// Tests giving an office to a member, using the rights of the office, and ending it, on desktop and phone.
import type { Page } from '@playwright/test'
import { createMember, expect, findToast, makeUnique, password, test } from '#e2e/support/fixtures.ts'
import {
  buildPhoneOptions,
  expectNoLayoutFaults,
  openPageOnPhoneSignedInAs,
  smallLight,
} from '#e2e/support/layout-checks.ts'
import { openPageSignedInAsMember } from '#e2e/support/members.ts'
import { navigateWithoutPageReload } from '#e2e/support/navigation.ts'

/** Registers a member of the London club and returns the member's name, email address and id. */
async function createLondonMember(page: Page) {
  const fullName = makeUnique('Bendahari Ujian')
  const email = await createMember(fullName)
  await page.request.post('/api/auth/login', { data: { email: 'hq_admin@demo.test', password } })
  const [{ id }] = await (await page.request.get(`/api/users?page=1&search=${email}`)).json()
  const { clubId } = (
    await (await page.request.get('/api/users?page=1&search=club_admin_ln@demo.test')).json()
  )[0]
  const placement = { currentCountry: 'United Kingdom', clubId }
  expect((await page.request.put(`/api/users/${id}/placement`, { data: placement })).status()).toBe(200)
  return { fullName, email, id: Number(id) }
}

test('a club administrator appoints a member to an office, the member uses its rights, and loses them when the office is ended', async ({
  page,
  login,
  browser,
  expectAccessible,
}) => {
  test.slow()
  const { fullName, email, id } = await createLondonMember(page)
  const member = await openPageSignedInAsMember(browser, email, buildPhoneOptions())
  await member.goto('/members')
  await expect(member.getByText('Akses Ditolak')).toBeVisible()

  await login('club_admin_ln')
  await page.goto(`/members?user=${id}`)
  const drawer = page.getByRole('dialog', { name: 'Butiran ahli' })
  await drawer.getByRole('button', { name: /^Tindakan lain untuk/ }).click()
  await page.getByRole('menuitem', { name: 'Beri jawatan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Beri jawatan' })
  // A club administrator can give only offices of the club.
  await expect(dialog.getByLabel('Jawatan', { exact: true }).getByRole('option')).toHaveCount(3)
  await dialog.getByLabel('Jawatan', { exact: true }).selectOption({ index: 0 })
  await expect(dialog.getByText('Membuka butiran ahli')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('textbox', { name: 'Hari terakhir' }).fill('31/12/2090')
  await dialog.getByRole('textbox', { name: 'Hari terakhir' }).press('Tab')
  await expect(page.getByRole('button', { name: 'Bulan seterusnya' })).toHaveCount(0)
  await page.screenshot({ path: 'test-results/offices/give-desktop.png' })
  await dialog.getByRole('button', { name: 'Beri jawatan' }).click()
  await expect(findToast(page, 'Jawatan telah diberikan')).toBeVisible()
  const offices = drawer.getByRole('region', { name: 'Jawatan' })
  await expect(offices.getByText(/^Bendahari · /)).toBeVisible()
  await page.screenshot({ path: 'test-results/offices/drawer-desktop.png' })

  // The page that the office holder has open gets the new right without a reload.
  await expect(member.getByRole('heading', { name: 'Senarai Ahli' }).first()).toBeVisible()
  await expect(member.getByText('Akses Ditolak')).toHaveCount(0)
  await expect(member.getByRole('button', { name: 'Eksport' })).toHaveCount(0)
  await member.screenshot({ path: 'test-results/offices/members-phone.png' })
  await navigateWithoutPageReload(member, '/profile')
  const ownOffices = member.getByRole('region', { name: 'Jawatan saya' })
  await expect(ownOffices.getByText(/^Bendahari · /)).toBeVisible()
  await expectNoLayoutFaults(member, smallLight, 'profile-with-office')
  await ownOffices.screenshot({ path: 'test-results/offices/profile-phone.png' })
  await navigateWithoutPageReload(member, '/members')
  await expect(member.getByRole('heading', { name: 'Senarai Ahli' }).first()).toBeVisible()
  await expect(member.getByText('Akses Ditolak')).toHaveCount(0)

  const phone = await openPageOnPhoneSignedInAs(browser, 'club_admin_ln')
  await phone.goto('/offices')
  await expect(phone.getByText(fullName)).toBeVisible()
  await phone.screenshot({ path: 'test-results/offices/list-phone.png' })
  await navigateWithoutPageReload(phone, `/members?user=${id}`)
  const phoneDrawer = phone.getByRole('dialog', { name: 'Butiran ahli' })
  await phoneDrawer.getByRole('button', { name: 'Tamatkan jawatan: Bendahari' }).scrollIntoViewIfNeeded()
  await phone.screenshot({ path: 'test-results/offices/drawer-phone.png' })
  await phoneDrawer.getByRole('button', { name: 'Tamatkan jawatan: Bendahari' }).click()
  await phone
    .getByRole('dialog', { name: 'Tamatkan jawatan' })
    .getByRole('button', { name: 'Tamatkan jawatan' })
    .click()
  await expect(findToast(phone, 'Jawatan telah ditamatkan')).toBeVisible()
  await expect(phoneDrawer.getByRole('region', { name: 'Jawatan' })).toHaveCount(0)
  await expect(member.getByText('Akses Ditolak')).toBeVisible()
  for (const other of [member, phone]) await other.context().close()
})
