// Tests a server that shows one device different election logs in different requests.
// The device must bind each request to the log's newest event that it has seen, or to the first event (Setup).
import { beforeAll, describe, expect, it } from 'vitest'
import { computePublicCredential, serializeCredentials } from '#shared/ballot/credential.ts'
import { generateRandomScalar } from '#shared/ballot/group/scalar.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import {
  createBallotLogEntry,
  createElectionSetupLogEntry,
  type LogEntry,
} from '#shared/ballot/log/log-entry.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import type { ElectionServer } from './election-server.ts'
import {
  confirmElectionReviewAndCastVote,
  createTestDevice,
  createTestVotersAndTrustees,
  getKindOfThrownBallotAlarm,
  TestElection,
} from './test-election.ts'
import { verifyElectionLogAndResendLostBallot } from './verify-election-log-and-resend-lost-ballot.ts'
import { acceptRestoredElectionLog, castVote, requireNewestOwnBallotToBeLastInLog } from './voter.ts'

const election = new TestElection()
let people: Identity[] = []
let pins: Card[] = []
const getVoter = (at: number) => people[at] as Identity

/** Copies the test election with a log of its own, so that a test can alter the log. */
function copyElection(log: LogEntry[] = election.log): TestElection {
  return Object.assign(new TestElection(), { ...election, log: [...log] })
}

/** Builds an election log with the given ballots after the Setup event. */
function buildLog(ballots: string[]): LogEntry[] {
  const log = election.log.slice(0, 1)
  for (const ballot of ballots) log.push(createBallotLogEntry(log.at(-1) as LogEntry, ballot))
  return log
}

/** Serves one log to requests that read from the first event, and another log to requests that continue after an event. */
function readForkedLog(whole: TestElection, continued: TestElection): ElectionServer['readLogPage'] {
  return async from => (from === 0 ? whole : continued).serve(getVoter(3)).readLogPage(from)
}

beforeAll(async () => {
  const prepared = await createTestVotersAndTrustees(election)
  people = prepared.people
  pins = people.map(({ card }) => card)
  election.open()
  for (const at of [0, 1, 2])
    await confirmElectionReviewAndCastVote(prepared.devices[at] as never, 1, [[1, 0]])
}, 120_000)

describe('castVote', () => {
  it('castVote raises an alarm when the ballot is only in a log without the newest event that the device has seen', async () => {
    const voter = await createTestDevice(copyElection(), getVoter(3), { pins })
    const castBallot = async (ballot: string) => {
      const fork = copyElection(buildLog([ballot]))
      voter.server.readLogPage = readForkedLog(fork, election)
      return { hash: computeSha256InHex(ballot), height: 1, head: fork.log[1] as LogEntry }
    }
    voter.server.castBallot = castBallot
    expect(await getKindOfThrownBallotAlarm(confirmElectionReviewAndCastVote(voter, 1, [[0, 1]]))).toBe(
      'log-rewritten',
    )
    expect(voter.kept().ballots).toMatchObject([{ hash: expect.any(String) }])
    expect(voter.kept().ballots?.[0]?.height).toBeUndefined()
  }, 60_000)

  it('castVote raises an alarm when the log that contains the ballot begins with a different Setup event than the log checked before voting', async () => {
    const [text = '', trustees = '', credentials = ''] = election.log[0]?.data ?? []
    const added = computePublicCredential(generateRandomScalar())
    const listed = serializeCredentials([...JSON.parse(credentials), added])
    const stuffed = copyElection([
      createElectionSetupLogEntry({ election: text, trustees, credentials: listed }),
    ])
    const voter = await createTestDevice(copyElection(), getVoter(3), { pins })
    const { readLogPage } = voter.server
    // The server withholds the log before the vote and shows the genuine log for the check of the Setup event.
    // After the check, the server shows an election log with an added credential.
    let isCast = false
    let reads = 0
    voter.server.readLogPage = async from => {
      if (isCast) return stuffed.serve(getVoter(3)).readLogPage(from)
      reads += 1
      return reads <= 2 ? { head: null, events: [] } : readLogPage(from)
    }
    voter.server.castBallot = ballot => {
      isCast = true
      return stuffed.serve(getVoter(3)).castBallot(ballot)
    }
    expect(await getKindOfThrownBallotAlarm(confirmElectionReviewAndCastVote(voter, 1, [[0, 1]]))).toBe(
      'log-rewritten',
    )
  }, 60_000)
})

