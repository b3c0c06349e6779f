// Tests which actions are permitted in each state of an election, and which changes the database refuses.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { elections } from '#server/db/schema/elections.ts'
import {
  announceElection,
  buildClubWithVoters,
  buildElectionBody,
  buildEncryptedBallot,
  buildPartialDecryption,
  buildSignedVoterEnrolment,
  completeKeyCeremony,
  createElectionDraft,
  decrypt,
  type ElectingClub,
  enrol,
  expectResponseStatus,
  freezeElectoralRoll,
  type Member,
  openElection,
  readElection,
  runElectionJob,
  shiftElectionDates,
  submitTrusteeCertificate,
  submitTrusteePolynomial,
  vote,
} from '#server/test/elections/election-fixture.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'

const target = setUpApp()
const run = (statement: string) => target.database.pool.query(statement)
const db = () => target.database.db
const asHeadquarters = () => target.asNew({ role: 'hq_admin', currentCountry: null })

describe('drafts and nominations', () => {
  it('only organisers can change the draft of an election, and only the nominee can respond to a nomination', async () => {
    const club = await buildClubWithVoters(target, 4)
    const [nominee, other] = club.members as [Member, Member]
    await expectResponseStatus(nominee.call('POST', '/api/elections', buildElectionBody(club)), 403)
    const id = await createElectionDraft(club)
    await expectResponseStatus(other.call('GET', `/api/elections/${id}`), 404)
    const [candidateId] = (await readElection(nominee, id)).own.nominationIds
    const answer = (by: Member) =>
      by.call('PUT', `/api/elections/${id}/candidates/${candidateId}/answer`, {
        isAccepted: true,
        statement: 'Ya',
      })
    await expectResponseStatus(answer(other), 404)
    await expectResponseStatus(club.admin.call('POST', `/api/elections/${id}/announce`), 409)
    await expectResponseStatus(answer(nominee), 204)
    await expectResponseStatus(club.admin.call('POST', `/api/elections/${id}/announce`), 204)
    await expectResponseStatus(answer(nominee), 409)
    await expectResponseStatus(club.admin.call('PUT', `/api/elections/${id}`, buildElectionBody(club)), 409)
    await expectResponseStatus(club.admin.call('DELETE', `/api/elections/${id}`), 409)
  })

  it('announcing an election is refused with two trustees, with answers that differ only in letter case, or with too little time for objections', async () => {
    const club = await buildClubWithVoters(target, 4)
    const [first, second] = club.members as [Member, Member]
    const withoutNominee = {
      questions: [
        { text: 'Setuju?', min: 1, max: 1, hasBlank: false, candidates: [{ name: 'Ya' }, { name: 'Tidak' }] },
      ],
    }
    const two = await createElectionDraft(club, {
      ...withoutNominee,
      trusteeIds: [first.user.id, second.user.id],
    })
    await expectResponseStatus(club.admin.call('POST', `/api/elections/${two}/announce`), 409)
    const equal = await createElectionDraft(club, {
      questions: [{ ...withoutNominee.questions[0], candidates: [{ name: 'Ali' }, { name: 'ali' }] }],
    })
    const refused = await club.admin.call('POST', `/api/elections/${equal}/announce`)
    expect(refused.json()).toMatchObject({ code: 'answers_equal' })
    const hasty = await createElectionDraft(club, { ...withoutNominee, objectionHours: 72 })
    await expectResponseStatus(club.admin.call('POST', `/api/elections/${hasty}/announce`), 409)
  })
})

