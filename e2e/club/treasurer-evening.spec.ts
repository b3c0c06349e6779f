// Simulates a treasurer's evening: a year's fee for 300 members, cash payments, reminders and the report.
// The treasurer decides 180 transfer slips (proofs of payment) by keyboard.
// The test writes its steps and times to test-results/evening/steps.txt.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  createClubForFeeTests,
  type FeeMember,
  openPageSignedInAsClubMember,
} from '#e2e/support/club-for-fee-tests.ts'
import { queryDatabase } from '#e2e/support/database.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { uploadTransferSlip } from '#e2e/support/transfer-slips.ts'

const memberCount = 300
const slipCount = 180
const cashCount = 30
/**
 * Members who uploaded a slip: one slip is rejected and its member pays cash, one pays a part by transfer and the rest
 * in cash.
 */
const paidCount = slipCount - 2 + cashCount
const names = Array.from(
  { length: memberCount },
  (_, index) => `Ahli Yuran ${String(index + 1).padStart(3, '0')}`,
)
const folder = 'test-results/evening'

/** Takes pictures of the screen on a desktop and on a phone, in both themes. */
async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, animations: 'disabled' })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Creates a fee plan in its dialog, charges the members and returns the id of the plan. */
async function chargeYearlyFee(page: Page): Promise<number> {
  await page.goto('/fees/manage')
  await page.getByRole('button', { name: 'Yuran baharu' }).click()
  const dialog = page.getByRole('dialog', { name: 'Yuran baharu' })
  await dialog.getByLabel('Nama yuran').fill('Yuran tahunan')
  await dialog.getByLabel('Mata wang').selectOption('EUR')
  await dialog.getByLabel('Jumlah (EUR)').fill('24')
  await dialog.getByLabel('Siapa yang kena bayar').selectOption('member')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await page.getByRole('button', { name: 'Kenakan', exact: true }).click()
  await page.getByRole('button', { name: `Kenakan ${memberCount} ahli` }).click()
  await expect(page.getByText(`Dikenakan · ${memberCount} ahli`).first()).toBeVisible()
  return Number(/plans\/(\d+)/.exec(page.url())?.[1])
}

/**
 * Uploads one transfer slip (proof of payment) per member. One member paid half of the fee, another one six euro too
 * much.
 */
async function sendTransferSlips(members: FeeMember[]): Promise<void> {
  const stated = new Map([
    [10, 1200],
    [11, 3000],
  ])
  for (let first = 0; first < slipCount; first += 5)
    await Promise.all(
      members
        .slice(first, Math.min(first + 5, slipCount))
        .map((member, index) => uploadTransferSlip(member, { amount: stated.get(first + index) })),
    )
}

/** Rejects the first transfer slip and confirms the others by keyboard. */
async function emptyTransferSlipQueue(page: Page): Promise<void> {
  await page.goto('/fees/slips')
  await expect(page.getByRole('button', { name: /^Sahkan €/ })).toBeEnabled()
  await page.keyboard.press('t')
  await page.getByRole('dialog').getByLabel('Sebab').fill('Slip ini untuk akaun lain')
  await page.getByRole('dialog').getByRole('button', { name: 'Tolak' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (let confirmed = 1; confirmed < slipCount; confirmed++) {
    await expect(page.getByRole('button', { name: /^Sahkan €/ })).toBeEnabled()
    await page.keyboard.press('l')
    // The list of transfer slips counts the last undecided slip and then disappears.
    await expect(page.getByText(`Disahkan tadi · ${confirmed}`, { exact: true })).toBeAttached()
    if (confirmed === 90) await takePictures(page, 'queue')
  }
  await expect(page.getByText('Tiada slip menunggu.')).toBeVisible()
}

async function bookCashPayments(page: Page, planId: number): Promise<void> {
  await page.goto(`/fees/plans/${planId}?state=open`)
  for (let paid = 1; paid <= cashCount; paid++) {
    await page
      .getByRole('button', { name: /^Tunai daripada/ })
      .first()
      .click()
    await page.getByRole('button', { name: /^Rekodkan €/ }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(`Diterima · ${slipCount - 2 + paid}`).first()).toBeVisible()
  }
}

/** Makes the reminder job run, and waits until every member who owes the fee has a reminder. */
async function waitForReminders(planId: number): Promise<void> {
  await queryDatabase(
    `insert into queued_jobs (task, payload, key, run_at) values ('remind_debtors', '{}', 'remind_debtors', now())`,
  )
  const countReminders = async () => {
    const [row] = await queryDatabase<{ count: number }>(
      `select count(*)::int as count from fee_reminders r join fee_charges c on c.id = r.charge_id where c.plan_id = $1`,
      [planId],
    )
    return row?.count
  }
  await expect.poll(countReminders, { timeout: 120_000 }).toBe(memberCount - paidCount)
}

/** Checks the sums on the fee screen, the exported list and the sequence of receipt numbers. */
async function expectCorrectReport(page: Page, planId: number, clubId: number): Promise<void> {
  await page.goto(`/fees/plans/${planId}`)
  await expect(page.getByText(`Diterima · ${paidCount}`).first()).toBeVisible()
  await expect(page.getByText(`Belum dibayar · ${memberCount - paidCount}`).first()).toBeVisible()
  for (const sum of ['€7,200.00', '€4,992.00', '€2,208.00'])
    await expect(page.getByText(sum).first()).toBeVisible()
  await takePictures(page, 'plan')
  await page.getByRole('button', { name: 'Eksport' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = `${folder}/report.csv`
  await (await download).saveAs(file)
  const [, ...rows] = readFileSync(file, 'utf8').trim().split(/\r?\n/)
  expect(rows.filter(row => row.includes('24.00'))).toHaveLength(memberCount)
  const receipts = await queryDatabase<{ number: number }>(
    `select r.number from fee_receipts r join fee_books b on b.id = r.book_id where b.club_id = $1 order by r.number`,
    [clubId],
  )
  const booked = slipCount - 1 + cashCount
  expect(receipts.map(({ number }) => number)).toEqual(
    Array.from({ length: booked }, (_, index) => index + 1),
  )
}

test('a treasurer charges 300 members, checks 180 transfer slips (proofs of payment) and records 30 cash payments, and only debtors are reminded', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(30 * 60_000)
  const { clubId, admin, members } = await createClubForFeeTests(names)
  const page = await openPageSignedInAsClubMember(browser, admin, { viewport: { width: 1280, height: 800 } })
  let startedAt = Date.now()
  const report: string[] = []
  /** Records how many clicks, keys and fields a part of the treasurer's evening took, and how long. */
  const reportSteps = (part: string, steps: number) => {
    report.push(`${part}: ${steps} steps, ${Math.round((Date.now() - startedAt) / 1000)} s`)
    startedAt = Date.now()
  }

  const planId = await chargeYearlyFee(page)
  reportSteps('create and raise the fee', 9)
  await sendTransferSlips(members)
  startedAt = Date.now()
  await emptyTransferSlipQueue(page)
  reportSteps(`decide ${slipCount} slips`, slipCount + 3)
  await bookCashPayments(page, planId)
  reportSteps(`book ${cashCount} cash payments`, 1 + 2 * cashCount)
  await waitForReminders(planId)
  reportSteps('reminders', 0)
  await expectCorrectReport(page, planId, clubId)
  reportSteps('report', 3)
  writeFileSync(`${folder}/steps.txt`, `${report.join('\n')}\n`)
})
