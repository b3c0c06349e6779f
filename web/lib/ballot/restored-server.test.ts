// Tests devices against a server that shows new keys, replaces the electoral roll, or has lost ballots or secrets.
import { beforeAll, describe, expect, it } from 'vitest'
import { createBallotLogEntry, type LogEntry } from '#shared/ballot/log/log-entry.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { createSignedEnrolment } from './enrol.ts'
import {
  checkAndDecryptTallyAsTrustee,
  confirmElectionReviewAndCastVote,
  createTestDevice,
  createTestIdentityKeys,
  createTestVotersAndTrustees,
  getKindOfThrownBallotAlarm,
  TestElection,
} from './test-election.ts'
import { exportTrusteeSecretSeed, restoreTrusteeSecretSeed } from './trustee-key-backup.ts'
import { verifyElectoralRollWithOwnEntry } from './verify-electoral-roll-with-own-entry.ts'
import {
  acceptRestoredElectionLog,
  findBallotInElectionLog,
  readElectionLogSinceLastVisit,
  resendLostBallot,
} from './voter.ts'

const election = new TestElection()
let people: Identity[] = []
let devices: Awaited<ReturnType<typeof createTestVotersAndTrustees>>['devices'] = []
const getVoter = (at: number) => people[at] as Identity
const getVoterDevice = (at: number) => devices[at] as (typeof devices)[number]

/** Builds the election with another electoral roll or log, as a dishonest or restored server would serve it. */
function serveAlteredElection(change: Partial<Pick<TestElection, 'roll' | 'log'>>): TestElection {
  const { certificates, polynomials, voutputs, roll, log } = election
  return Object.assign(new TestElection(), { certificates, polynomials, voutputs, roll, log, ...change })
}

beforeAll(async () => {
  ;({ people, devices } = await createTestVotersAndTrustees(election))
}, 60_000)

describe('the fixed electoral roll before voting opens', () => {
  it('a voter device pins keys of voters at first sight, and marks other keys of these voters as forged in a later election', async () => {
    const voter = await createTestDevice(election, getVoter(3))
    const lines = await verifyElectoralRollWithOwnEntry(voter, 1)
    expect(lines.map(({ mark }) => mark)).toEqual(['first', 'first', 'first', 'own', 'first'])
    expect(voter.compareCard(getVoter(0).card)).toBe('same')
    expect(voter.compareCard((await createTestIdentityKeys(1)).card)).toBe('swapped')
  })

  it('a voter device raises an alarm when the server replaces an electoral roll that the device has seen, even with validly signed entries', async () => {
    const voter = await createTestDevice(election, getVoter(3))
    await verifyElectoralRollWithOwnEntry(voter, 1)
    const stranger = await createTestIdentityKeys(9)
    const { statement } = await createSignedEnrolment(stranger, election.seen, election.questionsHash)
    const roll = [...election.roll, { card: stranger.card, late: false, enrolment: statement }]
    const replaced = await createTestDevice(serveAlteredElection({ roll }), getVoter(3))
    expect(
      await getKindOfThrownBallotAlarm(
        verifyElectoralRollWithOwnEntry({ ...replaced, memory: voter.memory }, 1),
      ),
    ).toBe('roll-forged')
  })
})