describe('enrolment', () => {
  it('enrolment of a voter is refused for a signature by another user, other questions, a credential in use, and users outside the club', async () => {
    const club = await buildClubWithVoters(target, 4)
    const [voter, other] = club.members as [Member, Member]
    const id = await announceElection(club)
    const send = (by: Member, body: object) => by.call('PUT', `/api/elections/${id}/enrolment`, body)
    await expectResponseStatus(send(voter, await buildSignedVoterEnrolment(other, id)), 409)
    await expectResponseStatus(
      send(voter, await buildSignedVoterEnrolment(voter, id, { questions: '0'.repeat(64) })),
      409,
    )
    const { statement } = await buildSignedVoterEnrolment(voter, id)
    const foreign = await buildSignedVoterEnrolment(other, id)
    await expectResponseStatus(send(voter, { credential: foreign.credential, statement }), 409)
    const outsider = await target.asNew({ currentCountry: 'Japan' })
    await expectResponseStatus(outsider.call('PUT', `/api/elections/${id}/enrolment`, foreign), 404)
    await expectResponseStatus(enrol(voter, id), 204)
    await expectResponseStatus(enrol(voter, id), 204)
    expect(await readElection(voter, id)).toMatchObject({ enrolled: 1 })
  })

  it('an election with fewer than five voters is annulled at the end of enrolment', async () => {
    const club = await buildClubWithVoters(target, 4)
    const id = await announceElection(club)
    for (const member of club.members) await expectResponseStatus(enrol(member, id), 204)
    await shiftElectionDates(club, id, 3)
    await Promise.all([runElectionJob(club), runElectionJob(club)])
    expect(await readElection(club.admin, id)).toMatchObject({ status: 'annulled', isTooSmall: true })
  })
})

describe('the key ceremony', () => {
  it('the key ceremony of an election refuses steps in the wrong order, and the trustees repeat its later steps after a trustee was replaced', async () => {
    const club = await buildClubWithVoters(target, 5)
    const [first, second, third, fourth] = club.members as [Member, Member, Member, Member]
    const id = await announceElection(club)
    // Voters can read the signed certificates of the trustees, but not the encrypted data for a single trustee.
    const seen = await fourth.call('GET', `/api/elections/${id}/ceremony`)
    expect(seen.json()).toMatchObject({ index: null, task: 'none', vinput: null, voutput: null })
    for (const trustee of [first, second, third])
      await expectResponseStatus(submitTrusteeCertificate(trustee, id), 204)
    await expectResponseStatus(submitTrusteeCertificate(first, id), 409)
    await expectResponseStatus(submitTrusteePolynomial(first, id), 204)
    await expectResponseStatus(
      first.call('PUT', `/api/elections/${id}/trustees/3`, { userId: fourth.user.id }),
      403,
    )
    await expectResponseStatus(
      club.admin.call('PUT', `/api/elections/${id}/trustees/3`, { userId: fourth.user.id }),
      204,
    )
    await expectResponseStatus(submitTrusteeCertificate(fourth, id), 204)
    const { trustees } = await readElection(club.admin, id)
    expect(trustees.map(({ task }: { task: string }) => task)).toEqual([
      'polynomial',
      'polynomial',
      'polynomial',
    ])
  })
})

describe('opening', () => {
  it('voting in an election opens only when all trustees are ready, and after an objection only when the organiser confirms the electoral roll', async () => {
    const club = await buildClubWithVoters(target, 5)
    const [first, second, third] = club.members as [Member, Member, Member]
    const id = await announceElection(club)
    for (const member of club.members) await expectResponseStatus(enrol(member, id), 204)
    await shiftElectionDates(club, id, 3)
    await runElectionJob(club)
    const object = { text: 'Ada nama yang tidak dikenali.' }
    await expectResponseStatus(first.call('POST', `/api/elections/${id}/objections`, object), 204)
    // Voters of this election can object to the electoral roll for 24 hours.
    await expectResponseStatus(club.admin.call('POST', `/api/elections/${id}/roll/confirm`), 409)
    await shiftElectionDates(club, id, 2)
    await runElectionJob(club)
    expect(await readElection(first, id)).toMatchObject({ status: 'roll_fixed' })
    await completeKeyCeremony([first, second, third], id)
    await runElectionJob(club)
    expect(await readElection(first, id)).toMatchObject({ status: 'roll_fixed' })
    await expectResponseStatus(club.admin.call('POST', `/api/elections/${id}/roll/confirm`), 204)
    await expectResponseStatus(second.call('POST', `/api/elections/${id}/objections`, object), 409)
    await Promise.all([runElectionJob(club), runElectionJob(club)])
    await runElectionJob(club)
    expect(await readElection(first, id)).toMatchObject({ status: 'open', head: { height: 0 } })
    await expectResponseStatus(enrol(first, id), 409)
  })
})

