// Decisions about fees need two managers, of whom neither has recently appointed the other.
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { getResponseStatusAndErrorCode, setUpApp } from '#server/test/harness/app.ts'
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

const target = setUpApp()

/** Builds a club with members who owe a fee. The accomplice holds no office yet. */
async function buildClubWithMembers() {
  const built = await createClubWithFeeManagers(target, { members: 2 })
  const [member, accomplice] = built.members
  if (!member || !accomplice) throw new Error('the club has too few members')
  const planId = await createFeePlan(built.treasurer, built.club.id)
  await chargePlanMembers(built.treasurer, planId)
  const { bookId } = (await built.admin.call('GET', `/api/fees/plans/${planId}`)).json()
  return { ...built, member, accomplice, bookId }
}

/** Builds a club whose administrator has just appointed the accomplice as treasurer. */
async function buildClubWithAccomplice() {
  const club = await buildClubWithMembers()
  const body = {
    userId: club.accomplice.user.id,
    office: 'treasurer',
    over: 'club',
    endsOn: formatDayInDays(90),
  }
  const given = await club.admin.call('POST', '/api/offices/appointments', body)
  expect(given.statusCode, given.body).toBe(204)
  return club
}

type By = Awaited<ReturnType<typeof buildClubWithMembers>>['admin']

const proposePayee = async (by: By, bookId: number) => {
  const body = { kind: 'account', currency: 'EUR', holder: 'Kelab', accountNumber: '12345678' }
  return (await by.call('POST', `/api/fees/books/${bookId}/payees`, body)).json().id
}
const confirmPayee = (by: By, id: number) =>
  getResponseStatusAndErrorCode(by.call('POST', `/api/fees/payees/${id}/confirm`, {}))

describe('confirmPayee', () => {
  it('confirming a payee account returns 403 when one of the two managers appointed the other in the last 30 days', async () => {
    const { admin, accomplice, treasurer, bookId } = await buildClubWithAccomplice()
    const proposed = await proposePayee(admin, bookId)
    expect(await confirmPayee(accomplice, proposed)).toEqual([403, 'second_manager'])
    await accomplice.call('POST', `/api/fees/payees/${proposed}/decline`, {})
    const second = await proposePayee(accomplice, bookId)
    expect(await confirmPayee(admin, second)).toEqual([403, 'second_manager'])
    expect(await confirmPayee(treasurer, second)).toBe(204)
  })

  it('a manager whom the proposer appointed more than 30 days ago can confirm a payee account', async () => {
    const { admin, accomplice, bookId } = await buildClubWithMembers()
    await buildOfficeAppointment(target.database.db, accomplice.user, { office: 'treasurer', over: 'club' })
    await target.database.db.execute(sql`
      insert into audit_events (actor_id, kind, target_type, target_id, created_at)
      values (${admin.user.id}, 'office.given', 'user', ${String(accomplice.user.id)}, now() - interval '31 days')`)
    expect(await confirmPayee(accomplice, await proposePayee(admin, bookId))).toBe(204)
  })
})

describe('decideReversalRequest', () => {
  it('confirming the reversal of a fee ledger entry returns 403 to the manager who appointed the requester in the last 30 days', async () => {
    const { admin, accomplice, countryAdmin, member } = await buildClubWithAccomplice()
    const accountId = await findAccountId(member)
    await bookPayment(accomplice, accountId, 2400)
    const { entries } = (await accomplice.call('GET', `/api/fees/accounts/${accountId}`)).json()
    const { id } = entries.find(({ kind }: { kind: string }) => kind === 'payment')
    await accomplice.call('POST', `/api/fees/entries/${id}/reversal`, { reason: 'Silap' })
    const [request] = (await admin.call('GET', '/api/fees/reversals')).json()
    expect(request.isDecidable).toBe(false)
    const decideReversal = (by: By) =>
      getResponseStatusAndErrorCode(
        by.call('POST', `/api/fees/reversals/${request.id}`, { isConfirmed: true }),
      )
    expect(await decideReversal(admin)).toEqual([403, 'second_person_needed'])
    expect((await readOwnFees(member)).outstanding).toEqual([])
    expect(await decideReversal(countryAdmin)).toBe(204)
  })
})
