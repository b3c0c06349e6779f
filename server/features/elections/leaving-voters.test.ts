// Voters whose accounts are merged, deactivated or erased between enrolment and the result.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { keyWraps } from '#server/db/schema/e2ee.ts'
import { mergeAccountsInTransaction } from '#server/features/merging/merge-accounts.service.ts'
import {
  requireAccessToUsers,
  type User,
} from '#server/features/users/access/require-access-to-user.service.ts'
import { deleteExpiredRows } from '#server/retention/delete-expired-rows.service.ts'
import {
  announceElection,
  buildClubWithVoters,
  buildEncryptedBallot,
  completeKeyCeremony,
  decrypt,
  type ElectingClub,
  enrol,
  expectResponseStatus,
  type Member,
  openElection,
  readElection,
  runElectionJob,
  shiftElectionDates,
  vote,
} from '#server/test/elections/election-fixture.ts'
import { createServiceContextForActor, setUpApp } from '#server/test/harness/app.ts'
import { testPassword } from '#server/test/harness/factories.ts'
import { verifyArchive } from '#shared/ballot/archive/verify-archive.ts'

const target = setUpApp()
const at = ({ members }: ElectingClub, index: number) => members[index] as Member

/** Merges the account `gone` into `kept` as headquarters do once both owners have agreed. */
async function mergeMembers(kept: Member, gone: Member): Promise<void> {
  const { db } = target.database
  const { user } = await target.asNew({ role: 'hq_admin', currentCountry: null })
  await createServiceContextForActor(db, user).transaction(async tx => {
    // The caller of `mergeAccountsInTransaction` must lock both users. A vote locks its voter, so a vote and a merge never overlap.
    const people = await requireAccessToUsers(tx, [kept.user.id, gone.user.id], 'users.merge')
    const getUser = ({ user: { id } }: Member) => people.get(id) as User
    await mergeAccountsInTransaction(tx, { kept: getUser(kept), gone: getUser(gone), take: [], by: user.id })
  })
}

async function readLines(id: number) {
  const { rows } = await target.database.db.execute<{ userId: number; isMerged: boolean }>(sql`
    select user_id as "userId", merged_at is not null as "isMerged" from election_voters
     where election_id = ${id} order by enrolled_at, credential`)
  return rows
}

async function count(club: ElectingClub, id: number) {
  await shiftElectionDates(club, id, 3)
  await runElectionJob(club)
  await runElectionJob(club)
  for (const trustee of club.members.slice(1, 3)) await expectResponseStatus(decrypt(trustee, id), 204)
  await runElectionJob(club)
  await expectResponseStatus(club.admin.call('POST', `/api/elections/${id}/publish`), 204)
  const { uuid, questions } = await readElection(club.admin, id)
  const archive = await target.app.inject({ url: `/api/election-archives/${uuid}` })
  expect(verifyArchive(new Uint8Array(archive.rawPayload))).toMatchObject({ ok: true, stage: 'published' })
  return questions[0].result
}

describe('merging two accounts that enrolled', () => {
  it('merging two enrolled accounts before the electoral roll is frozen keeps one enrolment', async () => {
    const club = await buildClubWithVoters(target)
    const id = await announceElection(club)
    for (const member of club.members) await expectResponseStatus(enrol(member, id), 204)
    await mergeMembers(at(club, 4), at(club, 5))
    const own = (await readLines(id)).filter(({ userId }) => userId === at(club, 4).user.id)
    expect(own).toEqual([{ userId: at(club, 4).user.id, isMerged: false }])
    expect(await readElection(club.admin, id)).toMatchObject({ enrolled: 5 })
  })

  it('an account that has not enrolled does not inherit the enrolment of an account merged into it, and can enrol with its own keys', async () => {
    const club = await buildClubWithVoters(target)
    const id = await announceElection(club)
    await expectResponseStatus(enrol(at(club, 5), id), 204)
    await mergeMembers(at(club, 4), at(club, 5))
    expect(await readElection(at(club, 4), id)).toMatchObject({ enrolled: 0, own: { credential: null } })
    await expectResponseStatus(enrol(at(club, 4), id), 204)
  })
})

