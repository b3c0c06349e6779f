import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { feeReceipts } from '#server/db/schema/fee-ledger.ts'
import { feeSlips } from '#server/db/schema/fee-payments.ts'
import { feeCharges } from '#server/db/schema/fees.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildAppointment, buildClub, buildUser } from '#server/test/harness/factories.ts'
import { buildFeeBook, buildFeeCharge } from '#server/test/harness/fee-factories.ts'
import { uploadFileAs } from '#server/test/harness/upload.ts'

const target = setUpApp()
const db = () => target.database.db
const today = new Date().toISOString().slice(0, 10)
let shade = 0

/** Draws a picture that no other slip has. */
const drawSlip = () =>
  sharp({ create: { width: 60, height: 80, channels: 3, background: { r: ++shade % 256, g: 90, b: 9 } } })
    .png()
    .toBuffer()

async function buildCollectingClub() {
  const { id: clubId } = await buildClub(db())
  const admin = await target.asNew({ role: 'club_admin_ln', clubId })
  const treasurerUser = await buildUser(db(), { clubId })
  await buildAppointment(db(), treasurerUser, { office: 'treasurer', over: 'club' })
  const treasurer = { ...(await target.as(treasurerUser)), user: treasurerUser }
  const member = await target.asNew({ clubId })
  const fees = await buildFeeBook(db(), { clubId, createdBy: admin.user.id })
  const charge = await buildFeeCharge(db(), fees, member.user.id)
  return { clubId, admin, treasurer, member, charge, fees }
}

async function upload(by: Caller, content?: Uint8Array, name = 'slip.png') {
  const picture = content ?? (await drawSlip())
  return uploadFileAs(target.app, by.cookie, '/api/files?kind=fee_slip', picture, name)
}

async function sendSlip(by: Caller, chargeId: number, body: object = {}, content?: Uint8Array) {
  const stored = await upload(by, content)
  expect(stored.statusCode, stored.body).toBe(201)
  return by.call('POST', `/api/fees/charges/${chargeId}/slips`, {
    fileId: stored.json().id,
    amount: 1800,
    paidOn: today,
    ...body,
  })
}

async function sendSlipId(
  by: Caller,
  chargeId: number,
  body?: object,
  content?: Uint8Array,
): Promise<number> {
  const response = await sendSlip(by, chargeId, body, content)
  expect(response.statusCode, response.body).toBeLessThan(300)
  return response.json().id
}

const confirm = (by: Caller, id: number, chargeId: number, amount = 1800) =>
  by.call('POST', `/api/fees/slips/${id}/confirm`, { chargeId, amount })
const reject = (by: Caller, id: number) =>
  by.call('POST', `/api/fees/slips/${id}/reject`, { reason: 'Bukan akaun kelab' })
const readCharge = async (id: number) => {
  const [charge] = await db().select().from(feeCharges).where(eq(feeCharges.id, id))
  return charge
}