describe('an election in which voting is open', () => {
  let club: ElectingClub
  let id = 0
  beforeAll(async () => {
    club = await buildClubWithVoters(target, 5)
    id = await openElection(club)
  })
  const send = (by: Member, ballot: string) => by.call('POST', `/api/elections/${id}/ballots`, { ballot })

  it('a ballot signed by another voter and a damaged ballot return 400', async () => {
    const [first, second] = club.members as [Member, Member]
    const own = await buildEncryptedBallot(first, id, [[0, 1, 0]])
    await expectResponseStatus(send(second, own), 400)
    const damaged = own.replace(/(?<="response":")\d/, digit => (digit === '7' ? '8' : '7'))
    await expectResponseStatus(send(first, damaged), 400)
    await expectResponseStatus(send(first, '{}'), 400)
    await expectResponseStatus(send(first, own), 200)
  })

  it('twenty concurrent requests of a voter with the same ballot store it once and return the same receipt', async () => {
    const voter = club.members[4] as Member
    const ballot = await buildEncryptedBallot(voter, id, [[0, 1, 0]])
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(voter, ballot)))
    const receipts = responses.filter(({ statusCode }) => statusCode === 200).map(response => response.json())
    expect(receipts.length).toBeGreaterThan(0)
    expect(new Set(receipts.map(({ height, event }) => `${height} ${event}`)).size).toBe(1)
    const { rows } = await db().execute(
      sql`select height from election_events where election_id = ${id} and type = 'Ballot' and data[1] = ${ballot}`,
    )
    expect(rows).toEqual([{ height: receipts[0].height }])
  })

  it('the electoral roll says who has voted but not when, and only the voter reads when the ballot was accepted', async () => {
    const [, voter, other] = club.members as [Member, Member, Member]
    const { hash, acceptedAt } = (await vote(voter, id)).json()
    const readReceipt = async (by: Caller) =>
      (await by.call('GET', `/api/elections/${id}/ballots/${hash}`)).json()
    expect(await readReceipt(voter)).toMatchObject({ hash, acceptedAt })
    expect(Math.abs(Date.parse(acceptedAt) - Date.now())).toBeLessThan(600_000)
    for (const by of [other, club.admin])
      expect(await readReceipt(by)).toMatchObject({ hash, acceptedAt: null, isNewest: true })
    const { lines } = (await other.call('GET', `/api/elections/${id}/roll`)).json()
    const line = lines.find(({ userId }: { userId: number }) => userId === voter.user.id)
    expect(line).toMatchObject({ hasVoted: true })
    expect(line).not.toHaveProperty('votedAt')
    expect(lines.filter((other: { hasVoted: boolean }) => !other.hasVoted)).not.toHaveLength(0)
  })

  it('database triggers reject changes of an announced election, its questions, electoral roll and event log by the database role of the application', async () => {
    await expectResponseStatus(vote(club.members[0] as Member, id), 200)
    for (const statement of [
      `update elections set title = 'Lain' where id = ${id}`,
      `update elections set closes_at = now() where id = ${id}`,
      `update elections set status = 'announced' where id = ${id}`,
      `update elections set status = 'published', published_at = now() where id = ${id}`,
      `update elections set roll_hash = repeat('0', 64) where id = ${id}`,
      `delete from elections where id = ${id}`,
      `update election_questions set text = 'Lain' where election_id = ${id}`,
      `update election_candidates set name = 'Lain' where election_id = ${id}`,
      `delete from election_candidates where election_id = ${id}`,
      `update election_trustees set user_id = ${club.admin.user.id} where election_id = ${id} and index = 1`,
      `delete from election_voters where election_id = ${id}`,
      `update election_voters set credential = repeat('0', 64) where election_id = ${id}`,
      `update election_voters set user_id = ${club.admin.user.id} where election_id = ${id}`,
      `insert into election_voters select election_id, repeat('1', 64), ${club.admin.user.id}, signed_user_id, gen, statement,
         card, card_published_at, now() from election_voters where election_id = ${id} limit 1`,
      `update election_events set event = '{}' where election_id = ${id}`,
      `delete from election_events where election_id = ${id} and height = 1`,
      `insert into election_events (election_id, height, type, hash, parent, event, data)
         select election_id, 2, type, hash, parent, event, data from election_events where election_id = ${id} and height = 1`,
      `delete from election_ballots where election_id = ${id}`,
      `update election_ballots set hash = repeat('0', 64) where election_id = ${id}`,
    ])
      await expect(run(statement), statement).rejects.toThrow()
    const [kept] = await db().select().from(elections).where(eq(elections.id, id))
    expect(kept).toMatchObject({ status: 'open' })
  })

  it('a ballot that arrives while voting closes is either accepted before the end of voting or refused, and voting closes only once', async () => {
    const [first, ...others] = club.members as [Member, ...Member[]]
    // Fewer than five voters vote, so the election is annulled when voting closes.
    const ballots = others
      .slice(0, 2)
      .flatMap(voter => [[[0, 1, 0]], [[0, 0, 1]], [[1, 0, 0]]].map(choices => ({ voter, choices })))
    const texts = await Promise.all(
      ballots.map(({ voter, choices }) => buildEncryptedBallot(voter, id, choices)),
    )
    const late = await buildEncryptedBallot(first, id, [[0, 0, 1]])
    await expectResponseStatus(vote(first, id), 200)
    const readTypes = async () => {
      const { rows } = await db().execute<{ type: string }>(
        sql`select type from election_events where election_id = ${id} order by height`,
      )
      return rows.map(({ type }) => type)
    }
    const before = await readTypes()
    const { voted } = await readElection(club.admin, id)
    const sent = ballots.map(({ voter }, index) => send(voter, texts[index] as string))
    const close = () => club.admin.call('POST', `/api/elections/${id}/close`, { reason: 'Selesai awal' })
    const closed = [close(), close()]
    const responses = await Promise.all(sent)
    const accepted = ballots.filter((_, index) => responses[index]?.statusCode === 200)
    const statuses = (await Promise.all(closed)).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([204, 409])
    expect(await readTypes()).toEqual([...before, ...accepted.map(() => 'Ballot'), 'EndBallots'])
    await expectResponseStatus(send(first, late), 409)
    expect(await readElection(club.admin, id)).toMatchObject({
      status: 'annulled',
      isTooSmall: true,
      voted: voted + new Set(accepted.map(({ voter }) => voter)).size,
    })
  })
})

