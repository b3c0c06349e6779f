// Opens every fee screen with realistic data, on phone and desktop, in both themes.
// When SCREENSHOT_DIR is set, the test of the fee screens stores screenshots.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  callApiAsClubMember,
  chargeYearlyFee,
  createClubForFeeTests,
  type FeeMember,
  openPageSignedInAsClubMember,
} from '#e2e/support/club-for-fee-tests.ts'
import { queryDatabase } from '#e2e/support/database.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { loadAndApplyWebFont, waitUntilPageSettled } from '#e2e/support/layout-checks.ts'
import { findLayoutFaults } from '#e2e/support/layout-faults.ts'
import { deskWidths, phoneWidths, takeScreenshots } from '#e2e/support/take-screenshots.ts'
import { uploadTransferSlip } from '#e2e/support/transfer-slips.ts'

const names = [
  'Nur Izzati binti Hamdan',
  'Siti Hajar Qistina binti Wan Ahmad Kamarul Zaman',
  'L. Wei Han',
  'Alvin Sipanis',
  'Priya a/p Nair',
  'Low Yong Sheng',
  '陈 美玲',
]

const chargeClubOnce = async (admin: FeeMember, clubId: number, name: string, amount: number) => {
  const plan = await callApiAsClubMember<{ id: number }>(admin, 'POST', '/api/fees/plans', {
    clubId,
    country: null,
    name,
    amount,
    currency: 'EUR',
    period: 'once',
    audience: { roles: ['member'] },
  })
  const dueOn = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10)
  await callApiAsClubMember(admin, 'POST', `/api/fees/plans/${plan.id}/raise`, { period: 'once', dueOn })
  return plan.id
}

async function bookCashPayment(
  admin: FeeMember,
  member: FeeMember,
  amount: number,
  planName: string,
): Promise<void> {
  const { charges } = await callApiAsClubMember<{
    charges: { id: number; accountId: number; planName: string }[]
  }>(member, 'GET', '/api/fees')
  const charge = charges.find(open => open.planName === planName)
  await callApiAsClubMember(admin, 'POST', `/api/fees/accounts/${charge?.accountId}/payments`, {
    amount,
    method: 'cash',
    chargeId: charge?.id,
    requestKey: randomUUID(),
  })
}

/**
 * Sets up a payment account by two managers. A second call changes the account, so that members see the warning about
 * the change.
 */
async function setUpPayee([admin, deputy]: [FeeMember, FeeMember], bookId: number, accountNumber: string) {
  const { id } = await callApiAsClubMember<{ id: number }>(
    admin,
    'POST',
    `/api/fees/books/${bookId}/payees`,
    {
      kind: 'iban',
      currency: 'EUR',
      holder: 'Kelab Perantau Berlin',
      accountNumber,
    },
  )
  await callApiAsClubMember(deputy, 'POST', `/api/fees/payees/${id}/confirm`)
}

type Six = [FeeMember, FeeMember, FeeMember, FeeMember, FeeMember, FeeMember]

async function buildFeeEvening() {
  const club = await createClubForFeeTests(names)
  const { clubId, admin, deputy, members } = club
  const planId = await chargeYearlyFee(admin, clubId)
  await chargeClubOnce(admin, clubId, 'Baju kelab', 1500)
  await chargeClubOnce(admin, clubId, 'Kem Musim Sejuk', 3500)
  const [book] = await queryDatabase<{ id: number }>('select id from fee_books where club_id = $1', [clubId])
  await setUpPayee([admin, deputy], book?.id ?? 0, 'DE89370400440532013000')
  await setUpPayee([admin, deputy], book?.id ?? 0, 'DE02120300000000202051')
  const [izzati, siti, wei, alvin, priya, low] = members as Six
  for (const member of [izzati, low]) await bookCashPayment(admin, member, 1500, 'Baju kelab')
  await bookCashPayment(admin, priya, 1000, 'Yuran tahunan')
  await uploadTransferSlip(izzati, { planName: 'Kem Musim Sejuk' })
  await uploadTransferSlip(wei)
  await uploadTransferSlip(siti, { planName: 'Yuran tahunan', amount: 2600 })
  await uploadTransferSlip(alvin, { planName: 'Yuran tahunan', amount: 1200 })
  return { ...club, planId, izzati }
}