describe('a server restored to before acknowledged ballots', () => {
  const restored = () => serveAlteredElection({ log: election.log.slice(0, 2) })

  beforeAll(async () => {
    election.open()
    for (const [at, voter] of devices.entries())
      await confirmElectionReviewAndCastVote(voter, 1, [at % 2 === 0 ? [1, 0] : [0, 1]])
  }, 60_000)

  it('a voter device sends an accepted ballot again exactly once when the restored server has lost it', async () => {
    const server = restored().serve(getVoter(2))
    const voter = { ...getVoterDevice(2), server }
    expect(await resendLostBallot(voter, null)).toBe(true)
    expect(await resendLostBallot(voter, null)).toBe(false)
    const { events } = await server.readLogPage(2)
    expect(events.map(({ type, payload }) => ({ type, payload }))).toEqual([
      { type: 'Ballot', payload: getVoterDevice(2).kept().ballots?.[0]?.hash },
    ])
  })

  it('a voter device does not resend a ballot lost by a restored server when the user has since voted on another device', async () => {
    const server = restored().serve(getVoter(2))
    const voter = { ...getVoterDevice(2), server }
    const cast = await server.castBallot(getVoterDevice(3).kept().ballots?.[0]?.text as string)
    expect(await resendLostBallot(voter, cast.hash)).toBe(false)
  })

  it('devices that have seen lost log events raise an alarm until their user accepts the restored election log', async () => {
    const server = restored().serve(getVoter(4))
    const voter = { ...getVoterDevice(4), server }
    expect(await getKindOfThrownBallotAlarm(readElectionLogSinceLastVisit(voter))).toBe('log-rewritten')
    const seen = voter.kept().head
    await acceptRestoredElectionLog(voter)
    expect(await getKindOfThrownBallotAlarm(readElectionLogSinceLastVisit(voter))).toBe('none')
    expect(voter.kept().lostHead).toEqual(seen)
    await confirmElectionReviewAndCastVote(voter, 1, [[0, 1]])
    expect(voter.kept().head?.height).toBe(2)
  }, 60_000)
})

describe('findBallotInElectionLog', () => {
  it('findBallotInElectionLog finds a ballot at its position in the verified election log, and does not find a dropped ballot', async () => {
    const hash = getVoterDevice(0).kept().ballots?.[0]?.hash as string
    const found = await findBallotInElectionLog(getVoterDevice(0), hash)
    expect(found).toEqual({ height: 1, eventHash: election.log[1]?.hash, isReplaced: false })
    expect(await findBallotInElectionLog(getVoterDevice(0), 'a'.repeat(64))).toBeUndefined()
  })

  it('findBallotInElectionLog reports whether a newer ballot of the same voter has replaced the ballot', async () => {
    const hash = getVoterDevice(0).kept().ballots?.[0]?.hash as string
    election.replacedBallots.add(hash)
    expect(await findBallotInElectionLog(getVoterDevice(0), hash)).toMatchObject({
      height: 1,
      isReplaced: true,
    })
  })

  it('findBallotInElectionLog raises an alarm when the searched log lacks events that the device has seen', async () => {
    const [setup, , second] = election.log as [LogEntry, LogEntry, LogEntry]
    const log = [setup, createBallotLogEntry(setup, second.data[0] as string)]
    const voter = { ...getVoterDevice(0), server: serveAlteredElection({ log }).serve(getVoter(0)) }
    expect(await getKindOfThrownBallotAlarm(findBallotInElectionLog(voter, 'a'.repeat(64)))).toBe(
      'log-rewritten',
    )
  })
})

describe('restoreTrusteeSecretSeed', () => {
  it('restoreTrusteeSecretSeed restores the trustee secret on a device with other keys, which can then decrypt the tally', async () => {
    const seed = await exportTrusteeSecretSeed(getVoterDevice(0))
    const renewed = await createTestIdentityKeys(1, 2)
    const identity = { ...renewed, older: [{ ...getVoter(0) }] }
    const fresh = await createTestDevice(election, identity, { pins: people.map(({ card }) => card) })
    await restoreTrusteeSecretSeed({ ...fresh, identity }, ` ${seed.slice(0, 4)} ${seed.slice(4)}`)
    election.close()
    await checkAndDecryptTallyAsTrustee(fresh)
    expect(election.decryptions).toHaveLength(1)
  }, 60_000)

  it('restoreTrusteeSecretSeed refuses a mistyped backup code or the code of another trustee, and stores nothing', async () => {
    const seed = await exportTrusteeSecretSeed(getVoterDevice(1))
    const before = await getVoterDevice(2).server.readSecret()
    expect(await getKindOfThrownBallotAlarm(restoreTrusteeSecretSeed(getVoterDevice(2), seed))).toBe(
      'backup-wrong',
    )
    expect(await getKindOfThrownBallotAlarm(restoreTrusteeSecretSeed(getVoterDevice(2), 'abc'))).toBe(
      'backup-wrong',
    )
    expect(await getVoterDevice(2).server.readSecret()).toEqual(before)
  })
})
