// A motion is drafted and opened on a desktop, voted on from a phone, and closed with a reason and a result by name.
import { expect, findToast, makeUnique, openPageSignedInAs, test } from '#e2e/support/fixtures.ts'

test('a club administrator drafts and opens a motion, a member votes on it, and it is closed with a result', async ({
  browser,
}) => {
  const title = makeUnique('Usul')
  const desk = await openPageSignedInAs(browser, 'club_admin_ln')

  await test.step('the administrator writes the draft and opens the vote', async () => {
    await desk.goto('/elections')
    await desk.getByRole('button', { name: 'Usul baharu' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel('Tajuk').fill(title)
    await dialog.getByLabel('Teks usul').fill('Yuran kelab menjadi £5.')
    for (const [label, index] of [
      ['Pencadang', 0],
      ['Penyokong', 1],
    ] as const) {
      await dialog.getByRole('combobox', { name: label }).click()
      await desk.locator('[role=listbox]:visible').getByRole('option').nth(index).click()
    }
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await dialog.getByRole('textbox', { name: 'Masa tutup' }).fill(soon)
    await dialog.getByLabel('Jam, masa tutup').click()
    await dialog.getByLabel('Jam, masa tutup').pressSequentially('0800')
    await dialog.getByLabel('Pagi atau petang, masa tutup').selectOption('ptg')
    await dialog.getByRole('button', { name: 'Simpan draf' }).click()
    await expect(desk.getByRole('heading', { name: title })).toBeVisible()
    await desk.getByRole('button', { name: 'Buka undian' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Buka undian' }).click()
    await expect(findToast(desk, 'Undian dibuka')).toBeVisible()
  })

  const phone = await openPageSignedInAs(browser, 'member')
  await phone.setViewportSize({ width: 390, height: 844 })
  await test.step('a member votes on a phone and changes the vote', async () => {
    await phone.goto('/dashboard')
    const task = phone.getByRole('listitem').filter({ hasText: title })
    await task.getByRole('link', { name: 'Undi: ' }).click()
    await phone.getByRole('button', { name: 'Tidak setuju' }).click()
    await expect(phone.getByRole('button', { name: 'Tidak setuju' })).toHaveAttribute('aria-pressed', 'true')
    await phone.getByRole('button', { name: 'Setuju', exact: true }).click()
    await expect(phone.getByRole('button', { name: 'Setuju', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(phone.getByRole('heading', { name: 'Keputusan' })).toHaveCount(0)
  })

  await test.step('the administrator closes the vote early, and administrator and member see how each member voted', async () => {
    await desk.getByRole('button', { name: 'Tutup undian' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel('Sebab').fill('Semua sudah mengundi')
    await dialog.getByRole('button', { name: 'Tutup undian' }).click()
    await expect(desk.getByText('Diluluskan')).toBeVisible()
    await expect(phone.getByText('Ditutup awal. Sebab: Semua sudah mengundi')).toBeVisible()
    await phone.getByRole('button', { name: 'Lihat undi setiap ahli' }).click()
    await expect(phone.getByRole('list', { name: 'Undi setiap ahli' }).getByText('Setuju')).toHaveCount(1)
  })
})
