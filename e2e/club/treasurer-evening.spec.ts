// A treasurer's evening: a year's fee for 300 members, 150 slips by keyboard, 30 cash payments, reminders and the report.
import { deflateSync } from 'node:zlib'
import { queryDatabase } from '#e2e/support/database.ts'
import { callAsFeeMember, createFeeClub, type FeeMember, openPageAsFeeMember } from '#e2e/support/fee-club.ts'
import { expect, findToast, test } from '#e2e/support/fixtures.ts'

const memberCount = 300
const slipCount = 150
const cashCount = 30
const names = Array.from(
  { length: memberCount },
  (_, index) => `Ahli Yuran ${String(index + 1).padStart(3, '0')}`,
)

function writePngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  let crc = ~0
  for (const byte of body) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(~crc >>> 0)
  return Buffer.concat([length, body, checksum])
}

/** Writes a small grey PNG picture whose pattern is the number, so that no two slips are equal. */
function drawSlip(number: number): Buffer {
  const side = 32
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 8
  const rows = Array.from({ length: side }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: side }, (_, x) => ((number >> ((x >> 3) + 4 * (y >> 4))) & 1 ? 230 : 30)),
    ]),
  )
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    writePngChunk('IHDR', head),
    writePngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    writePngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Uploads a slip as the member, as the screen does. */
async function sendSlip(member: FeeMember, number: number): Promise<void> {
  const { charges } = await callAsFeeMember<{ charges: { id: number }[] }>(member, 'GET', '/api/fees')
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(drawSlip(number))], { type: 'image/png' }), 'slip.png')
  const file = await callAsFeeMember<{ id: string }>(member, 'POST', '/api/files?kind=fee_slip', form)
  await callAsFeeMember(member, 'POST', `/api/fees/charges/${charges[0]?.id}/slips`, {
    fileId: file.id,
    amount: 2400,
    paidOn: new Date().toISOString().slice(0, 10),
  })
}

test('a treasurer charges 300 members, confirms 150 slips and 30 cash payments, and reminders go to those who owe', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(30 * 60_000)
  const { clubId, admin, members } = await createFeeClub(names)
  const page = await openPageAsFeeMember(browser, admin, { viewport: { width: 1280, height: 800 } })
  const report: string[] = []
  let steps = 0
  let startedAt = Date.now()
  /** Notes the steps and the time of a part of the evening. */
  const note = (part: string) => {
    report.push(`${part}: ${steps} steps, ${Math.round((Date.now() - startedAt) / 1000)} s`)
    steps = 0
    startedAt = Date.now()
  }

  const plan = await callAsFeeMember<{ id: number }>(admin, 'POST', '/api/fees/plans', {
    clubId,
    country: null,
    name: 'Yuran tahunan',
    amount: 2400,
    currency: 'EUR',
    period: 'year',
    audience: { roles: ['member'] },
  })
  startedAt = Date.now()
  await page.goto(`/fees/plans/${plan.id}`)
  await page.getByRole('button', { name: 'Kenakan', exact: true }).click()
  await page.getByRole('button', { name: 'Kenakan 300 ahli' }).click()
  steps += 3
  await expect(page.getByText(/Dikenakan · 300 ahli/).first()).toBeVisible()
  note('raise the fee')

  for (let first = 0; first < slipCount; first += 5)
    await Promise.all(
      members.slice(first, first + 5).map((member, index) => sendSlip(member, first + index + 1)),
    )
  startedAt = Date.now()
  await page.goto('/fees/slips')
  steps++
  for (let confirmed = 1; confirmed <= slipCount; confirmed++) {
    await expect(page.getByRole('button', { name: 'Sahkan €24.00' })).toBeEnabled()
    await page.keyboard.press('l')
    steps++
    // The list is hidden with the last slip, but counts it.
    await expect(page.getByText(`Disahkan tadi · ${confirmed}`, { exact: true })).toBeAttached()
    if (confirmed === 75) await page.screenshot({ path: 'test-results/evening/queue-1280.png' })
  }
  await expect(page.getByText('Tiada slip menunggu.')).toBeVisible()
  note(`confirm ${slipCount} slips`)

  await page.goto(`/fees/plans/${plan.id}?state=open`)
  steps++
  for (let paid = 1; paid <= cashCount; paid++) {
    await page
      .getByRole('button', { name: /^Tunai daripada/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Rekodkan €24.00' }).click()
    steps += 2
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(`Diterima · ${slipCount + paid}`).first()).toBeVisible()
  }
  await expect(findToast(page, 'Bayaran direkodkan').first()).toBeVisible()
  note(`book ${cashCount} cash payments`)

  const countReminders = async () => {
    const [row] = await queryDatabase<{ count: number }>(
      `select count(*)::int as count from fee_reminders r join fee_charges c on c.id = r.charge_id where c.plan_id = $1`,
      [plan.id],
    )
    return row?.count
  }
  await queryDatabase(
    `insert into queued_jobs (task, payload, key, run_at) values ('remind_debtors', '{}', 'remind_debtors', now())`,
  )
  await expect.poll(countReminders, { timeout: 120_000 }).toBe(memberCount - slipCount - cashCount)
  note('reminders')

  await page.goto(`/fees/plans/${plan.id}`)
  steps++
  await expect(page.getByText(/Belum dibayar · 120/).first()).toBeVisible()
  await expect(page.getByText('€4,320.00').first()).toBeVisible()
  await expect(page.getByText('€2,880.00').first()).toBeVisible()
  await page.screenshot({ path: 'test-results/evening/plan-1280.png' })
  const codes = await queryDatabase<{ number: number }>(
    `select r.number from fee_receipts r join fee_books b on b.id = r.book_id where b.club_id = $1 order by r.number`,
    [clubId],
  )
  expect(codes.map(({ number }) => number)).toEqual(
    Array.from({ length: slipCount + cashCount }, (_, index) => index + 1),
  )
  note('report')
  test.info().annotations.push({ type: 'steps', description: report.join('; ') })
  console.log(report.join('\n'))
})