describe('annulment', () => {
  it('an election is annulled only when two people agree, one of them from headquarters', async () => {
    const club = await buildClubWithVoters(target, 4)
    const id = await announceElection(club)
    const deputy = await target.asNew({ role: 'club_admin_ln', ...club.placement })
    const hq = await asHeadquarters()
    const propose = { reason: 'Senarai calon tidak lengkap' }
    await expectResponseStatus(club.admin.call('POST', `/api/elections/${id}/annulment`, propose), 204)
    await expectResponseStatus(club.admin.call('POST', `/api/elections/${id}/annulment/confirm`), 403)
    await expectResponseStatus(deputy.call('POST', `/api/elections/${id}/annulment/confirm`), 403)
    await expectResponseStatus(hq.call('POST', `/api/elections/${id}/annulment/confirm`), 204)
    expect(await readElection(club.admin, id)).toMatchObject({
      status: 'annulled',
      annulReason: propose.reason,
    })
    await expectResponseStatus(hq.call('DELETE', `/api/elections/${id}/annulment`), 409)
  })
})

describe('decryption', () => {
  let club: ElectingClub
  let id = 0
  let statusBeforeTally = 0
  beforeAll(async () => {
    club = await buildClubWithVoters(target, 5)
    id = await openElection(club)
    for (const member of club.members) await expectResponseStatus(vote(member, id), 200)
    const response = await (club.members[0] as Member).call('GET', `/api/elections/${id}/tally`)
    statusBeforeTally = response.statusCode
    await shiftElectionDates(club, id, 3)
    await runElectionJob(club)
    await runElectionJob(club)
    const reason = { reason: 'Ada bantahan terhadap pengundian' }
    await expectResponseStatus(club.admin.call('POST', `/api/elections/${id}/annulment`, reason), 204)
  })

  it('a partial decryption is refused before the encrypted tally exists, from a user who is not a trustee, and once enough trustees have submitted theirs', async () => {
    const [first, second, third, fourth] = club.members as [Member, Member, Member, Member]
    expect(statusBeforeTally).toBe(404)
    const empty = '{"decryption_factors":[],"decryption_proofs":[]}'
    const forged = { partialDecryption: empty, binding: empty }
    await expectResponseStatus(first.call('POST', `/api/elections/${id}/decryptions`, forged), 409)
    await expectResponseStatus(fourth.call('POST', `/api/elections/${id}/decryptions`, forged), 404)
    const honest = await buildPartialDecryption(first, id)
    const unbound = { ...honest, binding: honest.partialDecryption }
    await expectResponseStatus(first.call('POST', `/api/elections/${id}/decryptions`, unbound), 409)
    await expectResponseStatus(decrypt(first, id), 204)
    await runElectionJob(club)
    expect(await readElection(first, id)).toMatchObject({ status: 'closed' })
    await expectResponseStatus(decrypt(second, id), 204)
    await expectResponseStatus(decrypt(third, id), 409)
    await Promise.all([runElectionJob(club), runElectionJob(club)])
    await runElectionJob(club)
    expect(await readElection(first, id)).toMatchObject({ status: 'counted' })
    expect((await readElection(first, id)).questions[0].result).toBeNull()
  })

  it('an election cannot be annulled once its archive contains the result', async () => {
    // A trustee who has submitted a partial decryption in the test above gets 409.
    for (const trustee of club.members.slice(0, 2)) await decrypt(trustee, id)
    await runElectionJob(club)
    expect(await readElection(club.admin, id)).toMatchObject({ status: 'counted' })
    const hq = await asHeadquarters()
    await expectResponseStatus(hq.call('POST', `/api/elections/${id}/annulment/confirm`), 409)
  })
})

