// Fees: a manager creates a fee, charges members and records a cash payment, and the member sees the receipt.
import {
  createClubForFeeTests,
  type FeeMember,
  openPageSignedInAsClubMember,
} from '#e2e/support/club-for-fee-tests.ts'
import { expect, findToast, test } from '#e2e/support/fixtures.ts'
import { buildPhoneOptions, expectNoLayoutFaults } from '#e2e/support/layout-checks.ts'

const phone = { width: 390, colorScheme: 'light' } as const

test('a treasurer charges a fee and records a cash payment in two taps, and the member sees the receipt on a phone', async ({
  browser,
}) => {
  test.slow()
  const { admin, members } = await createClubForFeeTests([
    'Siti Hajar Qistina',
    'Alvin Sipanis',
    'Low Yong Sheng',
  ])
  const [siti, alvin] = members as [FeeMember, FeeMember]
  const manager = await openPageSignedInAsClubMember(browser, admin, {
    viewport: { width: 1280, height: 800 },
  })

  await test.step('the manager creates a fee and sees who will owe it', async () => {
    await manager.goto('/fees/manage')
    await manager.getByRole('button', { name: 'Yuran baharu' }).click()
    const dialog = manager.getByRole('dialog', { name: 'Yuran baharu' })
    await dialog.getByLabel('Nama yuran').fill('Yuran tahunan')
    await dialog.getByLabel('Mata wang').selectOption('EUR')
    await dialog.getByLabel('Jumlah (EUR)').fill('24,00')
    await dialog.getByLabel('Siapa yang kena bayar').selectOption('member')
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await expect(manager.getByRole('heading', { name: 'Yuran tahunan' })).toBeVisible()
    await manager.getByRole('button', { name: 'Kenakan' }).click()
    await expect(manager.getByText('3 ahli akan dikenakan €72.00')).toBeVisible()
    await manager.getByRole('button', { name: 'Kenakan 3 ahli' }).click()
    await expect(findToast(manager, 'Yuran dikenakan')).toBeVisible()
    await expect(manager.getByText('Dikenakan · 3 ahli')).toBeVisible()
  })

  const member = await openPageSignedInAsClubMember(browser, siti, buildPhoneOptions(phone))
  await test.step('the member sees the fee as a task on the dashboard and first on the page of fees', async () => {
    await member.goto('/dashboard')
    await expect(member.getByRole('region', { name: 'Tindakan anda' })).toContainText('€24.00')
    await member.goto('/fees')
    await expect(member.getByText('Perlu dibayar')).toBeVisible()
    await expectNoLayoutFaults(member, phone, 'own fees')
    await member.screenshot({ path: 'test-results/fees/own-390.png' })
  })

  await test.step('the manager records the cash in two taps, and the sums add up', async () => {
    await manager.getByRole('button', { name: 'Tunai daripada Siti Hajar Qistina' }).click()
    await manager.getByRole('button', { name: 'Rekodkan €24.00' }).click()
    await expect(findToast(manager, 'Bayaran direkodkan')).toBeVisible()
    await expect(manager.getByText('Diterima · 1')).toBeVisible()
    await manager.screenshot({ path: 'test-results/fees/plan-1280.png' })
  })

  await test.step('the member opens the receipt', async () => {
    await expect(member.getByText('Tiada yuran perlu dibayar')).toBeVisible()
    await member.getByRole('link', { name: /Yuran tahunan/ }).click()
    const receipt = member.getByRole('article', { name: 'Resit' })
    await expect(receipt).toContainText('Siti Hajar Qistina')
    await expect(receipt).toContainText(/BER\d*-\d{4}-00001/)
    await expect(receipt).toContainText('Haris Rosli')
    await expectNoLayoutFaults(member, phone, 'receipt')
    await member.screenshot({ path: 'test-results/fees/receipt-390.png' })
  })

  await test.step('the manager settles the fee of another member by a part payment and a waiver with a reason', async () => {
    await manager.getByRole('link', { name: alvin.fullName }).click()
    await manager.getByRole('button', { name: 'Rekodkan bayaran' }).click()
    await manager.getByLabel('Jumlah diterima (EUR)').fill('10')
    await expect(manager.getByText('Baki selepas ini: €14.00')).toBeVisible()
    await manager.getByRole('button', { name: 'Rekodkan €10.00' }).click()
    await manager
      .getByRole('button', { name: /^Tindakan bagi/ })
      .first()
      .click()
    await manager.getByRole('menuitem', { name: 'Kurangkan' }).click()
    await manager.getByLabel('Sebab').fill('Kesempitan hidup')
    await manager.getByRole('button', { name: 'Simpan' }).click()
    await expect(findToast(manager, 'Yuran dikurangkan')).toBeVisible()
    await expect(manager.getByText('Kesempitan hidup').first()).toBeVisible()
    await manager.screenshot({ path: 'test-results/fees/account-1280.png' })
  })
})
