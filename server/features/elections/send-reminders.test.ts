import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  announceElection,
  buildClubWithVoters,
  enrol,
  expectResponseStatus,
  openElection,
  runElectionJob,
  vote,
} from '#server/test/elections/election-fixture.ts'
import { setUpApp } from '#server/test/harness/app.ts'

const target = setUpApp()

/** Counts notifications of a kind about an election by user. */
async function countNotices(id: number, kind: string): Promise<Record<number, number>> {
  const { rows } = await target.database.db.execute<{ userId: number; count: number }>(sql`
    select user_id as "userId", count(*)::int as count from notifications
     where kind = ${kind} and (params->>'electionId')::int = ${id} group by user_id`)
  return Object.fromEntries(rows.map(({ userId, count }) => [userId, count]))
}

describe('sendElectionReminders', () => {
  it('sendElectionReminders reminds members who have not enrolled and trustees with a task, and returns 409 when the previous reminder was sent less than twelve hours ago', async () => {
    const club = await buildClubWithVoters(target)
    const { admin, members } = club
    const id = await announceElection(club)
    await runElectionJob(club)
    const [first, second] = members
    if (!first || !second) throw new Error('no members')
    await expectResponseStatus(enrol(first, id), 204)
    await expectResponseStatus(admin.call('POST', `/api/elections/${id}/reminders`), 204)
    await runElectionJob(club)
    const announced = await countNotices(id, 'election.announced')
    expect([announced[first.user.id], announced[second.user.id]]).toEqual([1, 2])
    expect((await countNotices(id, 'election.trustee'))[first.user.id]).toBe(2)
    await expectResponseStatus(admin.call('POST', `/api/elections/${id}/reminders`), 409)
    await expectResponseStatus(second.call('POST', `/api/elections/${id}/reminders`), 403)
  })

  it('sendElectionReminders sends one reminder to each voter who has not voted, even when two organisers send reminders at the same time', async () => {
    const club = await buildClubWithVoters(target)
    const { admin, members } = club
    const id = await openElection(club)
    await runElectionJob(club)
    const [first, second] = members
    if (!first || !second) throw new Error('no members')
    await expectResponseStatus(vote(first, id), 200)
    const calls = await Promise.all([1, 2].map(() => admin.call('POST', `/api/elections/${id}/reminders`)))
    expect(calls.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    await runElectionJob(club)
    const reminded = await countNotices(id, 'election.closing')
    expect([reminded[first.user.id], reminded[second.user.id]]).toEqual([undefined, 1])
  })
})
