import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { feePayeeApprovers, feePayees } from '#server/db/schema/fee-payments.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildOfficeAppointment, buildUser } from '#server/test/harness/factories.ts'
import { createClubWithUnpaidFee, createFeeLedgerWithFeePlan } from '#server/test/harness/fee-factories.ts'

const target = setUpApp()
const getDatabase = () => target.database.db

const account = {
  kind: 'iban',
  currency: 'EUR',
  holder: 'Kelab Berlin',
  accountNumber: 'DE02 1203 0000 0000 2020 51',
}
const otherAccount = { ...account, accountNumber: 'DE89 3704 0044 0532 0130 00' }

const proposePayee = (by: Caller, bookId: number, body: object = account) =>
  by.call('POST', `/api/fees/books/${bookId}/payees`, body)
const confirmPayee = (by: Caller, id: number) => by.call('POST', `/api/fees/payees/${id}/confirm`, {})
const declinePayee = (by: Caller, id: number) => by.call('POST', `/api/fees/payees/${id}/decline`, {})
const readPaymentInstructions = async (by: Caller, chargeId: number) =>
  (await by.call('GET', `/api/fees/charges/${chargeId}/payment`)).json()

async function proposePayeeAndGetId(by: Caller, bookId: number, body?: object): Promise<number> {
  const response = await proposePayee(by, bookId, body)
  expect(response.statusCode, response.body).toBe(201)
  return response.json().id
}

/** Replaces the active payee account by a proposed one, as if that had happened some days ago. */
async function setConfirmedDaysAgo(id: number, decidedBy: number, days: number): Promise<void> {
  const [proposal] = await getDatabase().select().from(feePayees).where(eq(feePayees.id, id))
  const at = sql`now() - make_interval(days => ${days})`
  await getDatabase()
    .update(feePayees)
    .set({ status: 'retired', retiredAt: at })
    .where(and(eq(feePayees.bookId, proposal?.bookId ?? 0), eq(feePayees.status, 'active')))
  await getDatabase()
    .update(feePayees)
    .set({ status: 'active', decidedBy, decidedAt: at })
    .where(eq(feePayees.id, id))
}

