import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import { motions, motionVotes } from '#server/db/schema/motions.ts'
import { appointments } from '#server/db/schema/offices.ts'
import { buildTestServiceContext, type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildClub } from '#server/test/harness/factories.ts'
import { sendPendingMotionNotifications } from './motion-notices.service.ts'
import { closeDueMotionsAndQueueReminders, computeMotionOutcome } from './open-motion.service.ts'

const target = setUpApp()
const db = () => target.database.db
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Builds a club with its administrator, three members, and a member of another club. */
async function buildElectorate() {
  const club = await buildClub(db(), { country: 'Japan' })
  const other = await buildClub(db(), { country: 'Japan' })
  const placement = { clubId: club.id, currentCountry: 'Japan' as const }
  return {
    clubId: club.id,
    admin: await target.asNew({ role: 'club_admin_ln', ...placement }),
    ali: await target.asNew(placement),
    siti: await target.asNew(placement),
    devi: await target.asNew(placement),
    outsider: await target.asNew({ clubId: other.id, currentCountry: 'Japan' }),
  }
}
type Electorate = Awaited<ReturnType<typeof buildElectorate>>

const buildBody = ({ clubId, ali, siti }: Electorate, overrides: object = {}) => ({
  clubId,
  title: 'Pindaan perlembagaan',
  body: 'Tempoh jawatan menjadi dua tahun.',
  proposerId: ali.user.id,
  seconderId: siti.user.id,
  majority: 'simple',
  closesAt: inDays(3),
  ...overrides,
})

async function createMotion(electorate: Electorate, overrides: object = {}): Promise<number> {
  const response = await electorate.admin.call('POST', '/api/motions', buildBody(electorate, overrides))
  expect(response.statusCode, response.body).toBe(201)
  return response.json().id
}

async function openMotion(electorate: Electorate, overrides: object = {}): Promise<number> {
  const id = await createMotion(electorate, overrides)
  expect((await electorate.admin.call('POST', `/api/motions/${id}/open`)).statusCode).toBe(204)
  return id
}

const vote = (by: Caller, id: number, choice: string) => by.call('PUT', `/api/motions/${id}/vote`, { choice })
const close = (by: Caller, id: number, body: object = {}) => by.call('POST', `/api/motions/${id}/close`, body)
const read = async (by: Caller, id: number) => (await by.call('GET', `/api/motions/${id}`)).json()
const run = (statement: string) => target.database.pool.query(statement)

describe('computeMotionOutcome', () => {
  const counts = (yes: number, no: number, abstain = 0) => ({ for: yes, against: no, abstain })

  it('a motion is carried by a simple majority only with more votes for than against', () => {
    const rule = { majority: 'simple' as const, quorum: null }
    expect(computeMotionOutcome(counts(2, 1, 9), rule)).toBe('carried')
    expect(computeMotionOutcome(counts(2, 2), rule)).toBe('rejected')
    expect(computeMotionOutcome(counts(0, 0, 3), rule)).toBe('rejected')
  })

  it('a motion that needs two thirds is carried by exactly two thirds of the votes for and against', () => {
    const rule = { majority: 'two_thirds' as const, quorum: null }
    expect(computeMotionOutcome(counts(2, 1), rule)).toBe('carried')
    expect(computeMotionOutcome(counts(199, 101), rule)).toBe('rejected')
    expect(computeMotionOutcome(counts(0, 0, 3), rule)).toBe('rejected')
  })

  it('computeMotionOutcome counts abstentions towards the quorum', () => {
    const rule = { majority: 'simple' as const, quorum: 3 }
    expect(computeMotionOutcome(counts(2, 0), rule)).toBe('no_quorum')
    expect(computeMotionOutcome(counts(2, 0, 1), rule)).toBe('carried')
  })
})

