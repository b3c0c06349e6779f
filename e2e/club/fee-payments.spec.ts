// Tests payment accounts, payment by QR code and transfer slip (proof of payment), review of slips, and receipts.

import {
  callApiAsClubMember,
  chargeYearlyFee,
  createClubForFeeTests,
  type FeeMember,
  openPageSignedInAsClubMember,
} from '#e2e/support/club-for-fee-tests.ts'
import { queryDatabase } from '#e2e/support/database.ts'
import { expect, findToast, test } from '#e2e/support/fixtures.ts'
import { buildPhoneOptions, expectNoLayoutFaults } from '#e2e/support/layout-checks.ts'
import { navigateWithoutPageReload } from '#e2e/support/navigation.ts'

const phone = { width: 390, colorScheme: 'light' } as const
const iban = 'DE02120300000000202051'

/**
 * Draws a transfer slip (proof of payment) in the browser. Each slip has a different text, so that no two files are
 * equal.
 */
async function drawTransferSlip(page: import('@playwright/test').Page, text: string): Promise<Buffer> {
  const url = await page.evaluate(line => {
    const canvas = document.createElement('canvas')
    canvas.width = 300
    canvas.height = 375
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, 300, 375)
    pen.fillStyle = '#123'
    pen.font = '20px sans-serif'
    pen.fillText(line, 20, 60)
    return canvas.toDataURL('image/png')
  }, text)
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

test('two managers set up a payment account, a member pays and uploads a proof of payment, and the treasurer confirms it by keyboard', async ({
  browser,
}) => {
  test.slow()
  const { clubId, admin, deputy, members } = await createClubForFeeTests([
    'Nur Izzati binti Hamdan',
    '陈 美玲',
  ])
  await chargeYearlyFee(admin, clubId)
  const [izzati, meiling] = members as [FeeMember, FeeMember]

  const desk = await openPageSignedInAsClubMember(browser, admin, { viewport: { width: 1280, height: 800 } })
  await desk.goto('/fees/payees')
  await desk.getByRole('button', { name: 'Cadangkan akaun' }).click()
  const proposal = desk.getByRole('dialog', { name: 'Cadangkan akaun' })
  await proposal.getByLabel('Nama pemegang akaun').fill('Kelab Perantau Berlin')
  await proposal.getByLabel('IBAN').fill('DE03 1203 0000 0000 2020 51')
  await proposal.getByRole('button', { name: 'Cadangkan' }).click()
  await expect(proposal.getByText('IBAN ini tidak sah')).toBeVisible()
  await proposal.getByLabel('IBAN').fill(iban)
  await proposal.getByRole('button', { name: 'Cadangkan' }).click()
  await expect(desk.getByText('Pengurus lain perlu mengesahkan cadangan anda.')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Sahkan akaun' })).toHaveCount(0)

  const second = await openPageSignedInAsClubMember(browser, deputy, {
    viewport: { width: 1280, height: 800 },
  })
  await second.goto('/fees/payees')
  await second.getByRole('button', { name: 'Sahkan akaun' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Sahkan akaun' }).click()
  await expect(findToast(second, 'Akaun bayaran telah ditukar.')).toBeVisible()
  await second.screenshot({ path: 'test-results/fee-payments/payees-1280.png' })

  const member = await openPageSignedInAsClubMember(browser, izzati, buildPhoneOptions(phone))
  await member.goto('/fees')
  await member.getByRole('link', { name: 'Cara bayar' }).click()
  await expect(member.getByRole('img', { name: 'Kod QR bayaran €24.00' })).toBeVisible()
  await expect(member.getByText('DE02 1203 0000 0000 2020 51')).toBeVisible()
  await expectNoLayoutFaults(member, phone, 'fee payment')
  await member.screenshot({ path: 'test-results/fee-payments/pay-390.png' })
  await member.getByRole('button', { name: 'Sudah bayar: muat naik slip' }).click()
  const slip = member.getByRole('dialog', { name: 'Slip bayaran' })
  await slip.getByLabel('Gambar atau PDF slip').setInputFiles({
    name: 'slip.png',
    mimeType: 'image/png',
    buffer: await drawTransferSlip(member, '24,00 EUR'),
  })
  await slip.getByRole('button', { name: 'Hantar slip' }).click()
  await expect(member.getByText('Disemak')).toBeVisible()
  await member.screenshot({ path: 'test-results/fee-payments/slip-sent-390.png', fullPage: true })

  await navigateWithoutPageReload(desk, '/fees/slips')
  await expect(desk.getByRole('heading', { name: 'Nur Izzati binti Hamdan' })).toBeVisible()
  await expect(desk.getByText('Baki selepas disahkan')).toBeVisible()
  await expect(desk.getByRole('img', { name: 'Slip Nur Izzati binti Hamdan' })).toBeVisible()
  await desk.screenshot({ path: 'test-results/fee-payments/queue-1280.png' })
  await desk.keyboard.press('l')
  await expect(desk.getByText('Tiada slip menunggu.')).toBeVisible()

  await expect(member.getByText('Yuran ini sudah dibayar.')).toBeVisible()
  await member.goto('/fees')
  await member.getByRole('link', { name: /Yuran tahunan/ }).click()
  const download = member.waitForEvent('download')
  await member.getByRole('button', { name: 'Muat turun PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^resit-BER\d*-\d{4}-00001\.pdf$/)
  await file.saveAs('test-results/fee-payments/receipt.pdf')
  await member.screenshot({ path: 'test-results/fee-payments/receipt-390.png', fullPage: true })

  // After a change of the payment account, members see a warning on the screen with their fees.
  await callApiAsClubMember(admin, 'POST', `/api/fees/books/${await readBookId(clubId)}/payees`, {
    kind: 'iban',
    currency: 'EUR',
    holder: 'Kelab Perantau Berlin',
    accountNumber: 'DE89370400440532013000',
  })
  await second.reload()
  await second.getByRole('button', { name: 'Sahkan akaun' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Sahkan akaun' }).click()
  await expect(findToast(second, 'Akaun bayaran telah ditukar.')).toBeVisible()
  const other = await openPageSignedInAsClubMember(browser, meiling, buildPhoneOptions(phone))
  await other.goto('/fees')
  await expect(other.getByText(/akaun bayaran ditukar pada/)).toBeVisible()
  await expectNoLayoutFaults(other, phone, 'changed account')
  await other.screenshot({ path: 'test-results/fee-payments/changed-390.png' })
})

async function readBookId(clubId: number): Promise<number> {
  const [book] = await queryDatabase<{ id: number }>('select id from fee_books where club_id = $1', [clubId])
  return book?.id ?? 0
}