const devices = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
}
type Device = keyof typeof devices

/** Returns a function that checks the layout of the current screen in both themes. */
const createScreenCheck = (device: Device) => async (page: Page, name: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await loadAndApplyWebFont(page)
    await waitUntilPageSettled(page)
    const faults = await findLayoutFaults(page, device === 'phone' ? undefined : 0)
    expect.soft(faults, `${name}, ${device}, ${colorScheme}`).toEqual([])
  }
  await takeScreenshots(page, `fees-${name}`, { widths: device === 'phone' ? phoneWidths : deskWidths })
}

for (const device of ['desk', 'phone'] as const)
  test(`fee screens have no layout and accessibility faults on a ${device} in both themes`, {
    tag: '@long',
  }, async ({ browser, expectAccessible }) => {
    test.setTimeout(10 * 60_000)
    const { admin, izzati, planId } = await buildFeeEvening()
    const manager = await openPageSignedInAsClubMember(browser, admin, devices[device])
    const member = await openPageSignedInAsClubMember(browser, izzati, devices[device])
    const checkScreen = createScreenCheck(device)
    /** Opens a fee screen, waits for its text and checks its layout. */
    const visitScreen = async (page: Page, path: string, shown: string, name: string) => {
      await page.goto(path)
      await expect(page.getByText(shown).first()).toBeVisible()
      await checkScreen(page, name)
      await expectAccessible(page)
    }

    await visitScreen(manager, '/fees/manage', 'Kem Musim Sejuk', 'plans')
    await manager.getByRole('button', { name: 'Yuran baharu' }).click()
    await expect(manager.getByRole('dialog')).toBeVisible()
    await checkScreen(manager, 'plan-dialog')
    await visitScreen(manager, `/fees/plans/${planId}`, 'Dikenakan · 7 ahli', 'charges')
    await manager.getByRole('button', { name: 'Kenakan', exact: true }).click()
    await manager.getByRole('textbox', { name: 'Tahun' }).fill('2027')
    await expect(manager.getByText('7 ahli akan dikenakan €168.00')).toBeVisible()
    await checkScreen(manager, 'preview')
    await manager.goto(`/fees/plans/${planId}`)
    await manager.getByRole('button', { name: 'Tunai daripada Low Yong Sheng' }).click()
    await expect(manager.getByRole('button', { name: 'Rekodkan €24.00' })).toBeVisible()
    await checkScreen(manager, 'cash')
    await manager.goto(`/fees/plans/${planId}`)
    await manager.getByRole('link', { name: 'Priya a/p Nair' }).click()
    await expect(manager.getByRole('heading', { name: 'Priya a/p Nair' })).toBeVisible()
    await checkScreen(manager, 'account')
    await visitScreen(manager, '/fees/slips', 'Baki selepas disahkan', 'slips')
    await manager.getByRole('button', { name: 'Bahagikan' }).click()
    await expect(manager.getByLabel('Kem Musim Sejuk (EUR)')).toHaveValue('35.00')
    await checkScreen(manager, 'slip-split')
    await visitScreen(manager, '/fees/payees', 'DE02 1203 0000 0000 2020 51', 'payees')

    await visitScreen(member, '/fees', 'Perlu dibayar', 'own')
    await member.getByRole('link', { name: /Baju kelab/ }).click()
    await expect(member.getByRole('article', { name: 'Resit' })).toBeVisible()
    await checkScreen(member, 'receipt')
    await member.goto('/fees')
    await member.getByRole('link', { name: 'Cara bayar' }).click()
    await expect(member.getByRole('img', { name: 'Kod QR bayaran €24.00' })).toBeVisible()
    await checkScreen(member, 'pay')
    await expectAccessible(member)
    await member.getByRole('button', { name: 'Sudah bayar: muat naik slip' }).click()
    await expect(member.getByRole('dialog', { name: 'Slip bayaran' })).toBeVisible()
    await checkScreen(member, 'slip-dialog')
  })
