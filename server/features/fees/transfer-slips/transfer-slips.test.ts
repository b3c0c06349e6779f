import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { feeReceipts } from '#server/db/schema/fee-ledger.ts'
import { feeSlips } from '#server/db/schema/fee-payments.ts'
import { feeCharges } from '#server/db/schema/fees.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import { createClubWithUnpaidFee, createFeeCharge } from '#server/test/harness/fee-factories.ts'
import { uploadFileAsUser } from '#server/test/harness/upload.ts'

const target = setUpApp()
const getDatabase = () => target.database.db
const today = new Date().toISOString().slice(0, 10)
let shade = 0

/** Draws a picture that differs from the files of all other transfer slips. */
const drawTransferSlip = () =>
  sharp({ create: { width: 60, height: 80, channels: 3, background: { r: ++shade % 256, g: 90, b: 9 } } })
    .png()
    .toBuffer()

async function uploadTransferSlip(by: Caller, content?: Uint8Array, name = 'slip.png') {
  const picture = content ?? (await drawTransferSlip())
  return uploadFileAsUser(target.app, by.cookie, '/api/files?kind=fee_slip', picture, name)
}

async function sendTransferSlip(by: Caller, chargeId: number, body: object = {}, content?: Uint8Array) {
  const stored = await uploadTransferSlip(by, content)
  expect(stored.statusCode, stored.body).toBe(201)
  return by.call('POST', `/api/fees/charges/${chargeId}/slips`, {
    fileId: stored.json().id,
    amount: 1800,
    paidOn: today,
    ...body,
  })
}

async function sendTransferSlipAndGetId(
  by: Caller,
  chargeId: number,
  body?: object,
  content?: Uint8Array,
): Promise<number> {
  const response = await sendTransferSlip(by, chargeId, body, content)
  expect(response.statusCode, response.body).toBeLessThan(300)
  return response.json().id
}

const confirmTransferSlip = (by: Caller, id: number, chargeId: number, amount = 1800) =>
  by.call('POST', `/api/fees/slips/${id}/confirm`, { chargeId, amount })
const rejectTransferSlip = (by: Caller, id: number) =>
  by.call('POST', `/api/fees/slips/${id}/reject`, { reason: 'Bukan akaun kelab' })
const readCharge = async (id: number) => {
  const [charge] = await getDatabase().select().from(feeCharges).where(eq(feeCharges.id, id))
  return charge
}

describe('dividing a slip', () => {
  /** Builds a club whose member owes two fees of 18 and 15 euro. */
  async function buildTwoCharges() {
    const club = await createClubWithUnpaidFee(target)
    const second = await createFeeCharge(getDatabase(), club.fees, club.member.user.id, {
      amount: 1500,
      period: '2027',
    })
    return {
      ...club,
      second,
      id: await sendTransferSlipAndGetId(club.member, club.charge.id, { amount: 3000 }),
    }
  }
  const divideTransferSlip = (
    by: Caller,
    id: number,
    chargeId: number,
    parts: [chargeId: number, amount: number][],
  ) =>
    by.call('POST', `/api/fees/slips/${id}/confirm`, {
      chargeId,
      amount: 3000,
      parts: parts.map(([of, amount]) => ({ chargeId: of, amount })),
    })

  it('confirming a transfer slip for chosen charges books these charges, credits the rest and issues one receipt', async () => {
    const { treasurer, charge, second, id } = await buildTwoCharges()
    const response = await divideTransferSlip(treasurer, id, charge.id, [
      [charge.id, 1000],
      [second.id, 1500],
    ])
    expect(response.json()).toMatchObject({ credited: 500 })
    expect(await readCharge(charge.id)).toMatchObject({ paid: 1000, outstanding: 800 })
    expect(await readCharge(second.id)).toMatchObject({ paid: 1500, outstanding: 0 })
    const repeated = await divideTransferSlip(treasurer, id, charge.id, [[charge.id, 800]])
    expect(repeated.json()).toEqual(response.json())
  })

  it('confirming a transfer slip for one charge pays other charges with the rest of the amount when the treasurer does not divide the amount', async () => {
    const { treasurer, charge, second, id } = await buildTwoCharges()
    expect((await confirmTransferSlip(treasurer, id, charge.id, 3000)).json()).toMatchObject({ credited: 0 })
    expect(await readCharge(second.id)).toMatchObject({ paid: 1200, outstanding: 300 })
  })

  it('confirming a transfer slip rejects a division that exceeds the amount or a charge, names a charge twice or names a charge of another member', async () => {
    const { treasurer, clubId, fees, charge, second, id } = await buildTwoCharges()
    const foreign = await createFeeCharge(
      getDatabase(),
      fees,
      (await buildUser(getDatabase(), { clubId })).id,
    )
    const statuses = []
    for (const parts of [
      [[charge.id, 1800] as const, [second.id, 1300] as const],
      [[charge.id, 100] as const, [charge.id, 100] as const],
      [[second.id, 1501] as const],
      [[foreign.id, 100] as const],
    ])
      statuses.push(
        (await divideTransferSlip(treasurer, id, charge.id, parts as [number, number][])).statusCode,
      )
    expect(statuses).toEqual([400, 400, 409, 404])
    expect(await readCharge(charge.id)).toMatchObject({ paid: 0 })
  })
})

