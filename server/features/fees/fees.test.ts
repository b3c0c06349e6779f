import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { clubs, users } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'
import { getResponseStatusAndErrorCode, setUpApp } from '#server/test/harness/app.ts'
import {
  bookPayment,
  chargePlanMembers,
  createClubWithFeeManagers,
  createFeePlan,
  findAccountId,
  formatDayInDays,
  readOwnFees,
} from '#server/test/harness/fees.ts'

const target = setUpApp()
const getDatabase = () => target.database.db

async function createClubWithChargedPlan(
  options: Parameters<typeof createClubWithFeeManagers>[1] = {},
  plan: object = {},
) {
  const built = await createClubWithFeeManagers(target, options)
  const planId = await createFeePlan(built.treasurer, built.club.id, plan)
  const raised = await chargePlanMembers(built.treasurer, planId)
  expect(raised.statusCode, raised.body).toBe(200)
  const [member, other] = built.members
  if (!member || !other) throw new Error('the club has too few members')
  return { ...built, planId, member, other }
}

const listNotificationKinds = async (userId: number) =>
  (await getDatabase().select().from(notifications).where(eq(notifications.userId, userId))).map(
    ({ kind }) => kind,
  )

describe('chargePlanMembers', () => {
  it('charging a fee plan charges each member of the audience once and notifies them', async () => {
    const { treasurer, planId, member, admin } = await createClubWithChargedPlan()
    const { charges, outstanding } = await readOwnFees(member)
    expect(outstanding).toEqual([{ amount: 2400, currency: 'EUR' }])
    expect(charges).toMatchObject([
      { planName: 'Yuran tahunan', period: '2026', amount: 2400, outstanding: 2400, isOverdue: false },
    ])
    expect(charges[0].reference).toMatch(/^OSA\d*-\d{5}-[A-Z2-9]{2}$/)
    expect((await readOwnFees(admin)).charges).toEqual([])
    expect(await listNotificationKinds(member.user.id)).toEqual(['fee.charged'])
    expect((await chargePlanMembers(treasurer, planId)).json()).toEqual({ charged: 0, isFinished: true })
  })

  it('charging a fee plan again for the same period charges only members who joined since', async () => {
    const { treasurer, planId, club, member } = await createClubWithChargedPlan()
    const late = await target.asNew({ clubId: club.id, currentCountry: 'Japan' })
    expect((await chargePlanMembers(treasurer, planId)).json().charged).toBe(1)
    expect((await readOwnFees(late)).charges).toHaveLength(1)
    expect((await readOwnFees(member)).charges).toHaveLength(1)
  })

  it('ten concurrent requests to charge a fee plan for one period charge every member once', async () => {
    const { treasurer, club, members } = await createClubWithFeeManagers(target, { members: 5 })
    const planId = await createFeePlan(treasurer, club.id)
    const results = await Promise.all(Array.from({ length: 10 }, () => chargePlanMembers(treasurer, planId)))
    expect(results.map(result => result.json().charged).sort((a, b) => b - a)).toEqual([
      6,
      ...Array(9).fill(0),
    ])
    for (const member of members) expect((await readOwnFees(member)).charges).toHaveLength(1)
  })

  it('charging a fee plan returns 409 when it is closed, and 400 for a wrong period or a due date in less than a week', async () => {
    const { treasurer, club } = await createClubWithFeeManagers(target)
    const planId = await createFeePlan(treasurer, club.id)
    const chargePlanAndReadStatus = (body: object) =>
      getResponseStatusAndErrorCode(chargePlanMembers(treasurer, planId, body))
    expect(await chargePlanAndReadStatus({ period: '2026-1' })).toEqual([400, 'bad_input'])
    expect(await chargePlanAndReadStatus({ dueOn: formatDayInDays(5) })).toEqual([400, 'bad_input'])
    expect((await treasurer.call('POST', `/api/fees/plans/${planId}/close`)).statusCode).toBe(204)
    expect(await chargePlanAndReadStatus({})).toEqual([409, 'fee_plan_closed'])
  })

  it('charging a fee plan applies the first reduction whose audience includes the member, as the preview says', async () => {
    const { treasurer, club, members } = await createClubWithFeeManagers(target, { members: 3 })
    const [final, waived, full] = members
    if (!final || !waived || !full) throw new Error('the club has too few members')
    await getDatabase().update(users).set({ endYear: 2026 }).where(eq(users.id, final.user.id))
    await getDatabase()
      .update(users)
      .set({ educationLevel: 'doktor_falsafah' })
      .where(eq(users.id, waived.user.id))
    const planId = await createFeePlan(treasurer, club.id, {
      reductions: [
        { reason: 'Pelajar tahun akhir', amount: 600, audience: { endYears: [2026] } },
        { reason: 'Calon PhD', amount: 2400, audience: { educationLevels: ['doktor_falsafah'] } },
      ],
    })
    const preview = (await treasurer.call('GET', `/api/fees/plans/${planId}/preview?period=2026`)).json()
    expect(preview).toMatchObject({ count: 4, total: 2400 * 2 + 1800, chargedBefore: 0 })
    await chargePlanMembers(treasurer, planId)
    expect((await readOwnFees(final)).charges).toMatchObject([
      {
        amount: 2400,
        outstanding: 1800,
        waived: 600,
        reductions: [{ reason: 'Pelajar tahun akhir', amount: 600 }],
      },
    ])
    expect((await readOwnFees(waived)).outstanding).toEqual([])
    expect((await readOwnFees(full)).outstanding).toEqual([{ amount: 2400, currency: 'EUR' }])
    const { sums } = (await treasurer.call('GET', `/api/fees/plans/${planId}`)).json()
    expect(sums).toMatchObject({
      charged: 9600,
      waived: 3000,
      outstanding: preview.total,
      paid: 0,
      waivedCount: 1,
    })
  })
})

