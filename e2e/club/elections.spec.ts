// Elections: drafted and announced on a desktop, enrolled in from a phone.
import { expect, findToast, makeUnique, openPageAs, test } from '#e2e/support/fixtures.ts'

test('an election is drafted and announced by a club administrator, and a member is asked to enrol on a phone', async ({
  browser,
}) => {
  const title = makeUnique('Pemilihan')
  const desk = await openPageAs(browser, 'club_admin_ln')

  await test.step('the administrator writes the draft', async () => {
    await desk.goto('/elections')
    await desk.getByRole('button', { name: 'Pilihan raya baharu' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel('Tajuk').fill(title)
    await dialog.getByRole('textbox', { name: 'Soalan 1' }).fill('Setiausaha')
    for (const [index, answer] of ['Aminah', 'Borhan'].entries()) {
      await dialog.getByRole('button', { name: 'Tambah jawapan bertulis' }).click()
      await dialog.getByLabel(`Jawapan ${index + 3}`).fill(answer)
    }
    for (const index of [0, 1, 2]) {
      await dialog.getByRole('combobox', { name: `Pemegang amanah ${index + 1}` }).click()
      await desk.locator('[role=listbox]:visible').getByRole('option').nth(index).click()
    }
    await dialog.getByRole('button', { name: 'Simpan draf' }).click()
    await expect(desk.getByRole('heading', { name: title })).toBeVisible()
    await expect(desk.getByText('Aminah')).toBeVisible()
  })

  await test.step('the administrator announces the election', async () => {
    await desk.getByRole('button', { name: 'Umumkan' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Umumkan' }).click()
    await expect(findToast(desk, 'Pilihan raya diumumkan')).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Sunting' })).toHaveCount(0)
  })

  await test.step('a member is asked to enrol on a phone', async () => {
    const phone = await openPageAs(browser, 'member')
    await phone.setViewportSize({ width: 390, height: 844 })
    await phone.goto('/elections')
    await phone.getByRole('link', { name: title }).click()
    await expect(phone.getByRole('heading', { name: title })).toBeVisible()
    await expect(phone.getByRole('button', { name: 'Daftar untuk mengundi' })).toBeVisible()
  })
})
