import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { installation } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { getResponseStatusAndErrorCode, setUpApp } from '#server/test/harness/app.ts'
import { runSqlStatements } from '#server/test/harness/database.ts'
import { buildOfficeAppointment } from '#server/test/harness/factories.ts'
import {
  bookPayment,
  chargePlanMembers,
  createClubWithFeeManagers,
  createFeePlan,
  findAccountId,
  formatDayInDays,
  readOwnFees,
} from '#server/test/harness/fees.ts'
import { appointedOffices, officeScopes } from '#shared/constants.ts'
import { hasOverdueFees } from './overview/charges.queries.ts'

const target = setUpApp()
type Caller = Awaited<ReturnType<typeof target.asNew>>

/** Builds a club whose members were charged a fee and one has paid, and lists the API requests about these records. */
async function buildRaisedClub() {
  const built = await createClubWithFeeManagers(target)
  const planId = await createFeePlan(built.treasurer, built.club.id)
  await chargePlanMembers(built.treasurer, planId)
  const [member] = built.members
  if (!member) throw new Error('the club has no member')
  const accountId = await findAccountId(member)
  const { receiptId } = (await bookPayment(built.treasurer, accountId, 100)).json()
  const [charge] = (await readOwnFees(member)).charges
  const { entries } = (await built.treasurer.call('GET', `/api/fees/accounts/${accountId}`)).json()
  const entryId = entries.find((entry: { kind: string }) => entry.kind === 'payment').id
  const createRequestKey = () => ({ requestKey: randomUUID() })
  const reads = [
    ['GET', `/api/fees/plans/${planId}`],
    ['GET', `/api/fees/plans/${planId}/charges`],
    ['GET', `/api/fees/accounts/${accountId}`],
    ['GET', `/api/fees/receipts/${receiptId}`],
  ] as const
  const writes = [
    ['GET', `/api/fees/plans/${planId}/preview?period=2026`, undefined],
    ['PUT', `/api/fees/plans/${planId}`, { name: 'Yuran', amount: 2400 }],
    ['POST', `/api/fees/plans/${planId}/raise`, { period: '2026', dueOn: formatDayInDays(30) }],
    [
      'POST',
      `/api/fees/accounts/${accountId}/payments`,
      { amount: 1, method: 'cash', ...createRequestKey() },
    ],
    ['POST', `/api/fees/charges/${charge.id}/waivers`, { amount: 1, reason: 'x', ...createRequestKey() }],
    ['POST', `/api/fees/accounts/${accountId}/refunds`, { amount: 1, reason: 'x', ...createRequestKey() }],
    ['POST', `/api/fees/entries/${entryId}/reversal`, { reason: 'x' }],
  ] as const
  return { ...built, member, accountId, planId, charge, reads, writes }
}

const callAllEndpoints = async (by: Caller, calls: readonly (readonly [string, string, unknown?])[]) => {
  const statuses = []
  for (const [method, url, body] of calls)
    statuses.push((await by.call(method as 'GET', url, body)).statusCode)
  return [...new Set(statuses)].sort()
}

