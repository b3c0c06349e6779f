// Tags and actions for many members.
import { createMember, expect, findToast, makeUnique, test } from '#e2e/support/fixtures.ts'

test('a manager tags all members who match a search, sees the tag in list and drawer, and filters by it', async ({
  page,
  login,
  expectAccessible,
}) => {
  const prefix = makeUnique('Bertanda')
  for (let index = 0; index < 12; index += 1) await createMember(`${prefix} ${index}`)
  const tag = makeUnique('Tag')
  await login('hq_admin')
  await page.goto(`/members?search=${encodeURIComponent(prefix)}`)
  await page.getByRole('checkbox', { name: 'Pilih semua pada halaman ini' }).check()
  await page.getByRole('button', { name: 'Pilih semua 12 yang sepadan' }).click()
  await page
    .getByRole('group', { name: '12 dipilih' })
    .getByRole('button', { name: 'Tag', exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Tag 12 ahli' })
  await dialog.getByLabel('Tag', { exact: true }).selectOption('Tag baharu')
  await dialog.getByLabel('Nama tag').fill(tag)
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Tambah tag' }).click()
  await expect(findToast(page, '12 daripada 12 berjaya')).toBeVisible()
  const table = page.getByRole('table', { name: 'Senarai ahli' })
  await expect(table.getByText(tag)).toHaveCount(10)

  await page.setViewportSize({ width: 390, height: 780 })
  await page.goto('/members')
  await page.getByRole('button', { name: 'Tapis' }).click()
  await page.getByRole('dialog').getByLabel('Tag').selectOption(tag)
  await expect(page.getByText('12 dijumpai')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Pilih beberapa' }).click()
  await page.getByRole('checkbox', { name: `Pilih ${prefix} 0` }).check()
  await page
    .getByRole('group', { name: '1 dipilih' })
    .getByRole('button', { name: 'Tag', exact: true })
    .click()
  await expectAccessible()
  await page.getByRole('dialog').getByLabel('Tag', { exact: true }).selectOption(tag)
  await page.getByRole('dialog').getByRole('button', { name: 'Buang tag ini' }).click()
  await expect(findToast(page, '1 daripada 1 berjaya')).toBeVisible()
  await expect(page.getByText('11 dijumpai')).toBeVisible()
  await page.getByRole('button', { name: 'Selesai memilih' }).click()
  await page
    .getByRole('button', { name: new RegExp(`${prefix} 1`) })
    .first()
    .click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('region', { name: 'Tag' })).toContainText(tag)
  await expectAccessible()
})
