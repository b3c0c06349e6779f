import { describe, expect, it } from 'vitest'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { runSqlStatements } from '#server/test/harness/database.ts'
import {
  bookPayment,
  chargePlanMembers,
  createClubWithFeeManagers,
  createFeePlan,
  findAccountId,
  readOwnFees,
} from '#server/test/harness/fees.ts'
import type { SegmentCondition } from '#shared/contracts/segments/conditions.schemas.ts'

const target = setUpApp()
let serial = 0

type FeeState = Extract<SegmentCondition, { kind: 'fee' }>['state']

const countMembers = async (by: Caller, state: FeeState, planId: number | null) => {
  const conditions = [{ kind: 'fee', state, planId }]
  const response = await by.call('POST', '/api/segments/count', { match: 'all', conditions })
  return response.statusCode === 200 ? response.json().count : response.statusCode
}

async function createSegment(by: Caller, conditions: object[]): Promise<number> {
  const body = { name: `Segmen yuran ${serial++}`, match: 'all', conditions }
  const response = await by.call('POST', '/api/segments', body)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().id
}

/** Builds a club whose two members owe a fee of 24 euro. */
async function buildRaisedClub() {
  const club = await createClubWithFeeManagers(target)
  const planId = await createFeePlan(club.treasurer, club.club.id)
  await chargePlanMembers(club.treasurer, planId)
  return { ...club, planId }
}

describe('condition of segments on fees', () => {
  it('a segment can select members who owe a fee, are overdue with it, or have paid it', async () => {
    const { admin, treasurer, members, planId } = await buildRaisedClub()
    const [first, second] = members as [(typeof members)[0], (typeof members)[0]]
    // The treasurer is a plain member of the club and owes the fee as well.
    expect(await countMembers(admin, 'owes', planId)).toBe(3)
    await bookPayment(treasurer, await findAccountId(first), 2400)
    expect(await countMembers(admin, 'owes', planId)).toBe(2)
    expect(await countMembers(admin, 'owes', null)).toBe(2)
    expect(await countMembers(admin, 'paid', planId)).toBe(1)
    expect(await countMembers(admin, 'overdue', planId)).toBe(0)
    const [charge] = (await readOwnFees(second)).charges
    await runSqlStatements(
      target.database.superuserUrl,
      'set session_replication_role = replica',
      `update fee_charges set due_on = current_date - 9, overdue_from = current_date - 2 where id = ${charge.id}`,
    )
    expect(await countMembers(admin, 'overdue', planId)).toBe(1)
    expect(await countMembers(admin, 'overdue', null)).toBe(1)
  })

  it('a segment with a condition on fees of another club selects nobody', async () => {
    const { planId } = await buildRaisedClub()
    const other = await buildRaisedClub()
    expect(await countMembers(other.admin, 'owes', planId)).toBe(0)
    expect(await countMembers(other.countryAdmin, 'owes', planId)).toBe(3)
  })

  it('saving a segment returns 400 when a condition on paid fees names no fee plan', async () => {
    const { admin } = await buildRaisedClub()
    expect(await countMembers(admin, 'paid', null)).toBe(400)
  })
})

describe('segment as audience of a fee', () => {
  it('charging a fee plan charges the current members of its segment', async () => {
    const { admin, treasurer, members, club, planId } = await buildRaisedClub()
    const [first] = members as [(typeof members)[0]]
    await bookPayment(treasurer, await findAccountId(first), 2400)
    const segmentId = await createSegment(admin, [{ kind: 'fee', state: 'paid', planId }])
    const camp = await createFeePlan(admin, club.id, { period: 'once', name: 'Kem', audience: { segmentId } })
    const preview = await admin.call('GET', `/api/fees/plans/${camp}/preview?period=once`)
    expect(preview.json()).toMatchObject({ count: 1, people: [{ userId: first.user.id }] })
    await chargePlanMembers(admin, camp, { period: 'once' })
    const charged = (await admin.call('GET', `/api/fees/plans/${camp}/charges?page=1&pageSize=10`)).json()
    expect(charged.map(({ userId }: { userId: number }) => userId)).toEqual([first.user.id])
  })

  it('saving a fee plan returns 400 for a segment of another club, and for a caller who may not use segments', async () => {
    const { admin, treasurer, club } = await buildRaisedClub()
    const other = await buildRaisedClub()
    const foreign = await createSegment(other.admin, [{ kind: 'role', values: ['member'] }])
    const own = await createSegment(admin, [{ kind: 'role', values: ['member'] }])
    const create = async (by: Caller, segmentId: number) =>
      (
        await by.call('POST', '/api/fees/plans', {
          clubId: club.id,
          country: null,
          name: 'Kem',
          amount: 100,
          currency: 'EUR',
          period: 'once',
          audience: { segmentId },
        })
      ).statusCode
    expect(await create(admin, foreign)).toBe(400)
    expect(await create(treasurer, own)).toBe(400)
    expect(await create(admin, own)).toBe(201)
  })

  it('a fee plan keeps its segment when the treasurer changes the amount', async () => {
    const { admin, treasurer, club } = await buildRaisedClub()
    const segmentId = await createSegment(admin, [{ kind: 'role', values: ['member'] }])
    const planId = await createFeePlan(admin, club.id, { audience: { segmentId } })
    const body = { name: 'Yuran', amount: 900, graceDays: 14, audience: { segmentId }, reductions: [] }
    expect((await treasurer.call('PUT', `/api/fees/plans/${planId}`, body)).statusCode).toBe(204)
  })

  it('deleting a segment returns 409 while an open fee plan uses it', async () => {
    const { admin, club } = await buildRaisedClub()
    const segmentId = await createSegment(admin, [{ kind: 'role', values: ['member'] }])
    const planId = await createFeePlan(admin, club.id, { audience: { segmentId } })
    expect((await admin.call('DELETE', `/api/segments/${segmentId}`)).json().code).toBe('segment_in_use')
    await admin.call('POST', `/api/fees/plans/${planId}/close`)
    expect((await admin.call('DELETE', `/api/segments/${segmentId}`)).statusCode).toBe(204)
  })
})