describe('requireNewestOwnBallotToBeLastInLog', () => {
  it('a voter device raises an alarm when the log has a replaced ballot after the newest one, and when the server shows a shorter log', async () => {
    const held = copyElection()
    const voter = await createTestDevice(held, getVoter(3), { pins })
    const { castBallot, readLogPage } = voter.server
    voter.server.castBallot = () => Promise.reject(new Error('503'))
    await expect(confirmElectionReviewAndCastVote(voter, 1, [[1, 0]])).rejects.toThrow('503')
    voter.server.castBallot = castBallot
    await castVote(voter, 1, [[0, 1]])
    const shown = copyElection(held.log)
    await castBallot(voter.kept().ballots?.[0]?.text as string)
    const last = held.log.at(-1) as LogEntry
    await voter.memory.update(now => ({ ...now, head: { height: last.height, hash: last.hash } }))
    voter.server.readLogPage = readLogPage
    expect(await getKindOfThrownBallotAlarm(requireNewestOwnBallotToBeLastInLog(voter))).toBe(
      'older-ballot-counts',
    )
    voter.server.readLogPage = shown.serve(getVoter(3)).readLogPage
    expect(await getKindOfThrownBallotAlarm(requireNewestOwnBallotToBeLastInLog(voter))).toBe('log-rewritten')
  }, 60_000)
})

describe('verifyElectionLogAndResendLostBallot', () => {
  const stated = { isRollFixed: false, hasLog: true, isOpen: true, credential: 'a', ballotHash: null }
  const votedDevice = async (voted: TestElection) => {
    const voter = await createTestDevice(voted, getVoter(3), { pins })
    await confirmElectionReviewAndCastVote(voter, 1, [[0, 1]])
    return voter
  }

  it("the voter's device raises an alarm when the election page has no event log although the device has already seen one", async () => {
    const voter = await votedDevice(copyElection())
    voter.server.readLogPage = async () => ({ head: null, events: [] })
    for (const status of [{ isRollFixed: true }, {}])
      expect(
        await getKindOfThrownBallotAlarm(
          verifyElectionLogAndResendLostBallot(voter, { ...stated, ...status, hasLog: false }),
        ),
      ).toBe('log-rewritten')
    expect(
      await verifyElectionLogAndResendLostBallot(await createTestDevice(election, getVoter(4)), {
        ...stated,
        hasLog: false,
      }),
    ).toEqual({
      hasResent: false,
    })
  }, 60_000)

  it('a voter device raises an alarm when the log was truncated and the server rejects the ballot that the device sends again', async () => {
    const voter = await votedDevice(copyElection())
    voter.server.readLogPage = election.serve(getVoter(3)).readLogPage
    voter.server.castBallot = () => Promise.reject(new Error('409'))
    expect(await getKindOfThrownBallotAlarm(verifyElectionLogAndResendLostBallot(voter, stated))).toBe(
      'log-rewritten',
    )
  }, 60_000)

  it('verifyElectionLogAndResendLostBallot throws when the server withholds the election log or rejects the lost ballot that the device sends again', async () => {
    const voter = await votedDevice(copyElection())
    voter.server.castBallot = () => Promise.reject(new Error('409'))
    const { readLogPage } = voter.server
    voter.server.readLogPage = () => Promise.reject(new Error('500'))
    await expect(verifyElectionLogAndResendLostBallot(voter, stated)).rejects.toThrow('500')
    const { hash, height } = election.log.at(-1) as LogEntry
    await voter.memory.update(now => ({ ...now, head: { height, hash } }))
    voter.server.readLogPage = election.serve(getVoter(3)).readLogPage
    await expect(verifyElectionLogAndResendLostBallot(voter, stated)).rejects.toThrow('409')
    voter.server.readLogPage = readLogPage
    expect(await verifyElectionLogAndResendLostBallot(voter, stated)).toEqual({ hasResent: false })
  }, 60_000)
})

describe('acceptRestoredElectionLog', () => {
  it('acceptRestoredElectionLog lets a device vote in a restored log whose Setup event differs from the one that the device recorded', async () => {
    const voter = await createTestDevice(copyElection(), getVoter(3), { pins })
    await voter.memory.update(now => ({
      ...now,
      setup: 'a'.repeat(64),
      head: { height: 0, hash: 'b'.repeat(64) },
    }))
    expect(await getKindOfThrownBallotAlarm(confirmElectionReviewAndCastVote(voter, 1, [[0, 1]]))).toBe(
      'log-rewritten',
    )
    await acceptRestoredElectionLog(voter)
    expect(await getKindOfThrownBallotAlarm(confirmElectionReviewAndCastVote(voter, 1, [[0, 1]]))).toBe(
      'none',
    )
  }, 60_000)
})