describe('organising a motion', () => {
  it('club administrators and returning officers of a club can create motions, and members cannot', async () => {
    const electorate = await buildElectorate()
    const { ali, outsider, clubId } = electorate
    expect((await ali.call('POST', '/api/motions', buildBody(electorate))).statusCode).toBe(403)
    await db().insert(appointments).values({
      userId: ali.user.id,
      office: 'returning_officer',
      clubId,
      startsOn: '2020-01-01',
      endsOn: '2090-01-01',
      timeZone: 'UTC',
    })
    expect((await ali.call('POST', '/api/motions', buildBody(electorate))).statusCode).toBe(201)
    const elsewhere = buildBody(electorate, { clubId: outsider.user.clubId })
    expect((await ali.call('POST', '/api/motions', elsewhere)).statusCode).toBe(404)
    const everybody = buildBody(electorate, { clubId: null })
    expect((await ali.call('POST', '/api/motions', everybody)).statusCode).toBe(404)
  })

  it('creating a motion returns 400 when proposer or seconder may not vote, when both are the same person, and when the closing time is in the past', async () => {
    const electorate = await buildElectorate()
    const { admin, outsider, ali } = electorate
    for (const overrides of [
      { proposerId: outsider.user.id },
      { seconderId: ali.user.id },
      { closesAt: inDays(-1) },
      { majority: 'most' },
      { quorum: 0 },
    ]) {
      const response = await admin.call('POST', '/api/motions', buildBody(electorate, overrides))
      expect(response.statusCode, JSON.stringify(overrides)).toBe(400)
    }
  })

  it('the draft of a motion is visible to organisers only, who can change and delete it', async () => {
    const electorate = await buildElectorate()
    const { admin, ali } = electorate
    const id = await createMotion(electorate)
    expect((await ali.call('GET', `/api/motions/${id}`)).statusCode).toBe(404)
    expect((await ali.call('GET', '/api/motions')).json()).toEqual([])
    const changed = await admin.call('PUT', `/api/motions/${id}`, buildBody(electorate, { title: 'Lain' }))
    expect(changed.statusCode).toBe(204)
    expect(await read(admin, id)).toMatchObject({ title: 'Lain', status: 'draft' })
    expect((await admin.call('DELETE', `/api/motions/${id}`)).statusCode).toBe(204)
    expect((await admin.call('GET', `/api/motions/${id}`)).statusCode).toBe(404)
  })

  it('changing, deleting or opening a motion returns 409 after it was opened', async () => {
    const electorate = await buildElectorate()
    const { admin } = electorate
    const id = await openMotion(electorate)
    const changed = await admin.call('PUT', `/api/motions/${id}`, buildBody(electorate))
    expect(changed.statusCode).toBe(409)
    expect((await admin.call('DELETE', `/api/motions/${id}`)).statusCode).toBe(409)
    expect((await admin.call('POST', `/api/motions/${id}/open`)).statusCode).toBe(409)
  })
})

describe('voting on a motion', () => {
  it('a motion counts the newest vote of each voter and hides the counts from voters until closing', async () => {
    const electorate = await buildElectorate()
    const { admin, ali, siti, devi, outsider } = electorate
    const id = await openMotion(electorate)
    expect((await vote(ali, id, 'against')).statusCode).toBe(204)
    expect((await vote(ali, id, 'for')).statusCode).toBe(204)
    await vote(siti, id, 'for')
    await vote(devi, id, 'against')
    expect((await vote(outsider, id, 'for')).statusCode).toBe(404)
    expect((await vote(ali, id, 'maybe')).statusCode).toBe(400)
    expect(await read(ali, id)).toMatchObject({ ownChoice: 'for', counts: null, voted: 3, voterCount: 4 })
    expect(await read(admin, id)).toMatchObject({ counts: { for: 2, against: 1, abstain: 0 } })
    expect((await ali.call('GET', `/api/motions/${id}/votes`)).statusCode).toBe(404)
    expect((await close(admin, id, { reason: 'Semua sudah mengundi' })).statusCode).toBe(204)
    expect(await read(ali, id)).toMatchObject({
      status: 'closed',
      outcome: 'carried',
      counts: { for: 2, against: 1, abstain: 0 },
      closeReason: 'Semua sudah mengundi',
    })
    const votes = (await ali.call('GET', `/api/motions/${id}/votes`)).json()
    expect(votes).toHaveLength(4)
    expect(votes.find(({ userId }: { userId: number }) => userId === admin.user.id).choice).toBeNull()
  })

  it('opening a motion fixes its voters: members who join later cannot vote, and the vote of a deactivated voter still counts', async () => {
    const electorate = await buildElectorate()
    const { admin, ali, clubId } = electorate
    const id = await openMotion(electorate)
    const late = await target.asNew({ clubId, currentCountry: 'Japan' })
    expect((await vote(late, id, 'against')).statusCode).toBe(404)
    await vote(ali, id, 'for')
    await db().update(users).set({ status: 'inactive' }).where(eq(users.id, ali.user.id))
    expect((await vote(ali, id, 'against')).statusCode).toBe(403)
    await close(admin, id, { reason: 'Cukup' })
    expect(await read(admin, id)).toMatchObject({ counts: { for: 1, against: 0, abstain: 0 } })
  })

  it('twenty concurrent requests with the same vote of one voter on a motion store one row', async () => {
    const electorate = await buildElectorate()
    const id = await openMotion(electorate)
    const responses = await Promise.all(Array.from({ length: 20 }, () => vote(electorate.ali, id, 'for')))
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([204]))
    expect(await db().select().from(motionVotes).where(eq(motionVotes.motionId, id))).toHaveLength(1)
  })

  it('the dashboard of a voter lists open motions until the voter has voted', async () => {
    const electorate = await buildElectorate()
    const id = await openMotion(electorate)
    const readTasks = async () => (await electorate.ali.call('GET', '/api/dashboard')).json().votes
    expect(await readTasks()).toMatchObject([{ id }])
    await vote(electorate.ali, id, 'abstain')
    expect(await readTasks()).toEqual([])
  })
})

