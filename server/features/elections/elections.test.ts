import { describe, expect, it } from 'vitest'
import {
  announceElection,
  buildClubWithVoters,
  decrypt,
  enrol,
  expectResponseStatus,
  type Member,
  openElection,
  readElection,
  runElectionJob,
  vote,
} from '#server/test/elections/election-fixture.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { verifyArchive } from '#shared/ballot/archive/verify-archive.ts'
import { doesBeleniosAcceptArchive, hasBeleniosTool } from '#shared/ballot/test/belenios-tool.ts'

const target = setUpApp()

/** Lists what the dashboard of a user asks for in an election. */
async function listTasks(by: Caller, id: number): Promise<string[]> {
  const { votes } = (await by.call('GET', '/api/dashboard')).json()
  return votes.filter((vote: { id: number }) => vote.id === id).map(({ kind }: { kind: string }) => kind)
}

describe('an election from draft to published result', () => {
  it('an election counts the last ballot of each voter, and its archive can be verified while the election is open, closed and published', async () => {
    const club = await buildClubWithVoters(target)
    const { admin, members } = club
    const id = await openElection(club)
    const { uuid, status, enrolled } = await readElection(admin, id)
    expect({ status, enrolled }).toEqual({ status: 'open', enrolled: 6 })
    const readArchive = async () =>
      new Uint8Array((await target.app.inject({ url: `/api/election-archives/${uuid}` })).rawPayload)
    const expectValid = async (stage: string) => {
      const archive = await readArchive()
      expect(verifyArchive(archive)).toMatchObject({ ok: true, stage })
      if (hasBeleniosTool) expect(doesBeleniosAcceptArchive(uuid, archive)).toBe(true)
    }
    for (const member of members) await expectResponseStatus(vote(member, id, [[0, 0, 1]]), 200)
    for (const member of members.slice(0, 4)) await expectResponseStatus(vote(member, id, [[0, 1, 0]]), 200)
    await expectValid('open')
    await expectResponseStatus(
      admin.call('POST', `/api/elections/${id}/close`, { reason: 'Semua sudah mengundi' }),
      204,
    )
    await runElectionJob(club)
    await expectValid('tallied')
    for (const trustee of members.slice(1, 3)) await expectResponseStatus(decrypt(trustee, id), 204)
    await runElectionJob(club)
    expect(await listTasks(admin, id)).toEqual(['publication'])
    await expectResponseStatus(admin.call('POST', `/api/elections/${id}/publish`), 204)
    await expectValid('published')
    const election = await readElection(members[5] ?? admin, id)
    expect(election).toMatchObject({ status: 'published', voted: 6, ballots: 10 })
    expect(election.questions[0].result).toEqual({ counts: [4, 2], blank: 0 })
  })

  it('the dashboard lists an election for a member who can enrol or vote in it and has not done so', async () => {
    const club = await buildClubWithVoters(target)
    const [first, second] = club.members as [Member, Member]
    const announced = await announceElection(club)
    expect(await listTasks(first, announced)).toEqual(['enrolment'])
    await expectResponseStatus(enrol(first, announced), 204)
    expect(await listTasks(first, announced)).toEqual([])
    const open = await openElection(club)
    expect([await listTasks(first, open), await listTasks(club.admin, open)]).toEqual([['election'], []])
    await expectResponseStatus(vote(first, open), 200)
    expect([await listTasks(first, open), await listTasks(second, open)]).toEqual([[], ['election']])
  })
})
