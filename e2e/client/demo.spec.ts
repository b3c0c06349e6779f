// Tests the demo as a user first sees it, before the other tests change the demo data.
import { expect, test } from '#e2e/support/fixtures.ts'

/** Builds a pattern that matches the given texts in this order, with anything between them. */
const matchInOrder = (...parts: string[]) =>
  new RegExp(parts.map(part => part.replace(/[+.]/g, '\\$&')).join('\\s*'))

test('the demo shows 8 pending applications, 5 unread messages and the numbers computed from its data, and the message badge leads to the chat', async ({
  page,
  login,
}) => {
  await login('system_admin')
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Menu utama' })
  await expect(menu.getByRole('link', { name: 'Kelulusan Ahli 8 menunggu' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Komunikasi 5 belum dibaca' })).toBeVisible()
  const cards = page.getByRole('region', { name: 'Angka utama' })
  await expect(cards.getByRole('link')).toHaveText([
    matchInOrder('Jumlah ahli', '1,080', '+12.5%', 'bulan ini'),
    matchInOrder('Jumlah negara', '12', '+3', 'bulan ini'),
    matchInOrder('Jumlah kelab', '101', '+5', 'bulan ini'),
    matchInOrder('Menunggu kelulusan', '8', 'lihat permohonan'),
  ])
  const countries = page.getByRole('region', { name: '5 negara teratas' }).getByRole('listitem')
  await expect(countries).toHaveCount(5)
  await expect(countries.first()).toHaveText(matchInOrder('United Kingdom', '312', '·', '29%'))
  await page.getByRole('link', { name: 'Analitik', exact: true }).click()
  await expect(page).toHaveURL('/analytics')
  await expect(cards).toHaveText(
    matchInOrder(
      'Jumlah ahli',
      '1,080',
      '+12.5%',
      'bulan ini',
      'Kelab aktif',
      '101',
      '+5.2%',
      'bulan ini',
      'Negara',
      '12',
      '+2 baharu',
      'bulan ini',
      'Aktiviti bulan ini',
      '12',
      'sama seperti bulan lalu',
    ),
  )
  await page.getByRole('link', { name: 'Mesej, 5 belum dibaca' }).click()
  await expect(page).toHaveURL('/communication')
})

test('the bell lists notifications, opening a notification leads to its page, and reading all of them clears the badge', async ({
  page,
  login,
  expectAccessible,
}) => {
  await login('hq_admin')
  await page.goto('/dashboard')
  const bell = page.getByRole('button', { name: /^Pemberitahuan/ })
  await expect(bell).toHaveAccessibleName('Pemberitahuan, 2 belum dibaca')
  await bell.click()
  await expect(page.getByRole('link', { name: /memohon untuk menjadi ahli/ })).toHaveCount(5)
  await expectAccessible()
  await page
    .getByRole('link', { name: /memohon untuk menjadi ahli/ })
    .first()
    .click()
  await expect(page).toHaveURL('/member-approval')
  await expect(bell).toHaveAccessibleName('Pemberitahuan, 1 belum dibaca')
  await bell.click()
  await expect(bell).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: 'Tandakan semua dibaca' }).click()
  await expect(bell).toHaveAccessibleName('Pemberitahuan')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(bell).toBeFocused()
})