describe('closing a motion', () => {
  it('closing a motion before the announced time requires a reason, and two organisers who close it close it once', async () => {
    const electorate = await buildElectorate()
    const { admin } = electorate
    const hq = await target.asNew({ role: 'hq_admin', currentCountry: null })
    const id = await openMotion(electorate)
    expect((await close(admin, id)).statusCode).toBe(409)
    const both = await Promise.all([close(admin, id, { reason: 'Satu' }), close(hq, id, { reason: 'Dua' })])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    const closed = await db()
      .select()
      .from(auditEvents)
      .where(sql`kind = 'motion.closed' and (details->>'motionId')::int = ${id}`)
    expect(closed).toHaveLength(1)
  })

  it('the job closes a motion at the announced time, counts every accepted vote and refuses later votes', async () => {
    const electorate = await buildElectorate()
    const { ali, siti } = electorate
    const id = await openMotion(electorate, { closesAt: new Date(Date.now() + 1500).toISOString() })
    expect((await vote(ali, id, 'for')).statusCode).toBe(204)
    await expect.poll(async () => (await vote(siti, id, 'against')).statusCode, { timeout: 10_000 }).toBe(409)
    const context = buildTestServiceContext(db())
    await Promise.all([closeDueMotionsAndQueueReminders(context), closeDueMotionsAndQueueReminders(context)])
    const motion = await read(ali, id)
    expect(motion).toMatchObject({ status: 'closed', closeReason: null })
    expect(motion.counts.for + motion.counts.against + motion.counts.abstain).toBe(motion.voted)
  })

  it('every voter is notified once of the opening and once of the result of a motion, also when two jobs run', async () => {
    const electorate = await buildElectorate()
    const id = await openMotion(electorate)
    const context = buildTestServiceContext(db())
    await Promise.all([sendPendingMotionNotifications(context), sendPendingMotionNotifications(context)])
    await close(electorate.admin, id, { reason: 'Selesai' })
    await sendPendingMotionNotifications(context)
    const told = await db()
      .select({ kind: notifications.kind })
      .from(notifications)
      .where(eq(notifications.userId, electorate.ali.user.id))
    expect(told.map(({ kind }) => kind).sort()).toEqual(['motion.closed', 'motion.opened'])
    const [latest] = (await electorate.ali.call('GET', '/api/notifications')).json()
    expect(latest).toMatchObject({ subject: 'Pindaan perlembagaan', subjectId: id })
  })
})

describe('database triggers of motions', () => {
  it('database triggers reject changes of an opened motion, its voters and its votes by the database role of the application', async () => {
    const electorate = await buildElectorate()
    const { admin, ali, outsider } = electorate
    const id = await openMotion(electorate)
    await vote(ali, id, 'for')
    const forbidden = [
      `update motions set title = 'Lain' where id = ${id}`,
      `update motions set status = 'draft', opened_at = null where id = ${id}`,
      `update motions set closes_at = now() where id = ${id}`,
      `delete from motions where id = ${id}`,
      `insert into motion_voters values (${id}, ${outsider.user.id})`,
      `delete from motion_voters where motion_id = ${id}`,
      `update motion_votes set choice = 'against' where motion_id = ${id}`,
      `delete from motion_votes where motion_id = ${id}`,
    ]
    for (const statement of forbidden) await expect(run(statement), statement).rejects.toThrow()
    await close(admin, id, { reason: 'Selesai' })
    for (const statement of [
      `update motions set for_count = 9 where id = ${id}`,
      `update motions set outcome = 'rejected' where id = ${id}`,
      `update motions set status = 'open', outcome = null, closed_at = null, for_count = null, against_count = null,
         abstain_count = null where id = ${id}`,
      `insert into motion_votes (motion_id, user_id, choice) values (${id}, ${ali.user.id}, 'against')`,
    ])
      await expect(run(statement), statement).rejects.toThrow()
    const [kept] = await db().select().from(motions).where(eq(motions.id, id))
    expect(kept).toMatchObject({ outcome: 'carried', forCount: 1 })
  })
})
