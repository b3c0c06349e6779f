// Tests tags, actions for many members at once, and segments (saved member filters).
import { queryDatabase } from '#e2e/support/database.ts'
import { expect, findToast, makeUnique, test } from '#e2e/support/fixtures.ts'
import { navigateWithoutPageReload } from '#e2e/support/navigation.ts'

test('a manager tags all members who match a search, filters by the tag, and sends an announcement to a segment (saved filter) with that tag', async ({
  page,
  login,
  expectAccessible,
}) => {
  const prefix = makeUnique('Bertanda')
  // The members never sign in, so the test need not register and approve each of them.
  await queryDatabase(
    `insert into users (username, email, full_name, role, status, current_country)
     select replace(lower($1), ' ', '') || n, replace(lower($1), ' ', '') || n || '@contoh.my', $1 || ' ' || n,
            'member', 'active', 'Japan'
       from generate_series(0, 11) n`,
    [prefix],
  )
  const tag = makeUnique('Tag')
  await login('hq_admin')
  await page.goto(`/members?search=${encodeURIComponent(prefix)}`)
  await expect(page.getByRole('table', { name: 'Senarai ahli' }).getByRole('row')).toHaveCount(11)
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

  // The tag becomes a condition of a segment, whose members are counted and become recipients of an announcement.
  await navigateWithoutPageReload(page, '/segments')
  await page.getByRole('button', { name: 'Cipta segmen' }).click()
  const builder = page.getByRole('dialog', { name: 'Cipta segmen' })
  const name = makeUnique('Segmen')
  await builder.getByRole('button', { name: 'Simpan' }).click()
  await expect(builder.getByText('Isi nama segmen')).toBeVisible()
  await expect(builder.getByLabel('Nama segmen')).toBeFocused()
  await builder.getByLabel('Nama segmen').fill(name)
  await builder.getByRole('button', { name: 'Tambah syarat' }).click()
  const condition = builder.getByRole('group', { name: 'Syarat 2' })
  await condition.getByLabel('Jenis syarat').selectOption('Tag')
  await condition.getByLabel('Tag', { exact: true }).selectOption(tag)
  await expect(builder.getByText('11 ahli')).toBeVisible()
  await expectAccessible()
  await builder.getByRole('button', { name: 'Simpan' }).click()
  const card = page.getByRole('article', { name })
  await expect(card).toContainText(`mempunyai tag ${tag}`)
  await expect(card.getByText('11 ahli')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await card.getByRole('button', { name: 'Carta' }).click()
  await expect(card.getByRole('listitem').filter({ hasText: '100%' })).toContainText('Japan')
  await expectAccessible()
  await card.getByRole('link', { name: 'Buka senarai' }).click()
  await expect(page.getByText('11 dijumpai')).toBeVisible()
  await navigateWithoutPageReload(page, '/announcements')
  await page.getByRole('button', { name: 'Hebahan baharu' }).click()
  await page.getByRole('dialog').getByLabel('Segmen').selectOption(name)
  await expect(page.getByRole('dialog').getByRole('status').filter({ hasText: '11' })).toBeVisible()
})
