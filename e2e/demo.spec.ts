// What a newcomer sees first. Runs before the others, which change the demo's data.
import { expect, test } from './fixtures.ts'

test('the figures of the demo: 8 wait, 3 notifications, 5 messages; each leads to its place', async ({
  page,
  login,
}) => {
  await login('system_admin')
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Menu utama' })
  await expect(menu.getByRole('link', { name: 'Kelulusan Ahli 8 menunggu' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Komunikasi 5 belum dibaca' })).toBeVisible()
  await page.getByRole('link', { name: 'Mesej, 5 belum dibaca' }).click()
  await expect(page).toHaveURL('/communication')
})

/** The words of a card, whatever stands between them. */
const words = (...parts: string[]) =>
  new RegExp(parts.map(part => part.replace(/[+.]/g, '\\$&')).join('\\s*'))

test('the figures of the first view, computed from the data', async ({ page, login }) => {
  await login('system_admin')
  await page.goto('/dashboard')
  const cards = page.getByRole('region', { name: 'Angka utama' })
  await expect(cards.getByRole('link')).toHaveText([
    words('Jumlah ahli', '1,080', '+12.5%', 'bulan ini'),
    words('Jumlah negara', '12', '+3', 'baharu bulan ini'),
    words('Jumlah kelab', '101', '+5', 'baharu bulan ini'),
    words('Menunggu kelulusan', '8', 'lihat permohonan'),
  ])
  const countries = page.getByRole('region', { name: '5 negara teratas' }).getByRole('listitem')
  await expect(countries).toHaveCount(5)
  await expect(countries.first()).toHaveText(words('United Kingdom', '312', '·', '29%'))
  await page.getByRole('link', { name: 'Analitik', exact: true }).click()
  await expect(page).toHaveURL('/analytics')
  await expect(cards).toHaveText(
    words(
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
})

test('the bell lists what is new; reading one leads there, reading all empties the badge', async ({
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