describe('bookFeePayment', () => {
  it('booking a payment pays the charge, assigns a receipt number and shows the receipt to the member', async () => {
    const { treasurer, member } = await createClubWithChargedPlan()
    const booked = await bookPayment(treasurer, await findAccountId(member), 2400)
    expect(booked.statusCode, booked.body).toBe(200)
    const { receiptId, receiptCode } = booked.json()
    expect(receiptCode).toMatch(/^OSA\d*-\d{4}-00001$/)
    const { charges, outstanding } = await readOwnFees(member)
    expect(outstanding).toEqual([])
    expect(charges).toMatchObject([
      { paid: 2400, outstanding: 0, receipts: [{ id: receiptId, code: receiptCode }] },
    ])
    expect((await member.call('GET', `/api/fees/receipts/${receiptId}`)).json()).toMatchObject({
      code: receiptCode,
      payerName: member.user.fullName,
      amount: 2400,
      method: 'cash',
      isOwn: true,
      items: [{ planName: 'Yuran tahunan', charged: 2400, paid: 2400, paidBefore: 0 }],
    })
    expect(await listNotificationKinds(member.user.id)).toEqual(['fee.charged', 'fee.paid'])
  })

  it('a payment that is requested twice with the same idempotency key is booked once', async () => {
    const { treasurer, member } = await createClubWithChargedPlan()
    const accountId = await findAccountId(member)
    const requestKey = randomUUID()
    const results = await Promise.all(
      Array.from({ length: 5 }, () => bookPayment(treasurer, accountId, 1000, { requestKey })),
    )
    expect(new Set(results.map(result => result.json().receiptCode)).size).toBe(1)
    expect((await readOwnFees(member)).outstanding).toEqual([{ amount: 1400, currency: 'EUR' }])
  })

  it('an amount paid in excess becomes credit, which pays the next charge of the member', async () => {
    const { treasurer, member, club } = await createClubWithChargedPlan()
    expect((await bookPayment(treasurer, await findAccountId(member), 2600)).json().credited).toBe(200)
    expect((await readOwnFees(member)).credit).toMatchObject([{ amount: 200, currency: 'EUR' }])
    const next = await createFeePlan(treasurer, club.id, { name: 'Baju kelab', amount: 1500, period: 'once' })
    await chargePlanMembers(treasurer, next, { period: 'once' })
    const { credit, outstanding } = await readOwnFees(member)
    expect(credit).toEqual([])
    expect(outstanding).toEqual([{ amount: 1300, currency: 'EUR' }])
  })

  it('charge and receipt keep the names of plan and club when both are renamed', async () => {
    const { treasurer, member, planId, club } = await createClubWithChargedPlan()
    const { receiptId } = (await bookPayment(treasurer, await findAccountId(member), 2400)).json()
    const renamed = await treasurer.call('PUT', `/api/fees/plans/${planId}`, {
      name: 'Nama baharu',
      amount: 9900,
    })
    expect(renamed.statusCode, renamed.body).toBe(204)
    await getDatabase().update(clubs).set({ name: 'Kelab Lain' }).where(eq(clubs.id, club.id))
    const receipt = (await member.call('GET', `/api/fees/receipts/${receiptId}`)).json()
    expect(receipt).toMatchObject({
      payeeName: club.name,
      items: [{ planName: 'Yuran tahunan', charged: 2400 }],
    })
  })

  it('receipt numbers contain the year in the time zone of the club', async () => {
    const { treasurer, member } = await createClubWithChargedPlan({ city: 'Nagoya' })
    const accountId = await findAccountId(member)
    await bookPayment(treasurer, accountId, 100)
    const { rows } = await getDatabase().execute<{ code: string }>(sql`
      with e as (select id, account_id from fee_entries where account_id = ${accountId} and kind = 'payment'),
      copy as (insert into fee_entries (account_id, kind, method, paid_on) select account_id, 'payment', 'cash', '2031-01-01' from e returning id, account_id),
      lines as (insert into fee_lines (entry_id, account_id, side, amount)
        select c.id, c.account_id, s.side, s.amount from copy c cross join (values ('money', 50), ('credit', -50)) s(side, amount))
      select id from copy`)
    const entryId = (rows[0] as unknown as { id: number }).id
    const { rows: receipts } = await getDatabase().execute<{ code: string }>(sql`
      insert into fee_receipts (entry_id, book_id, payee_name, created_at)
      select ${entryId}, book_id, 'x', '2030-12-31T15:30:00Z' from fee_accounts where id = ${accountId} returning code`)
    expect(receipts[0]?.code).toMatch(/^NAG\d*-2031-00001$/)
  })
})

