// An election is drafted and announced on a desktop, and a voter enrols on a phone.
import { createClubForElectionTests } from '#e2e/support/club-for-election-tests.ts'
import { openPageSignedInAsClubMember } from '#e2e/support/club-for-fee-tests.ts'
import { expect, findToast, makeUnique, test } from '#e2e/support/fixtures.ts'

test('a returning officer announces an election, and a member of the club enrols on a phone', async ({
  browser,
  expectAccessible,
}) => {
  const title = makeUnique('Pilihan raya')
  const club = await createClubForElectionTests('Nurul Huda', ['Aminah Yusof', 'Borhan Salleh', 'Devi Nair'])
  const [member] = club.members
  if (!member) throw new Error('no member')
  const desk = await openPageSignedInAsClubMember(browser, club.officer)

  await test.step('the returning officer writes the draft', async () => {
    await desk.goto('/elections')
    await desk.getByRole('button', { name: 'Pilihan raya baharu' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel('Tajuk').fill(title)
    await dialog.getByRole('textbox', { name: 'Soalan 1' }).fill('Setiausaha')
    for (const [index, answer] of ['Farah', 'Gopal'].entries()) {
      await dialog.getByRole('button', { name: 'Tambah jawapan bertulis' }).click()
      await dialog.getByLabel(`Calon ${index + 3} (bertulis)`).fill(answer)
    }
    for (const [index, { fullName }] of club.members.entries()) {
      await dialog.getByRole('combobox', { name: `Pemegang amanah ${index + 1}` }).click()
      await desk.locator('[role=listbox]:visible').getByRole('option', { name: fullName }).click()
    }
    await dialog.getByRole('button', { name: 'Simpan draf' }).click()
    await expect(desk.getByRole('heading', { name: title })).toBeVisible()
    await expect(desk.getByText('Farah')).toBeVisible()
  })

  await test.step('the returning officer announces the election', async () => {
    await desk.getByRole('button', { name: 'Umumkan' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Umumkan' }).click()
    await expect(findToast(desk, 'Pilihan raya diumumkan')).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Sunting' })).toHaveCount(0)
  })

  await test.step('a member creates the key of a trustee and enrols as a voter on a phone', async () => {
    const phone = await openPageSignedInAsClubMember(browser, member, {
      viewport: { width: 390, height: 844 },
    })
    await phone.goto('/elections')
    await phone.getByRole('link', { name: title }).click()
    await phone.getByRole('button', { name: 'Buat kunci' }).click()
    await expect(phone.getByText('Bahagian anda selesai buat masa ini.', { exact: false })).toBeVisible()
    await phone.getByRole('button', { name: 'Daftar untuk mengundi' }).click()
    await expect(phone.getByText('Anda sudah didaftarkan untuk mengundi.')).toBeVisible()
    await expectAccessible(phone)
  })
})