describe('sendTransferSlip', () => {
  it('a transfer slip that a member uploads appears in the list of the treasurer', async () => {
    const { member, treasurer, charge } = await createClubWithUnpaidFee(target)
    const id = await sendTransferSlipAndGetId(member, charge.id)
    const { total, rows } = (await treasurer.call('GET', '/api/fees/slips')).json()
    expect(total).toBe(1)
    expect(rows).toMatchObject([{ id, amount: 1800, currency: 'EUR', outstanding: 1800, isRepeated: false }])
    const slip = (await treasurer.call('GET', `/api/fees/slips/${id}`)).json()
    expect(slip).toMatchObject({ isOwn: false, chargeId: charge.id, file: { contentType: 'image/webp' } })
    expect(slip.proposals.map(({ reference }: { reference: string }) => reference)).toEqual([
      charge.reference,
    ])
    expect(slip.nextReceiptCode).toMatch(/^TST\d+-\d{4}-00001$/)
    expect((await treasurer.call('GET', slip.file.url)).statusCode).toBe(200)
  })

  it('the dashboard counts waiting transfer slips for the treasurer, but none for the payer and other members', async () => {
    const { clubId, treasurer, member, charge } = await createClubWithUnpaidFee(target)
    const other = await target.asNew({ clubId })
    const countWaitingSlips = async (caller: Caller) =>
      (await caller.call('GET', '/api/dashboard')).json().waitingSlips
    expect(await countWaitingSlips(treasurer)).toBe(0)
    const id = await sendTransferSlipAndGetId(member, charge.id)
    expect([
      await countWaitingSlips(treasurer),
      await countWaitingSlips(member),
      await countWaitingSlips(other),
    ]).toEqual([1, 0, 0])
    await rejectTransferSlip(treasurer, id)
    expect(await countWaitingSlips(treasurer)).toBe(0)
  })

  it('transfer slips are listed in the order of their upload', async () => {
    const { clubId, member, treasurer, charge, fees } = await createClubWithUnpaidFee(target)
    const other = await target.asNew({ clubId })
    const otherCharge = await createFeeCharge(getDatabase(), fees, other.user.id)
    const [late, early] = [
      await sendTransferSlipAndGetId(member, charge.id),
      await sendTransferSlipAndGetId(other, otherCharge.id),
    ]
    await getDatabase()
      .update(feeSlips)
      .set({ createdAt: sql`now() - interval '1 hour'` })
      .where(eq(feeSlips.id, early))
    const listWaitingSlipIds = async (query: string) =>
      (await treasurer.call('GET', `/api/fees/slips${query}`))
        .json()
        .rows.map((row: { id: number }) => row.id)
    expect(await listWaitingSlipIds('')).toEqual([early, late])
    expect(await listWaitingSlipIds(`?after=${early}`)).toEqual([late])
  })

  it('uploading the same file again returns the same transfer slip', async () => {
    const { member, charge } = await createClubWithUnpaidFee(target)
    const picture = await drawTransferSlip()
    const first = await sendTransferSlipAndGetId(member, charge.id, {}, picture)
    const second = await sendTransferSlip(member, charge.id, {}, picture)
    expect([second.statusCode, second.json().id]).toEqual([200, first])
    const responses = await Promise.all([1, 2, 3].map(() => sendTransferSlip(member, charge.id, {}, picture)))
    expect(new Set(responses.map(response => response.json().id))).toEqual(new Set([first]))
    expect(await getDatabase().$count(feeSlips, eq(feeSlips.chargeId, charge.id))).toBe(1)
  })

  it('a transfer slip can be a PDF or an image, and other files are rejected by their content', async () => {
    const { member, charge } = await createClubWithUnpaidFee(target)
    const pdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
    expect((await sendTransferSlip(member, charge.id, {}, pdf)).statusCode).toBe(201)
    const html = new TextEncoder().encode('<html><script>alert(1)</script></html>')
    expect((await uploadTransferSlip(member, html, 'slip.png')).statusCode).toBe(415)
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect((await uploadTransferSlip(member, svg, 'slip.pdf')).statusCode).toBe(415)
  })

  it('uploading a transfer slip returns 404 for a charge of another member and 400 for a file of another member', async () => {
    const { member, clubId, charge } = await createClubWithUnpaidFee(target)
    const other = await target.asNew({ clubId })
    expect((await sendTransferSlip(other, charge.id)).statusCode).toBe(404)
    expect((await other.call('GET', `/api/fees/charges/${charge.id}/payment`)).statusCode).toBe(404)
    const stored = (await uploadTransferSlip(other)).json()
    const body = { fileId: stored.id, amount: 1800, paidOn: today }
    expect((await member.call('POST', `/api/fees/charges/${charge.id}/slips`, body)).statusCode).toBe(400)
  })

  it('uploading a transfer slip returns 400 for invalid amounts and days', async () => {
    const { member, charge } = await createClubWithUnpaidFee(target)
    for (const body of [
      { amount: 0 },
      { amount: 1.5 },
      { amount: -5 },
      { paidOn: '2010-01-01' },
      { paidOn: '2099-01-01' },
    ])
      expect((await sendTransferSlip(member, charge.id, body)).statusCode, JSON.stringify(body)).toBe(400)
  })

  it('the file of a transfer slip can be read only by the member and by managers of the fee', async () => {
    const { member, clubId, charge, treasurer } = await createClubWithUnpaidFee(target)
    const id = await sendTransferSlipAndGetId(member, charge.id)
    const { url } = (await treasurer.call('GET', `/api/fees/slips/${id}`)).json().file
    const foreign = await createClubWithUnpaidFee(target)
    expect((await member.call('GET', url)).statusCode).toBe(200)
    expect((await (await target.asNew({ clubId })).call('GET', url)).statusCode).toBe(404)
    expect((await foreign.treasurer.call('GET', url)).statusCode).toBe(404)
  })
})