describe('proposePayee', () => {
  it('members see a proposed payee account only after a second manager has confirmed it', async () => {
    const { admin, treasurer, member, charge, bookId } = await createClubWithUnpaidFee(target)
    const id = await proposePayeeAndGetId(admin, bookId)
    expect(await readPaymentInstructions(member, charge.id)).toMatchObject({ payee: null, qr: null })
    expect((await confirmPayee(treasurer, id)).statusCode).toBe(204)
    const payment = await readPaymentInstructions(member, charge.id)
    expect(payment).toMatchObject({
      payee: { accountNumber: 'DE02120300000000202051', holder: 'Kelab Berlin' },
      qr: { hasReference: true },
      payeeChangedAt: null,
    })
    expect(payment.qr.text.split('\n')[10]).toBe(charge.reference)
    expect(payment.qr.text.split('\n')[7]).toBe('EUR18.00')
  })

  it('all fee managers of a club are notified and mailed when its payee account changes', async () => {
    const { admin, treasurer, member, bookId } = await createClubWithUnpaidFee(target)
    const id = await proposePayeeAndGetId(admin, bookId)
    await confirmPayee(treasurer, id)
    for (const { user } of [admin, treasurer]) {
      const told = await getDatabase().select().from(notifications).where(eq(notifications.userId, user.id))
      expect(told.map(({ kind }) => kind)).toEqual(['fee.payee_proposed', 'fee.payee_confirmed'])
      const mails = await getDatabase().select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))
      expect(mails.map(({ kind }) => kind)).toEqual(['fee.payee_confirmed'])
    }
    expect(await getDatabase().$count(notifications, eq(notifications.userId, member.user.id))).toBe(0)
    const events = await getDatabase().select().from(auditEvents).where(eq(auditEvents.targetType, 'club'))
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['fee.payee_proposed', 'fee.payee_confirmed']),
    )
  })

  it('proposePayee returns 404 to managers of other clubs and 403 to members', async () => {
    const { bookId, member } = await createClubWithUnpaidFee(target)
    const other = await createClubWithUnpaidFee(target)
    expect((await proposePayee(other.admin, bookId)).statusCode).toBe(404)
    expect((await other.admin.call('GET', `/api/fees/books/${bookId}/payees`)).statusCode).toBe(404)
    expect((await proposePayee(member, bookId)).statusCode).toBe(403)
    expect((await member.call('GET', `/api/fees/books/${bookId}/payees`)).statusCode).toBe(403)
  })

  it('proposePayee returns 400 for a wrong IBAN, an EMV merchant QR code with an amount, and a QR code in another currency', async () => {
    const { admin, bookId } = await createClubWithUnpaidFee(target)
    const code =
      '00020201021126410014A0000006150001010650166402091234567895204999953034585802MY5909QRCSDNBHD6005BANGI6304184A'
    const merchant = { kind: 'emvco', currency: 'MYR', holder: 'Kelab' }
    for (const [body, field] of [
      [{ ...account, accountNumber: 'DE03120300000000202051' }, 'accountNumber'],
      [{ ...account, bankCode: 'XX' }, 'bankCode'],
      [{ ...account, holder: ' ' }, 'holder'],
      [{ ...merchant, currency: 'SGD', qrPayload: code }, 'qrPayload'],
      [{ ...merchant, qrPayload: `${code.slice(0, -1)}B` }, 'qrPayload'],
      [{ ...merchant, qrPayload: null }, 'qrPayload'],
    ] as const) {
      const response = await proposePayee(admin, bookId, body)
      expect(response.statusCode, response.body).toBe(400)
      expect(Object.keys(response.json().fields), response.body).toEqual([field])
    }
    expect((await proposePayee(admin, bookId, { ...merchant, qrPayload: code })).statusCode).toBe(201)
  })

  it('concurrent proposals store one proposed payee account per currency', async () => {
    const { admin, treasurer, bookId } = await createClubWithUnpaidFee(target)
    const responses = await Promise.all(
      [admin, treasurer, admin, treasurer].map(by => proposePayee(by, bookId)),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409])
  })

  it('proposePayee returns 409 when no second manager could confirm the proposed bank account', async () => {
    await getDatabase().execute(
      sql`update users set status = 'inactive' where role in ('hq_admin', 'system_admin', 'country_admin')`,
    )
    const { id: clubId } = await buildClub(getDatabase())
    const admin = await target.asNew({ role: 'club_admin_ln', clubId })
    const { book } = await createFeeLedgerWithFeePlan(getDatabase(), { clubId, createdBy: admin.user.id })
    expect((await proposePayee(admin, book.id)).json().code).toBe('no_second_manager')
    const country = await target.asNew({ role: 'country_admin', currentCountry: 'Japan' })
    const id = await proposePayeeAndGetId(admin, book.id)
    expect((await confirmPayee(country, id)).statusCode).toBe(204)
  })
})