describe('sendSlip', () => {
  it('puts the slip of a member into the queue of the treasurer', async () => {
    const { member, treasurer, charge } = await buildCollectingClub()
    const id = await sendSlipId(member, charge.id)
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

  it('returns the same slip when the same file is sent again', async () => {
    const { member, charge } = await buildCollectingClub()
    const picture = await drawSlip()
    const first = await sendSlipId(member, charge.id, {}, picture)
    const second = await sendSlip(member, charge.id, {}, picture)
    expect([second.statusCode, second.json().id]).toEqual([200, first])
    const responses = await Promise.all([1, 2, 3].map(() => sendSlip(member, charge.id, {}, picture)))
    expect(new Set(responses.map(response => response.json().id))).toEqual(new Set([first]))
    expect(await db().$count(feeSlips, eq(feeSlips.chargeId, charge.id))).toBe(1)
  })

  it('accepts a PDF and rejects other files by content', async () => {
    const { member, charge } = await buildCollectingClub()
    const pdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
    expect((await sendSlip(member, charge.id, {}, pdf)).statusCode).toBe(201)
    const html = new TextEncoder().encode('<html><script>alert(1)</script></html>')
    expect((await upload(member, html, 'slip.png')).statusCode).toBe(415)
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect((await upload(member, svg, 'slip.pdf')).statusCode).toBe(415)
  })

  it('returns 404 for a charge of another member and 400 for a file of another member', async () => {
    const { member, clubId, charge } = await buildCollectingClub()
    const other = await target.asNew({ clubId })
    expect((await sendSlip(other, charge.id)).statusCode).toBe(404)
    expect((await other.call('GET', `/api/fees/charges/${charge.id}/payment`)).statusCode).toBe(404)
    const stored = (await upload(other)).json()
    const body = { fileId: stored.id, amount: 1800, paidOn: today }
    expect((await member.call('POST', `/api/fees/charges/${charge.id}/slips`, body)).statusCode).toBe(400)
  })

  it('returns 400 for nonsense amounts and days', async () => {
    const { member, charge } = await buildCollectingClub()
    for (const body of [
      { amount: 0 },
      { amount: 1.5 },
      { amount: -5 },
      { paidOn: '2010-01-01' },
      { paidOn: '2099-01-01' },
    ])
      expect((await sendSlip(member, charge.id, body)).statusCode, JSON.stringify(body)).toBe(400)
  })

  it('lets only the member and managers of the book read the picture', async () => {
    const { member, clubId, charge, treasurer } = await buildCollectingClub()
    const id = await sendSlipId(member, charge.id)
    const { url } = (await treasurer.call('GET', `/api/fees/slips/${id}`)).json().file
    const foreign = await buildCollectingClub()
    expect((await member.call('GET', url)).statusCode).toBe(200)
    expect((await (await target.asNew({ clubId })).call('GET', url)).statusCode).toBe(404)
    expect((await foreign.treasurer.call('GET', url)).statusCode).toBe(404)
  })
})

describe('confirmSlip', () => {
  it('books the payment with a receipt and mails it to the member', async () => {
    const { member, treasurer, charge } = await buildCollectingClub()
    const id = await sendSlipId(member, charge.id)
    const promised = (await treasurer.call('GET', `/api/fees/slips/${id}`)).json().nextReceiptCode
    const response = await confirm(treasurer, id, charge.id)
    expect(response.json()).toMatchObject({ receiptCode: promised, credited: 0 })
    expect(await readCharge(charge.id)).toMatchObject({ paid: 1800, outstanding: 0 })
    const mails = await db().select().from(mailOutbox).where(eq(mailOutbox.userId, member.user.id))
    expect(mails.map(({ kind, params }) => [kind, params.code, params.total])).toEqual([
      ['fee.receipt', promised, '€18.00'],
    ])
    const { slips } = (await member.call('GET', `/api/fees/charges/${charge.id}/payment`)).json()
    expect(slips).toMatchObject([{ id, status: 'confirmed' }])
  })

  it('books a slip once when several confirm it concurrently and returns the same receipt to the same caller', async () => {
    const { member, treasurer, admin, charge } = await buildCollectingClub()
    const id = await sendSlipId(member, charge.id)
    const responses = await Promise.all(
      [treasurer, admin, treasurer, admin].map(by => confirm(by, id, charge.id)),
    )
    const codes = responses
      .filter(({ statusCode }) => statusCode === 200)
      .map(response => response.json().receiptCode)
    expect(new Set(codes).size).toBe(1)
    expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(4 - codes.length)
    expect(await readCharge(charge.id)).toMatchObject({ paid: 1800, outstanding: 0 })
    const [slip] = await db().select().from(feeSlips).where(eq(feeSlips.id, id))
    expect(await db().$count(feeReceipts, eq(feeReceipts.entryId, slip?.entryId ?? 0))).toBe(1)
  })

  it('either confirms or rejects when both arrive concurrently', async () => {
    const { member, treasurer, admin, charge } = await buildCollectingClub()
    const id = await sendSlipId(member, charge.id)
    const [confirmed, rejected] = await Promise.all([confirm(treasurer, id, charge.id), reject(admin, id)])
    const [slip] = await db().select().from(feeSlips).where(eq(feeSlips.id, id))
    expect([confirmed.statusCode === 200, rejected.statusCode === 204]).toEqual(
      slip?.status === 'confirmed' ? [true, false] : [false, true],
    )
    expect((await readCharge(charge.id))?.paid).toBe(slip?.status === 'confirmed' ? 1800 : 0)
  })

  it('books part payments and credits what exceeds all charges', async () => {
    const { member, treasurer, charge } = await buildCollectingClub()
    await confirm(treasurer, await sendSlipId(member, charge.id, { amount: 800 }), charge.id, 800)
    expect(await readCharge(charge.id)).toMatchObject({ paid: 800, outstanding: 1000 })
    const rest = await confirm(treasurer, await sendSlipId(member, charge.id), charge.id, 1200)
    expect(rest.json().credited).toBe(200)
    expect((await sendSlip(member, charge.id)).json().code).toBe('fee_settled')
  })

  it('returns 403 for the own slip of a treasurer and leaves it out of their queue', async () => {
    const { treasurer, fees, admin } = await buildCollectingClub()
    const own = await buildFeeCharge(db(), fees, treasurer.user.id)
    const id = await sendSlipId(treasurer, own.id)
    expect((await confirm(treasurer, id, own.id)).json().code).toBe('own_fees')
    expect((await reject(treasurer, id)).statusCode).toBe(403)
    expect((await treasurer.call('GET', '/api/fees/slips')).json().total).toBe(0)
    expect((await confirm(admin, id, own.id)).statusCode).toBe(200)
  })

  it('returns 404 to managers of other clubs and 403 when the office has ended', async () => {
    const { member, treasurer, charge } = await buildCollectingClub()
    const id = await sendSlipId(member, charge.id)
    const foreign = await buildCollectingClub()
    expect((await confirm(foreign.treasurer, id, charge.id)).statusCode).toBe(404)
    expect((await foreign.treasurer.call('GET', `/api/fees/slips/${id}`)).statusCode).toBe(404)
    await db().execute(sql`update appointments set ended_at = now() where user_id = ${treasurer.user.id}`)
    expect((await confirm(treasurer, id, charge.id)).statusCode).toBe(403)
    expect(await readCharge(charge.id)).toMatchObject({ paid: 0 })
  })

  it('returns 409 for a charge of another account', async () => {
    const { member, treasurer, fees, clubId, charge } = await buildCollectingClub()
    const other = await buildFeeCharge(db(), fees, (await buildUser(db(), { clubId })).id)
    const id = await sendSlipId(member, charge.id)
    expect((await confirm(treasurer, id, other.id)).statusCode).toBe(409)
    expect(await readCharge(other.id)).toMatchObject({ paid: 0 })
  })

  it('flags a file that another member has sent', async () => {
    const { member, treasurer, fees, clubId, charge } = await buildCollectingClub()
    const copier = await target.asNew({ clubId })
    const copied = await buildFeeCharge(db(), fees, copier.user.id)
    const picture = await drawSlip()
    const first = await sendSlipId(member, charge.id, {}, picture)
    const receipt = (await confirm(treasurer, first, charge.id)).json().receiptCode
    const second = await sendSlipId(copier, copied.id, {}, picture)
    const slip = (await treasurer.call('GET', `/api/fees/slips/${second}`)).json()
    expect(slip).toMatchObject({
      isRepeated: true,
      repeats: [{ id: first, status: 'confirmed', receiptCode: receipt }],
    })
  })
})

describe('rejectSlip and withdrawSlip', () => {
  it('tells the member the reason and allows another slip', async () => {
    const { member, treasurer, charge } = await buildCollectingClub()
    const id = await sendSlipId(member, charge.id)
    expect((await reject(treasurer, id)).statusCode).toBe(204)
    expect((await reject(treasurer, id)).json().code).toBe('slip_decided')
    const { slips } = (await member.call('GET', `/api/fees/charges/${charge.id}/payment`)).json()
    expect(slips).toMatchObject([{ status: 'rejected', reason: 'Bukan akaun kelab' }])
    const told = await db().select().from(notifications).where(eq(notifications.userId, member.user.id))
    expect(told.map(({ kind }) => kind)).toContain('fee.slip_rejected')
    expect((await sendSlip(member, charge.id)).statusCode).toBe(201)
    const events = await db()
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(member.user.id)))
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['fee.slip_sent', 'fee.slip_rejected']),
    )
  })

  it('takes a withdrawn slip out of the queue, and only the member can withdraw it', async () => {
    const { member, treasurer, charge } = await buildCollectingClub()
    const id = await sendSlipId(member, charge.id)
    expect((await treasurer.call('POST', `/api/fees/slips/${id}/withdraw`, {})).statusCode).toBe(404)
    expect((await member.call('POST', `/api/fees/slips/${id}/withdraw`, {})).statusCode).toBe(204)
    expect((await treasurer.call('GET', '/api/fees/slips')).json().total).toBe(0)
    expect((await confirm(treasurer, id, charge.id)).json().code).toBe('slip_decided')
  })
})
