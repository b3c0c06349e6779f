import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { installation } from '#server/db/schema/accounts.ts'
import { motionVoters } from '#server/db/schema/motions.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { runSqlStatements } from '#server/test/harness/database.ts'
import {
  bookPayment,
  chargePlanMembers,
  createClubWithFeeManagers,
  createFeePlan,
  findAccountId,
  readOwnFees,
} from '#server/test/harness/fees.ts'

const target = setUpApp()
const getDatabase = () => target.database.db

beforeAll(() => getDatabase().insert(installation).values({ keyFingerprint: 'x' }).onConflictDoNothing())

const changeVoteRule = (isVoteBlocked: boolean) =>
  getDatabase().update(installation).set({ feesForVoting: isVoteBlocked })

/** Builds a club in which the first of two members is overdue with a fee. */
async function buildClubWithDebtor() {
  const built = await createClubWithFeeManagers(target)
  const { club, treasurer, members } = built
  await chargePlanMembers(treasurer, await createFeePlan(treasurer, club.id))
  const [debtor, other] = members as [(typeof members)[0], (typeof members)[0]]
  const [charge] = (await readOwnFees(debtor)).charges
  await runSqlStatements(
    target.database.superuserUrl,
    'set session_replication_role = replica',
    `update fee_charges set due_on = current_date - 9, overdue_from = current_date - 2 where id = ${charge.id}`,
  )
  return { ...built, debtor, other }
}
type Club = Awaited<ReturnType<typeof buildClubWithDebtor>>

/** Opens a motion of the club and returns the ids of the users who may vote on it. */
async function openMotionVote({ admin, club, treasurer, other }: Club): Promise<number[]> {
  const created = await admin.call('POST', '/api/motions', {
    clubId: club.id,
    title: 'Pindaan',
    body: 'Tempoh jawatan menjadi dua tahun.',
    proposerId: treasurer.user.id,
    seconderId: other.user.id,
    majority: 'simple',
    closesAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  })
  expect(created.statusCode, created.body).toBe(201)
  const { id } = created.json()
  expect((await admin.call('POST', `/api/motions/${id}/open`)).statusCode).toBe(204)
  const roll = await getDatabase().select().from(motionVoters).where(eq(motionVoters.motionId, id))
  return roll.map(({ userId }) => userId)
}

describe('overdue fees and the roll of a vote', () => {
  it('members with overdue fees may vote in elections unless headquarters chose otherwise', async () => {
    const club = await buildClubWithDebtor()
    expect(await openMotionVote(club)).toContain(club.debtor.user.id)
    expect((await readOwnFees(club.debtor)).isVoteBlocked).toBe(false)
  })

  it('members with overdue fees are excluded from the electoral roll if headquarters chose so, and are told why', async () => {
    const club = await buildClubWithDebtor()
    await changeVoteRule(true)
    const roll = await openMotionVote(club)
    expect(roll).not.toContain(club.debtor.user.id)
    expect(roll).toContain(club.other.user.id)
    expect((await readOwnFees(club.debtor)).isVoteBlocked).toBe(true)
    expect((await readOwnFees(club.other)).isVoteBlocked).toBe(false)
    await changeVoteRule(false)
  })

  it('a member who has paid overdue fees may vote on later motions again', async () => {
    const club = await buildClubWithDebtor()
    await changeVoteRule(true)
    await bookPayment(club.treasurer, await findAccountId(club.debtor), 2400)
    expect(await openMotionVote(club)).toContain(club.debtor.user.id)
    await changeVoteRule(false)
  })

  it('only headquarters can choose the consequences of overdue fees, and the choice is audited', async () => {
    const { admin } = await buildClubWithDebtor()
    const rules = { isCardBlocked: false, isVoteBlocked: true }
    expect((await admin.call('PUT', '/api/fees/rules', rules)).statusCode).toBe(403)
    const hq = await target.asNew({ role: 'hq_admin' })
    expect((await hq.call('PUT', '/api/fees/rules', rules)).statusCode).toBe(204)
    expect((await hq.call('GET', '/api/fees/rules')).json()).toEqual(rules)
    await changeVoteRule(false)
  })
})