describe('the server key', () => {
  it('the server key of an election is stored encrypted and bound to its election', async () => {
    const club = await buildClubWithVoters(target, 4)
    const [first, second] = [await announceElection(club), await announceElection(club)]
    const rows = await db().select().from(elections)
    const keys = rows.filter(({ id }) => id === first || id === second).map(({ serverKey }) => serverKey)
    expect(new Set(keys.map(key => key?.toString('hex'))).size).toBe(2)
    expect(keys.every(key => key && !/^\d+$/.test(key.toString('utf8')))).toBe(true)
  })
})

describe('freezeElectoralRoll', () => {
  it('the frozen electoral roll is returned with names to voters and without names to trustees, and other members get 404', async () => {
    const club = await buildClubWithVoters(target, 5)
    const [voter] = club.members as [Member]
    const id = await freezeElectoralRoll(club)
    const { rollHash } = await readElection(voter, id)
    const roll = (await voter.call('GET', `/api/elections/${id}/roll`)).json()
    expect(roll).toMatchObject({ total: 5, rollHash })
    const late = await target.asNew(club.placement)
    await expectResponseStatus(late.call('GET', `/api/elections/${id}/roll`), 404)
    await expectResponseStatus(late.call('GET', `/api/elections/${id}`), 200)
    const replace = { userId: late.user.id }
    await expectResponseStatus(club.admin.call('PUT', `/api/elections/${id}/trustees/3`, replace), 204)
    const { lines } = (await late.call('GET', `/api/elections/${id}/roll`)).json()
    expect(lines.map(({ person }: { person: unknown }) => person)).toEqual(Array(5).fill(null))
  })
})