describe('merging an account that is on a frozen electoral roll into an account that is not', () => {
  const buildWrap = ({ user }: Member, blob: string) => ({
    userId: user.id,
    gen: 1,
    kind: 'phrase' as const,
    credentialId: null,
    blob,
  })
  const readWraps = async ({ user }: Member) =>
    (await target.database.db.select().from(keyWraps).where(eq(keyWraps.userId, user.id))).map(
      ({ blob }) => blob,
    )

  it('after a merge, the kept account reads the encrypted keys of the removed account and votes with them once, until the election is closed', async () => {
    const { db } = target.database
    const club = await buildClubWithVoters(target, 6)
    const [kept, gone, other] = [at(club, 3), at(club, 4), at(club, 5)]
    const extra = [...(await buildClubWithVoters(target, 1)).members] as [Member]
    await db.update(users).set(club.placement).where(eq(users.id, extra[0].user.id))
    await db
      .insert(keyWraps)
      .values([buildWrap(kept, 'a2VwdA'), buildWrap(gone, 'Z29uZQ'), buildWrap(other, 'b3RoZXI')])
    const id = await announceElection(club)
    const voters = [...club.members.filter(member => member !== kept), ...extra]
    for (const member of voters) await expectResponseStatus(enrol(member, id), 204)
    await completeKeyCeremony(club.members.slice(0, 3), id)
    await shiftElectionDates(club, id, 3)
    await runElectionJob(club)
    await mergeMembers(kept, gone)
    expect(await readWraps(gone)).toEqual(['Z29uZQ'])
    await shiftElectionDates(club, id, 2)
    await runElectionJob(club)

    const { own } = await readElection(kept, id)
    expect(own.mergedKeys).toMatchObject({
      userId: gone.user.id,
      wraps: [{ kind: 'phrase', blob: 'Z29uZQ' }],
    })
    expect(own.mergedKeys.card).toEqual(gone.identity.card)
    expect((await readElection(other, id)).own.mergedKeys).toBeNull()
    const send = async (member: Member, choices: number[][]) =>
      kept.call('POST', `/api/elections/${id}/ballots`, {
        ballot: await buildEncryptedBallot(member, id, choices),
      })
    await expectResponseStatus(send({ ...kept, seed: gone.seed }, [[0, 1, 0]]), 200)
    await expectResponseStatus(send({ ...kept, seed: gone.seed }, [[0, 0, 1]]), 200)
    await expectResponseStatus(send({ ...kept, seed: other.seed }, [[0, 0, 1]]), 400)
    for (const member of voters) if (member !== gone) await expectResponseStatus(vote(member, id), 200)
    expect(await count(club, id)).toEqual({ counts: [5, 1], blank: 0 })

    expect((await readElection(kept, id)).own.mergedKeys).toBeNull()
    await deleteExpiredRows(db)
    expect([await readWraps(gone), await readWraps(kept)]).toEqual([[], ['a2VwdA']])
  })

  it('a merge deletes the encrypted keys of an account that is on no frozen electoral roll', async () => {
    const club = await buildClubWithVoters(target, 5)
    const [kept, gone] = [at(club, 3), at(club, 4)]
    await target.database.db.insert(keyWraps).values([buildWrap(gone, 'Z29uZQ')])
    const id = await announceElection(club)
    await expectResponseStatus(enrol(gone, id), 204)
    await mergeMembers(kept, gone)
    expect(await readWraps(gone)).toEqual([])
  })

  it('a vote cast by the removed account during its merge leaves the person with one counted ballot', async () => {
    const club = await buildClubWithVoters(target, 6)
    const id = await openElection(club)
    const [kept, gone] = [at(club, 3), at(club, 4)]
    await expectResponseStatus(vote(kept, id), 200)
    const ballot = await buildEncryptedBallot(gone, id, [[0, 0, 1]])
    await Promise.allSettled([
      mergeMembers(kept, gone),
      gone.call('POST', `/api/elections/${id}/ballots`, { ballot }),
    ])
    const { rows } = await target.database.db.execute<{ voted: number }>(sql`
      select count(distinct b.credential)::int as voted from election_ballots b
        join election_voters v on v.election_id = b.election_id and v.credential = b.credential
       where b.election_id = ${id} and v.user_id = ${kept.user.id}`)
    expect(rows[0]?.voted).toBe(1)
  })
})