describe('confirmPayee', () => {
  it('confirming a payee account returns 403 to the manager who proposed it', async () => {
    const { admin, bookId } = await createClubWithUnpaidFee(target)
    const id = await proposePayeeAndGetId(admin, bookId)
    const response = await confirmPayee(admin, id)
    expect([response.statusCode, response.json().code]).toEqual([403, 'second_manager'])
  })

  it('confirming a payee account returns 403 to a user who became a manager after the proposal', async () => {
    const { admin, clubId, bookId } = await createClubWithUnpaidFee(target)
    const id = await proposePayeeAndGetId(admin, bookId)
    const accomplice = await buildUser(getDatabase(), { clubId })
    await buildOfficeAppointment(getDatabase(), accomplice, { office: 'treasurer', over: 'club' })
    expect((await confirmPayee(await target.as(accomplice), id)).json().code).toBe('second_manager')
  })

  it('confirming a payee account returns 403 to a manager whose office has ended since the proposal', async () => {
    const { admin, treasurer, bookId } = await createClubWithUnpaidFee(target)
    const id = await proposePayeeAndGetId(admin, bookId)
    await getDatabase().execute(
      sql`update appointments set ended_at = now() where user_id = ${treasurer.user.id}`,
    )
    expect((await confirmPayee(treasurer, id)).statusCode).toBe(403)
  })

  it('the active payee account is replaced once when several managers confirm the new one concurrently', async () => {
    const { admin, treasurer, clubId, bookId } = await createClubWithUnpaidFee(target)
    const deputy = await target.asNew({ role: 'club_admin_ln', clubId })
    await confirmPayee(treasurer, await proposePayeeAndGetId(admin, bookId))
    const id = await proposePayeeAndGetId(admin, bookId, otherAccount)
    const responses = await Promise.all([treasurer, deputy, treasurer].map(by => confirmPayee(by, id)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409])
    const rows = await getDatabase()
      .select()
      .from(feePayees)
      .where(eq(feePayees.bookId, bookId))
      .orderBy(feePayees.id)
    expect(rows.map(({ status }) => status)).toEqual(['retired', 'active'])
  })

  it('members are shown for 14 days that the payee account has changed', async () => {
    const { admin, treasurer, member, charge, bookId } = await createClubWithUnpaidFee(target)
    const listPayeeChanges = async () => (await member.call('GET', '/api/fees/payee-changes')).json()
    await confirmPayee(treasurer, await proposePayeeAndGetId(admin, bookId))
    expect(await listPayeeChanges()).toEqual([])
    await setConfirmedDaysAgo(await proposePayeeAndGetId(admin, bookId, otherAccount), treasurer.user.id, 13)
    expect((await readPaymentInstructions(member, charge.id)).payeeChangedAt).not.toBeNull()
    expect(await listPayeeChanges()).toHaveLength(1)
    await setConfirmedDaysAgo(await proposePayeeAndGetId(treasurer, bookId), admin.user.id, 15)
    expect((await readPaymentInstructions(member, charge.id)).payeeChangedAt).toBeNull()
    expect(await listPayeeChanges()).toEqual([])
  })

  it('the active payee account stays when a proposed one is declined or withdrawn', async () => {
    const { admin, treasurer, member, charge, bookId } = await createClubWithUnpaidFee(target)
    await confirmPayee(treasurer, await proposePayeeAndGetId(admin, bookId))
    expect(
      (await declinePayee(treasurer, await proposePayeeAndGetId(admin, bookId, otherAccount))).statusCode,
    ).toBe(204)
    const withdrawn = await proposePayeeAndGetId(admin, bookId, otherAccount)
    expect((await declinePayee(admin, withdrawn)).statusCode).toBe(204)
    expect((await confirmPayee(treasurer, withdrawn)).json().code).toBe('payee_decided')
    expect((await readPaymentInstructions(member, charge.id)).payee.accountNumber).toBe(
      'DE02120300000000202051',
    )
  })
})

describe('fee_payees in the database', () => {
  const insertProposal = (bookId: number, proposedBy: number) =>
    getDatabase()
      .insert(feePayees)
      .values({ bookId, proposedBy, currency: 'EUR', kind: 'account', holder: 'X', accountNumber: '1' })
      .returning()

  it('the database rejects activating a payee account without approval by a listed second manager, and rejects approvers added later', async () => {
    const { admin, treasurer, bookId } = await createClubWithUnpaidFee(target)
    const active = { status: 'active' as const, decidedBy: treasurer.user.id, decidedAt: new Date() }
    await expect(
      getDatabase()
        .insert(feePayees)
        .values({
          bookId,
          proposedBy: admin.user.id,
          currency: 'EUR',
          kind: 'account',
          holder: 'X',
          accountNumber: '1',
          ...active,
        }),
    ).rejects.toThrow()
    const [proposal] = await insertProposal(bookId, admin.user.id)
    const id = proposal?.id ?? 0
    const isProposal = eq(feePayees.id, id)
    await expect(getDatabase().update(feePayees).set(active).where(isProposal)).rejects.toThrow()
    await expect(
      getDatabase()
        .update(feePayees)
        .set({ ...active, decidedBy: admin.user.id })
        .where(isProposal),
    ).rejects.toThrow()
    await expect(
      getDatabase().insert(feePayeeApprovers).values({ payeeId: id, userId: treasurer.user.id }),
    ).rejects.toThrow()
  })

  it('the database rejects changed details and deletion of payee accounts', async () => {
    const { admin, bookId } = await createClubWithUnpaidFee(target)
    const id = await proposePayeeAndGetId(admin, bookId)
    const isAccount = eq(feePayees.id, id)
    await expect(
      getDatabase().update(feePayees).set({ accountNumber: 'DE89' }).where(isAccount),
    ).rejects.toThrow()
    await expect(getDatabase().update(feePayees).set({ holder: 'Lain' }).where(isAccount)).rejects.toThrow()
    await expect(getDatabase().delete(feePayees).where(isAccount)).rejects.toThrow()
    await expect(
      getDatabase().update(feePayees).set({ decidedAt: sql`now()` }).where(isAccount),
    ).rejects.toThrow()
  })
})