describe('waiveFeeCharge', () => {
  it('waiveFeeCharge reduces or waives the outstanding amount, with a reason that the member sees', async () => {
    const { treasurer, member } = await createClubWithChargedPlan()
    const [charge] = (await readOwnFees(member)).charges
    const waiveCharge = (body: object) =>
      treasurer.call('POST', `/api/fees/charges/${charge.id}/waivers`, {
        reason: 'Kesempitan',
        requestKey: randomUUID(),
        ...body,
      })
    expect((await waiveCharge({ amount: 400 })).statusCode).toBe(204)
    expect(await getResponseStatusAndErrorCode(waiveCharge({ amount: 2100 }))).toEqual([409, 'fee_settled'])
    const both = await Promise.all([waiveCharge({}), waiveCharge({})])
    expect(both.map(response => response.statusCode).sort()).toEqual([204, 409])
    expect((await readOwnFees(member)).charges).toMatchObject([
      { waived: 2400, outstanding: 0, reductions: [{ amount: 400 }, { reason: 'Kesempitan', amount: 2000 }] },
    ])
  })
})

describe('reverseFeeEntry', () => {
  async function findEntry(by: Awaited<ReturnType<typeof target.asNew>>, accountId: number, kind: string) {
    const { entries } = (await by.call('GET', `/api/fees/accounts/${accountId}`)).json()
    return entries.find((entry: { kind: string }) => entry.kind === kind)
  }
  const reverseEntry = (by: Awaited<ReturnType<typeof target.asNew>>, entryId: number) =>
    by.call('POST', `/api/fees/entries/${entryId}/reversal`, { reason: 'Silap ahli' })
  const decideReversal = (by: Awaited<ReturnType<typeof target.asNew>>, id: number, isConfirmed = true) =>
    getResponseStatusAndErrorCode(by.call('POST', `/api/fees/reversals/${id}`, { isConfirmed }))

  it('reversing a payment makes the paid fee unpaid only after a second manager confirms the reversal, and notifies the member', async () => {
    const { treasurer, admin, member } = await createClubWithChargedPlan()
    const accountId = await findAccountId(member)
    const { receiptId } = (await bookPayment(treasurer, accountId, 2400)).json()
    const entry = await findEntry(treasurer, accountId, 'payment')
    expect(entry).toMatchObject({ isReversible: true, needsSecondPerson: true })
    expect((await reverseEntry(treasurer, entry.id)).json()).toEqual({ isWaiting: true })
    expect(await getResponseStatusAndErrorCode(reverseEntry(treasurer, entry.id))).toEqual([
      409,
      'fee_reversal_waiting',
    ])
    expect((await readOwnFees(member)).outstanding).toEqual([])
    const [request] = (await admin.call('GET', '/api/fees/reversals')).json()
    expect(request).toMatchObject({ fullName: member.user.fullName, amount: 2400, isDecidable: true })
    expect(await listNotificationKinds(admin.user.id)).toContain('fee.reversal_requested')
    expect(await decideReversal(treasurer, request.id)).toEqual([403, 'second_person_needed'])
    const both = await Promise.all([decideReversal(admin, request.id), decideReversal(admin, request.id)])
    expect(both).toEqual(expect.arrayContaining([204, [409, 'fee_reversal_decided']]))
    expect((await readOwnFees(member)).outstanding).toEqual([{ amount: 2400, currency: 'EUR' }])
    expect((await member.call('GET', `/api/fees/receipts/${receiptId}`)).json().isReversed).toBe(true)
    expect(await listNotificationKinds(member.user.id)).toContain('fee.reversed')
    expect(await getResponseStatusAndErrorCode(reverseEntry(treasurer, entry.id))).toEqual([
      409,
      'fee_not_reversible',
    ])
  })

  it('a paid fee stays paid when the second manager declines the reversal of its payment', async () => {
    const { treasurer, admin, member } = await createClubWithChargedPlan()
    const accountId = await findAccountId(member)
    await bookPayment(treasurer, accountId, 2400)
    await reverseEntry(treasurer, (await findEntry(treasurer, accountId, 'payment')).id)
    const [request] = (await admin.call('GET', '/api/fees/reversals')).json()
    expect(await decideReversal(admin, request.id, false)).toBe(204)
    expect((await readOwnFees(member)).outstanding).toEqual([])
  })

  it('reversing a refund takes effect at once, and reversing a payment whose credit was used since is refused', async () => {
    const { treasurer, club, member } = await createClubWithChargedPlan()
    const accountId = await findAccountId(member)
    await bookPayment(treasurer, accountId, 2400)
    await bookPayment(treasurer, accountId, 500)
    const recordRefundOfOverpayment = (amount: number) =>
      treasurer.call('POST', `/api/fees/accounts/${accountId}/refunds`, {
        amount,
        reason: 'Lebihan',
        requestKey: randomUUID(),
      })
    expect(await getResponseStatusAndErrorCode(recordRefundOfOverpayment(600))).toEqual([
      409,
      'fee_credit_short',
    ])
    expect((await recordRefundOfOverpayment(500)).statusCode).toBe(204)
    expect(
      (await reverseEntry(treasurer, (await findEntry(treasurer, accountId, 'refund')).id)).json(),
    ).toEqual({
      isWaiting: false,
    })
    expect((await readOwnFees(member)).credit).toMatchObject([{ amount: 500 }])
    const next = await createFeePlan(treasurer, club.id, { amount: 500, period: 'once' })
    await chargePlanMembers(treasurer, next, { period: 'once' })
    expect(
      await getResponseStatusAndErrorCode(
        reverseEntry(treasurer, (await findEntry(treasurer, accountId, 'payment')).id),
      ),
    ).toEqual([409, 'fee_credit_short'])
  })
})