describe('leaving the club before the roll is fixed', () => {
  it('members who are deactivated or moved before the electoral roll is frozen are not on it, and can object when they belong to the electorate again', async () => {
    const club = await buildClubWithVoters(target, 7)
    const { db } = target.database
    const id = await announceElection(club)
    for (const member of club.members) await expectResponseStatus(enrol(member, id), 204)
    await db
      .update(users)
      .set({ status: 'inactive' })
      .where(eq(users.id, at(club, 5).user.id))
    await db
      .update(users)
      .set({ clubId: null })
      .where(eq(users.id, at(club, 6).user.id))
    await shiftElectionDates(club, id, 3)
    await runElectionJob(club)
    expect(await readElection(club.admin, id)).toMatchObject({ status: 'roll_fixed', enrolled: 5 })
    // The member whose enrolment was removed can object once active again, although the roll lacks the member.
    await db
      .update(users)
      .set({ status: 'active' })
      .where(eq(users.id, at(club, 5).user.id))
    const objection = { text: 'Nama saya tiada dalam daftar.' }
    const object = (member: Member) => member.call('POST', `/api/elections/${id}/objections`, objection)
    await expectResponseStatus(object(at(club, 5)), 204)
    await expectResponseStatus(object(at(club, 6)), 404)
  })
})

describe('an election in which voting is open', () => {
  let club: ElectingClub
  let id = 0
  /** Votes for the first and for the second candidate. */
  const votes = { first: [[0, 1, 0]], second: [[0, 0, 1]] }
  beforeAll(async () => {
    club = await buildClubWithVoters(target, 10)
    id = await openElection(club)
    for (const [index, member] of club.members.entries())
      if (index !== 3)
        await expectResponseStatus(vote(member, id, index === 9 ? votes.second : votes.first), 200)
  })

  it('after one voter account was merged into another, the remaining account can replace a ballot of the account that had voted, but cannot vote twice', async () => {
    const [kept, gone] = [at(club, 3), at(club, 4)]
    const ballot = await buildEncryptedBallot(kept, id, votes.second)
    await mergeMembers(kept, gone)
    expect((await readLines(id)).filter(({ userId }) => userId === kept.user.id)).toHaveLength(2)
    await expectResponseStatus(kept.call('POST', `/api/elections/${id}/ballots`, { ballot }), 400)
    // The surviving account votes again with the keys of the removed one. Only its last ballot is counted.
    expect(await readElection(kept, id)).toMatchObject({ own: { mergedKeys: { userId: gone.user.id } } })
    const again = await buildEncryptedBallot({ ...kept, seed: gone.seed }, id, votes.first)
    await expectResponseStatus(kept.call('POST', `/api/elections/${id}/ballots`, { ballot: again }), 200)
  })

  it('deactivated, moved and erased members stay on the frozen electoral roll, a moved member can still vote, and only the erased name is removed', async () => {
    const [voter, deactivated, moved, erased] = [at(club, 0), at(club, 7), at(club, 8), at(club, 9)]
    const { db } = target.database
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, deactivated.user.id))
    await db.update(users).set({ clubId: null }).where(eq(users.id, moved.user.id))
    await expectResponseStatus(
      erased.call('POST', '/api/account/erase', { currentPassword: testPassword }),
      204,
    )
    // A member who has moved away can vote again, because the electoral roll is frozen.
    await expectResponseStatus(vote(moved, id, votes.second), 200)
    const { lines } = (await voter.call('GET', `/api/elections/${id}/roll`)).json()
    expect(lines).toHaveLength(10)
    expect(lines.filter(({ person }: { person: unknown }) => person === null)).toHaveLength(1)
  })

  it('two accounts that have both voted in an election can be merged only when the election has a result, which counts both votes', async () => {
    const [kept, gone] = [at(club, 5), at(club, 6)]
    await expect(mergeMembers(kept, gone)).rejects.toMatchObject({ code: 'merge_votes' })
    await expectResponseStatus(vote(at(club, 8), id, votes.second), 200)
    expect(await count(club, id)).toEqual({ counts: [7, 2], blank: 0 })
    await mergeMembers(kept, gone)
  })
})

describe('enrolling', () => {
  it('two devices of a member can enrol at the same time and create one entry in the electoral roll', async () => {
    const club = await buildClubWithVoters(target, 5)
    const id = await announceElection(club)
    const responses = await Promise.all([1, 2, 3, 4].map(() => enrol(at(club, 0), id)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204])
    expect(await readLines(id)).toHaveLength(1)
  })
})