describe('access to fees', () => {
  it('the holder of an office can make exactly the fee requests that the policy of the office grants, within its scope', async () => {
    const { club, reads, writes } = await buildRaisedClub()
    for (const office of appointedOffices) {
      for (const over of officeScopes) {
        const holder = await target.asNew({ clubId: club.id, currentCountry: 'Japan' })
        await buildOfficeAppointment(target.database.db, holder.user, { office, over })
        const isTreasurer = office === 'treasurer'
        expect([office, over, await callAllEndpoints(holder, reads.slice(0, 3))]).toEqual([
          office,
          over,
          [isTreasurer ? 200 : 403],
        ])
        const written = await callAllEndpoints(holder, writes)
        expect([office, over, written.includes(403)]).toEqual([office, over, !isTreasurer])
        if (!isTreasurer) expect(written).toEqual([403])
      }
    }
  })

  it('the fees of a club are hidden from treasurers and administrators of other clubs', async () => {
    const { reads, writes } = await buildRaisedClub()
    const elsewhere = await createClubWithFeeManagers(target)
    const germany = await target.asNew({ role: 'country_admin', currentCountry: 'Germany' })
    for (const stranger of [elsewhere.treasurer, elsewhere.admin, germany]) {
      expect(await callAllEndpoints(stranger, reads)).toEqual([404])
      expect(await callAllEndpoints(stranger, writes)).toEqual([404])
    }
    expect(await callAllEndpoints(elsewhere.members[0] as Caller, reads.slice(3))).toEqual([404])
  })

  it('club secretaries can view the fees of the club but not manage them', async () => {
    const { club, reads, writes } = await buildRaisedClub()
    const secretary = await target.asNew({ role: 'club_secretary', clubId: club.id, currentCountry: 'Japan' })
    expect(await callAllEndpoints(secretary, reads)).toEqual([200])
    expect(await callAllEndpoints(secretary, writes)).toEqual([403])
  })

  it('a treasurer or system administrator who decides about their own fees gets 403', async () => {
    const { treasurer, admin } = await buildRaisedClub()
    const { accountId, id } = (await readOwnFees(treasurer)).charges[0]
    const waive = { reason: 'Saya sendiri', requestKey: randomUUID() }
    expect(await getResponseStatusAndErrorCode(bookPayment(treasurer, accountId, 2400))).toEqual([
      403,
      'own_fees',
    ])
    expect(
      await getResponseStatusAndErrorCode(treasurer.call('POST', `/api/fees/charges/${id}/waivers`, waive)),
    ).toEqual([403, 'own_fees'])
    await bookPayment(admin, accountId, 2400)
    const { entries } = (await treasurer.call('GET', `/api/fees/accounts/${accountId}`)).json()
    const reversal = treasurer.call('POST', `/api/fees/entries/${entries[0].id}/reversal`, { reason: 'x' })
    expect(await getResponseStatusAndErrorCode(reversal)).toEqual([403, 'own_fees'])
    const system = await target.asNew({ role: 'system_admin', clubId: treasurer.user.clubId })
    const planId = await createFeePlan(admin, treasurer.user.clubId, {
      audience: { roles: ['system_admin'] },
    })
    await chargePlanMembers(admin, planId)
    expect(await getResponseStatusAndErrorCode(bookPayment(system, await findAccountId(system), 1))).toEqual([
      403,
      'own_fees',
    ])
  })

  it('a payment is refused when the office of the treasurer ends before it is booked', async () => {
    const { treasurer, accountId } = await buildRaisedClub()
    await target.database.db.execute(
      sql`update appointments set ended_at = now() where user_id = ${treasurer.user.id}`,
    )
    expect(await getResponseStatusAndErrorCode(bookPayment(treasurer, accountId, 1))).toEqual([
      403,
      'forbidden',
    ])
  })
})

describe('hasOverdueFees', () => {
  /** Moves the due date into the past. Fee charges are immutable, so the database superuser disables the triggers. */
  const makeChargeOverdue = (chargeId: number, days: number) =>
    runSqlStatements(
      target.database.superuserUrl,
      'set session_replication_role = replica',
      `update fee_charges set due_on = current_date - ${days + 5}, overdue_from = current_date - ${days} where id = ${chargeId}`,
    )

  it('an overdue fee invalidates the membership card only if headquarters chose this consequence', async () => {
    const { db } = target.database
    await db.insert(installation).values({ keyFingerprint: 'x' }).onConflictDoNothing()
    const { member, charge, treasurer, accountId } = await buildRaisedClub()
    await db.update(users).set({ membershipNumber: 'JP-2026-9001' }).where(eq(users.id, member.user.id))
    const readMembershipCard = () => getResponseStatusAndErrorCode(member.call('GET', '/api/card'))
    await makeChargeOverdue(charge.id, 2)
    expect(await hasOverdueFees(db, member.user.id)).toBe(true)
    expect(await readMembershipCard()).toBe(200)
    const hq = await target.asNew({ role: 'hq_admin' })
    expect((await hq.call('GET', '/api/fees/rules')).json()).toEqual({
      isCardBlocked: false,
      isVoteBlocked: false,
    })
    expect(await getResponseStatusAndErrorCode(treasurer.call('GET', '/api/fees/rules'))).toEqual([
      403,
      'forbidden',
    ])
    await db.update(installation).set({ feesForCard: true })
    expect(await readMembershipCard()).toEqual([409, 'card_fees_overdue'])
    await bookPayment(treasurer, accountId, 2400)
    expect(await hasOverdueFees(db, member.user.id)).toBe(false)
    expect(await readMembershipCard()).toBe(200)
    await db.update(installation).set({ feesForCard: false })
  })
})