describe('confirmTransferSlip', () => {
  it('confirming a transfer slip books the payment with a receipt and mails it to the member', async () => {
    const { member, treasurer, charge } = await createClubWithUnpaidFee(target)
    const id = await sendTransferSlipAndGetId(member, charge.id)
    const promised = (await treasurer.call('GET', `/api/fees/slips/${id}`)).json().nextReceiptCode
    const response = await confirmTransferSlip(treasurer, id, charge.id)
    expect(response.json()).toMatchObject({ receiptCode: promised, credited: 0 })
    expect(await readCharge(charge.id)).toMatchObject({ paid: 1800, outstanding: 0 })
    const mails = await getDatabase().select().from(mailOutbox).where(eq(mailOutbox.userId, member.user.id))
    expect(mails.map(({ kind, params }) => [kind, params.code, params.total])).toEqual([
      ['fee.receipt', promised, '€18.00'],
    ])
    const { slips } = (await member.call('GET', `/api/fees/charges/${charge.id}/payment`)).json()
    expect(slips).toMatchObject([{ id, status: 'confirmed' }])
  })

  it('a transfer slip that several managers confirm concurrently is booked once, and a repeated request returns the same receipt', async () => {
    const { member, treasurer, admin, charge } = await createClubWithUnpaidFee(target)
    const id = await sendTransferSlipAndGetId(member, charge.id)
    const responses = await Promise.all(
      [treasurer, admin, treasurer, admin].map(by => confirmTransferSlip(by, id, charge.id)),
    )
    const codes = responses
      .filter(({ statusCode }) => statusCode === 200)
      .map(response => response.json().receiptCode)
    expect(new Set(codes).size).toBe(1)
    expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(4 - codes.length)
    expect(await readCharge(charge.id)).toMatchObject({ paid: 1800, outstanding: 0 })
    const [slip] = await getDatabase().select().from(feeSlips).where(eq(feeSlips.id, id))
    expect(await getDatabase().$count(feeReceipts, eq(feeReceipts.entryId, slip?.entryId ?? 0))).toBe(1)
  })

  it('a transfer slip that two managers confirm and reject concurrently is either confirmed or rejected, never both', async () => {
    const { member, treasurer, admin, charge } = await createClubWithUnpaidFee(target)
    const id = await sendTransferSlipAndGetId(member, charge.id)
    const [confirmed, rejected] = await Promise.all([
      confirmTransferSlip(treasurer, id, charge.id),
      rejectTransferSlip(admin, id),
    ])
    const [slip] = await getDatabase().select().from(feeSlips).where(eq(feeSlips.id, id))
    expect([confirmed.statusCode === 200, rejected.statusCode === 204]).toEqual(
      slip?.status === 'confirmed' ? [true, false] : [false, true],
    )
    expect((await readCharge(charge.id))?.paid).toBe(slip?.status === 'confirmed' ? 1800 : 0)
  })

  it('confirming a transfer slip books partial payments and credits what exceeds all charges', async () => {
    const { member, treasurer, charge } = await createClubWithUnpaidFee(target)
    await confirmTransferSlip(
      treasurer,
      await sendTransferSlipAndGetId(member, charge.id, { amount: 800 }),
      charge.id,
      800,
    )
    expect(await readCharge(charge.id)).toMatchObject({ paid: 800, outstanding: 1000 })
    const rest = await confirmTransferSlip(
      treasurer,
      await sendTransferSlipAndGetId(member, charge.id),
      charge.id,
      1200,
    )
    expect(rest.json().credited).toBe(200)
    expect((await sendTransferSlip(member, charge.id)).json().code).toBe('fee_settled')
  })

  it('confirming a transfer slip credits the whole amount when cash has paid the charge since the upload', async () => {
    const { member, treasurer, charge } = await createClubWithUnpaidFee(target)
    const id = await sendTransferSlipAndGetId(member, charge.id)
    const cash = { amount: 1800, method: 'cash', requestKey: crypto.randomUUID() }
    await treasurer.call('POST', `/api/fees/accounts/${charge.accountId}/payments`, cash)
    expect((await confirmTransferSlip(treasurer, id, charge.id)).json().code).toBe('fee_settled')
    const credited = await treasurer.call('POST', `/api/fees/slips/${id}/confirm`, { amount: 1800 })
    expect(credited.json()).toMatchObject({ credited: 1800 })
  })

  it('treasurers do not see their own transfer slip in the list and get 403 when they confirm it', async () => {
    const { treasurer, fees, admin } = await createClubWithUnpaidFee(target)
    const own = await createFeeCharge(getDatabase(), fees, treasurer.user.id)
    const id = await sendTransferSlipAndGetId(treasurer, own.id)
    expect((await confirmTransferSlip(treasurer, id, own.id)).json().code).toBe('own_fees')
    expect((await rejectTransferSlip(treasurer, id)).statusCode).toBe(403)
    expect((await treasurer.call('GET', '/api/fees/slips')).json().total).toBe(0)
    expect((await confirmTransferSlip(admin, id, own.id)).statusCode).toBe(200)
  })

  it('confirming a transfer slip returns 404 to managers of other clubs and 403 to a treasurer whose office has ended', async () => {
    const { member, treasurer, charge } = await createClubWithUnpaidFee(target)
    const id = await sendTransferSlipAndGetId(member, charge.id)
    const foreign = await createClubWithUnpaidFee(target)
    expect((await confirmTransferSlip(foreign.treasurer, id, charge.id)).statusCode).toBe(404)
    expect((await foreign.treasurer.call('GET', `/api/fees/slips/${id}`)).statusCode).toBe(404)
    await getDatabase().execute(
      sql`update appointments set ended_at = now() where user_id = ${treasurer.user.id}`,
    )
    expect((await confirmTransferSlip(treasurer, id, charge.id)).statusCode).toBe(403)
    expect(await readCharge(charge.id)).toMatchObject({ paid: 0 })
  })

  it('confirming a transfer slip returns 404 for a charge of another account', async () => {
    const { member, treasurer, fees, clubId, charge } = await createClubWithUnpaidFee(target)
    const other = await createFeeCharge(getDatabase(), fees, (await buildUser(getDatabase(), { clubId })).id)
    const id = await sendTransferSlipAndGetId(member, charge.id)
    expect((await confirmTransferSlip(treasurer, id, other.id)).statusCode).toBe(404)
    expect(await readCharge(other.id)).toMatchObject({ paid: 0 })
  })

  it('a transfer slip is flagged when another member has uploaded the same file', async () => {
    const { member, treasurer, fees, clubId, charge } = await createClubWithUnpaidFee(target)
    const copier = await target.asNew({ clubId })
    const copied = await createFeeCharge(getDatabase(), fees, copier.user.id)
    const picture = await drawTransferSlip()
    const first = await sendTransferSlipAndGetId(member, charge.id, {}, picture)
    const receipt = (await confirmTransferSlip(treasurer, first, charge.id)).json().receiptCode
    const second = await sendTransferSlipAndGetId(copier, copied.id, {}, picture)
    const slip = (await treasurer.call('GET', `/api/fees/slips/${second}`)).json()
    expect(slip).toMatchObject({
      isRepeated: true,
      repeats: [{ id: first, status: 'confirmed', receiptCode: receipt }],
    })
  })
})

