// Tests the import of a member list that is corrected in its preview, confirmed and undone.
import { expect, findToast, makeUnique, test } from '#e2e/support/fixtures.ts'

test('in a member list with errors, the user chooses the header row, corrects all equal cells in one step, imports the list and undoes the import', async ({
  page,
  login,
  expectAccessible,
}) => {
  const unique = makeUnique('import').replace(' ', '')
  const file = [
    'Nama,Email,Catatan',
    'Laporan tahunan,,Sulit',
    'Full Name,E-mail Address,Peringkat,Negara,Kursus',
    `Aisyah ${unique},a.${unique}@contoh.my,Sijil Masakan,Atlantis,Fizik`,
    `Budi ${unique},b.${unique}@contoh.my,Sijil Masakan,Atlantis,Fizik`,
    `Chong ${unique},tiada-alamat,PhD,Jepun,Fizik`,
  ]
  await login('hq_admin')
  await page.goto('/imports')
  await page.locator('input[type=file]').setInputFiles({
    name: `${unique}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(file.join('\n')),
  })
  await page.getByRole('button', { name: 'Semak fail' }).click()
  await expect(page.getByText('Nama lajur pada baris 3')).toBeVisible()

  // The user selects another header row of the imported file and returns to the first choice.
  const chooseHeader = async (line: number) => {
    await page.getByRole('button', { name: 'Pilih baris' }).click()
    const dialog = page.getByRole('dialog', { name: 'Baris manakah nama lajur?' })
    await dialog.getByRole('radio', { name: `Baris ${line}` }).check()
    await dialog.getByRole('button', { name: 'Guna baris ini dan semak semula' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(`Nama lajur pada baris ${line}`)).toBeVisible()
  }
  await chooseHeader(1)
  await expect(page.getByRole('table', { name: 'Baris dalam fail' }).getByRole('row')).toHaveCount(6)
  await chooseHeader(3)
  const rows = page.getByRole('table', { name: 'Baris dalam fail' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.filter({ hasText: 'Negara tidak dikenali' })).toHaveCount(2)
  await expectAccessible()

  // The user corrects the equal wrong values of two rows at once.
  await page.getByRole('button', { name: 'Betulkan baris 4' }).click()
  const correction = page.getByRole('dialog', { name: 'Betulkan baris 4' })
  await expect(correction.getByText('Negara tidak dikenali')).toBeVisible()
  const country = correction
    .getByRole('textbox', { name: 'Negara' })
    .or(correction.getByRole('combobox', { name: 'Negara' }))
  await correction.getByRole('button', { name: 'Simpan pembetulan' }).click()
  await expect(correction.getByText('Belum ada perubahan')).toBeVisible()
  await expect(correction.getByLabel('Peringkat pengajian')).toBeFocused()
  await country.fill('Japan')
  await correction.getByRole('checkbox', { name: 'Juga dalam 1 baris lain dengan “Atlantis”' }).check()
  await expectAccessible()
  await correction.getByRole('button', { name: 'Simpan pembetulan' }).click()
  await expect(findToast(page, 'Pembetulan disimpan.')).toBeVisible()
  await expect(rows.filter({ hasText: 'Negara tidak dikenali' })).toHaveCount(0)
  await expect(rows.filter({ hasText: 'dibiarkan kosong' })).toHaveCount(2)

  // The user corrects the cell of a single row and filters the rows by problem.
  await page.getByLabel('Paparkan').selectOption({ label: 'Email tidak sah (1)' })
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Betulkan baris 6' }).click()
  const second = page.getByRole('dialog', { name: 'Betulkan baris 6' })
  await second.getByRole('textbox', { name: 'Email' }).fill(`c.${unique}@contoh.my`)
  await second.getByRole('button', { name: 'Simpan pembetulan' }).click()
  await expect(second).toBeHidden()
  await page.getByLabel('Paparkan').selectOption('')
  await page.reload()
  await expect(rows.filter({ hasText: `c.${unique}@contoh.my` })).toContainText('Dibetulkan')

  await page.getByRole('button', { name: 'Sahkan 3 baris' }).click()
  await expect(page.getByText('Ditambah: 3')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Buat asal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buat asal' }).click()
  await expect(page.getByText('Dikeluarkan: 3')).toBeVisible({ timeout: 30_000 })
})