describe('rejectTransferSlip and withdrawTransferSlip', () => {
  it('rejecting a transfer slip tells the member the reason and allows another upload', async () => {
    const { member, treasurer, charge } = await createClubWithUnpaidFee(target)
    const id = await sendTransferSlipAndGetId(member, charge.id)
    expect((await rejectTransferSlip(treasurer, id)).statusCode).toBe(204)
    expect((await rejectTransferSlip(treasurer, id)).json().code).toBe('slip_decided')
    const { slips } = (await member.call('GET', `/api/fees/charges/${charge.id}/payment`)).json()
    expect(slips).toMatchObject([{ status: 'rejected', reason: 'Bukan akaun kelab' }])
    const told = await getDatabase()
      .select()
      .from(notifications)
      .where(eq(notifications.userId, member.user.id))
    expect(told.map(({ kind }) => kind)).toContain('fee.slip_rejected')
    expect((await sendTransferSlip(member, charge.id)).statusCode).toBe(201)
    const events = await getDatabase()
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(member.user.id)))
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['fee.slip_sent', 'fee.slip_rejected']),
    )
  })

  it('a withdrawn transfer slip leaves the list of the treasurer, and only the member can withdraw it', async () => {
    const { member, treasurer, charge } = await createClubWithUnpaidFee(target)
    const id = await sendTransferSlipAndGetId(member, charge.id)
    expect((await treasurer.call('POST', `/api/fees/slips/${id}/withdraw`, {})).statusCode).toBe(404)
    expect((await member.call('POST', `/api/fees/slips/${id}/withdraw`, {})).statusCode).toBe(204)
    expect((await treasurer.call('GET', '/api/fees/slips')).json().total).toBe(0)
    expect((await confirmTransferSlip(treasurer, id, charge.id)).json().code).toBe('slip_decided')
  })
})
