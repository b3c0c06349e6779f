// Tests devices of voters and trustees against a dishonest server. Every contradiction must stop the device.
import { beforeAll, describe, expect, it } from 'vitest'
import { hashElectionQuestions } from '#shared/ballot/election.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import {
  createBallotLogEntry,
  createEncryptedTallyLogEntry,
  createEndOfVotingLogEntry,
  type LogEntry,
} from '#shared/ballot/log/log-entry.ts'
import { hashElectoralRoll, type RollLine } from '#shared/ballot/roll.ts'
import { isPartialDecryptionCorrect } from '#shared/ballot/tally/partial-decryption.ts'
import { computeTally } from '#shared/ballot/tally/tally.ts'
import { createTrusteeCertificate, createTrusteeSeed } from '#shared/ballot/trustees/trustee.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { signText } from '#web/lib/e2ee/crypto/identity.ts'
import { createSignedEnrolment } from './enrol.ts'
import { findRecountContradictions } from './find-recount-contradictions.ts'
import {
  checkAndDecryptTallyAsTrustee,
  confirmElectionReviewAndCastVote,
  createTestDevice,
  createTestIdentityKeys,
  createTestVotersAndTrustees,
  getKindOfThrownBallotAlarm,
  mockPinnedKeyComparison,
  TestElection,
} from './test-election.ts'
import { submitTrusteePolynomial } from './trustee-steps.ts'
import { verifyElectoralRollWithOwnEntry } from './verify-electoral-roll-with-own-entry.ts'
import { type ListedCertificate, verifyTrusteeCertificates } from './verify-trustee-certificates.ts'
import { enrolVoter, readElectionLogSinceLastVisit } from './voter.ts'

const election = new TestElection()
let people: Identity[] = []
const getVoter = (at: number) => people[at] as Identity
type Device = Awaited<ReturnType<typeof createTestDevice>>
let devices: Device[] = []
const getVoterDevice = (at: number) => devices[at] as Device

beforeAll(async () => {
  ;({ people, devices } = await createTestVotersAndTrustees(election))
  election.open()
}, 60_000)

describe('enrolment and electoral roll', () => {
  it('a voter device that has pinned the keys of all voters marks no entry of the electoral roll as doubtful', async () => {
    const lines = await verifyElectoralRollWithOwnEntry(getVoterDevice(3), 1)
    expect(lines.map(({ mark }) => mark)).toEqual(['known', 'known', 'known', 'own', 'known'])
  })

  it('a voter device refuses to enrol when the questions from the server differ from the questions on the screen', async () => {
    expect(await getKindOfThrownBallotAlarm(enrolVoter(getVoterDevice(0), 'f'.repeat(64)))).toBe(
      'questions-changed',
    )
  })

  it('a voter device refuses to enrol when two answers look equal, because the server could swap their pictures', async () => {
    const [question] = election.seen.questions
    for (const other of ['Ali', ' ALI', 'A\u200Bli']) {
      const questions = [{ ...question, answers: ['Ali', other] }]
      const ports = { ...getVoterDevice(0), seen: { ...election.seen, questions } } as ReturnType<
        typeof getVoterDevice
      >
      expect(await getKindOfThrownBallotAlarm(enrolVoter(ports, hashElectionQuestions(ports.seen)))).toBe(
        'questions-changed',
      )
    }
  })

  async function serveRoll(change: (lines: RollLine[]) => RollLine[] | Promise<RollLine[]>, at = 3) {
    const roll = await change([...election.roll])
    const forged = Object.assign(new TestElection(), {
      roll,
      certificates: election.certificates,
      polynomials: election.polynomials,
      voutputs: election.voutputs,
    })
    forged.open()
    const pins = people.map(({ card }) => card)
    return createTestDevice(forged, getVoter(at), { pins })
  }

  async function enrolAs(identity: Identity): Promise<RollLine> {
    const { statement } = await createSignedEnrolment(identity, election.seen, election.questionsHash)
    return { card: identity.card, late: false, enrolment: statement }
  }

  it('a voter device raises an alarm when the electoral roll from the server does not match the hash in the election', async () => {
    const own = await createTestDevice(election, getVoter(3), {
      server: { readRollLines: async () => (await election.serve(getVoter(3)).readRollLines()).slice(1) },
    })
    expect(await getKindOfThrownBallotAlarm(verifyElectoralRollWithOwnEntry(own, 1))).toBe('roll-forged')
  })

  it('a voter device marks an electoral roll entry with a wrong signature as unsigned, and voting stops with an alarm that names the voter', async () => {
    const own = await serveRoll(async lines => {
      const [first, ...rest] = lines as [RollLine, ...RollLine[]]
      const stranger = await enrolAs(await createTestIdentityKeys(1))
      return [{ ...first, enrolment: stranger.enrolment }, ...rest]
    })
    const lines = await verifyElectoralRollWithOwnEntry(own, 1)
    expect(lines.find(({ userId }) => userId === 1)?.mark).toBe('unsigned')
    await expect(confirmElectionReviewAndCastVote(own, 1, [[1, 0]])).rejects.toMatchObject({
      kind: 'roll-line-forged',
      detail: 'Voter 1',
    })
  })

  it('a voter device marks the entry of a voter whose key differs from the pinned key as forged and sends no ballot', async () => {
    const own = await serveRoll(async lines => [
      await enrolAs(await createTestIdentityKeys(1)),
      ...lines.slice(1),
    ])
    const lines = await verifyElectoralRollWithOwnEntry(own, 1)
    expect(lines.find(({ userId }) => userId === 1)?.mark).toBe('forged')
    // The trustee certificates in this test are genuine, so only the electoral roll can stop the ballot.
    expect(await getKindOfThrownBallotAlarm(confirmElectionReviewAndCastVote(own, 1, [[1, 0]]))).toBe(
      'roll-line-forged',
    )
  })

  it('a voter device marks an electoral roll entry as outdated when it has pinned a newer key of that voter', async () => {
    const renewed = await createTestIdentityKeys(1, 2)
    const own = await serveRoll(lines => lines)
    const lines = await verifyElectoralRollWithOwnEntry(
      { ...own, compareCard: mockPinnedKeyComparison([renewed.card]) },
      1,
    )
    expect(lines.find(({ userId }) => userId === 1)?.mark).toBe('outdated')
  })

  it('a voter device raises an alarm when the server has forged or removed the electoral roll entry of its own user', async () => {
    const forged = await serveRoll(async lines => [
      ...lines.slice(0, 3),
      await enrolAs(await createTestIdentityKeys(4)),
      ...lines.slice(4),
    ])
    expect(await getKindOfThrownBallotAlarm(verifyElectoralRollWithOwnEntry(forged, 1))).toBe(
      'own-line-forged',
    )
    const missing = await serveRoll(lines => [...lines.slice(0, 3), ...lines.slice(4)])
    expect(await getKindOfThrownBallotAlarm(verifyElectoralRollWithOwnEntry(missing, 1))).toBe(
      'own-line-missing',
    )
    const uninvited = await serveRoll(lines => lines)
    expect(await getKindOfThrownBallotAlarm(verifyElectoralRollWithOwnEntry(uninvited, undefined))).toBe(
      'own-line-forged',
    )
  })

  it('a voter device marks a key that it sees for the first time as late when the key was published after the announcement of the election', async () => {
    const own = await serveRoll(lines =>
      lines.map(line => (line.card.userId === 1 ? { ...line, late: true } : line)),
    )
    const lines = await verifyElectoralRollWithOwnEntry({ ...own, compareCard: () => 'first' }, 1)
    expect(lines.find(({ userId }) => userId === 1)?.mark).toBe('late')
    expect(lines.find(({ userId }) => userId === 2)?.mark).toBe('first')
  })

  it('the election contains the hash of the electoral roll, so the roll cannot be replaced', () => {
    const { credential_authority } = JSON.parse(election.log[0]?.data[0] as string)
    expect(credential_authority).toBe(hashElectoralRoll(election.roll))
  })
})

describe('trustees', () => {
  async function forgeCertificate(index: number, identity: Identity): Promise<ListedCertificate> {
    const certificate = createTrusteeCertificate(createTrusteeSeed(), { size: 3, threshold: 2, index })
    const { userId, gen } = identity.card
    const body = {
      ceremonyId: election.seen.uuid,
      size: 3,
      threshold: 2,
      index,
      certificate: computeSha256InHex(certificate),
      userId,
      gen,
    }
    const statement = await signText(identity.sign, 'trustee', JSON.stringify(body))
    return { userId, certificate, statement, card: identity.card }
  }

  async function serveCertificates(at: number, forged: ListedCertificate) {
    const honest = election.serve(getVoter(at), at + 1)
    const readCeremony = async () => {
      const view = await honest.readCeremony()
      const certificates = view.certificates.map(entry => (entry?.userId === forged.userId ? forged : entry))
      return { ...view, certificates }
    }
    return { ...getVoterDevice(at), server: { ...getVoterDevice(at).server, readCeremony } }
  }

  it('a trustee device refuses a certificate in the name of its own user that the user did not make', async () => {
    const stranger = await forgeCertificate(1, await createTestIdentityKeys(1))
    expect(
      await getKindOfThrownBallotAlarm(submitTrusteePolynomial(await serveCertificates(0, stranger))),
    ).toBe('own-certificate-forged')
    const replayed = await forgeCertificate(1, getVoter(0))
    expect(
      await getKindOfThrownBallotAlarm(submitTrusteePolynomial(await serveCertificates(0, replayed))),
    ).toBe('own-certificate-forged')
  })

  it('a trustee device refuses a certificate of another trustee signed by a key that differs from the pinned key', async () => {
    const stranger = await forgeCertificate(2, await createTestIdentityKeys(2))
    expect(
      await getKindOfThrownBallotAlarm(submitTrusteePolynomial(await serveCertificates(0, stranger))),
    ).toBe('trustee-key-changed')
    const renewed = await createTestIdentityKeys(2, 2)
    const own = { ...getVoterDevice(0), compareCard: mockPinnedKeyComparison([renewed.card]) }
    expect(await getKindOfThrownBallotAlarm(submitTrusteePolynomial(own))).toBe('trustee-key-changed')
  })

  it('a voter device verifies the trustees and sends no ballot when the server has invented a trustee', async () => {
    const stranger = await forgeCertificate(2, await createTestIdentityKeys(2))
    const voter = await serveCertificates(3, stranger)
    expect(await getKindOfThrownBallotAlarm(confirmElectionReviewAndCastVote(voter, 1, [[1, 0]]))).toBe(
      'trustee-key-changed',
    )
  })

  it('verifyTrusteeCertificates rejects a certificate that was signed for another key ceremony or another trustee position', async () => {
    const list = election.certificates as ListedCertificate[]
    const own = { userId: 9, cards: [], certificate: undefined }
    const ceremony = { ceremonyId: 'AnotherCeremony1111', size: 3, threshold: 2 }
    const { verify } = getVoterDevice(0)
    expect(
      await getKindOfThrownBallotAlarm(verifyTrusteeCertificates(list, ceremony, own, () => 'same', verify)),
    ).toBe('certificate-unsigned')
    const swapped = [list[1], list[0], list[2]] as ListedCertificate[]
    const same = { ...ceremony, ceremonyId: election.seen.uuid }
    expect(
      await getKindOfThrownBallotAlarm(verifyTrusteeCertificates(swapped, same, own, () => 'same', verify)),
    ).toBe('certificate-unsigned')
  })
})

describe('voting', () => {
  it('a voter device finds the ballot that it cast in the election log and stores the newest hash of the log', async () => {
    for (const [at, voter] of devices.entries()) {
      const cast = await confirmElectionReviewAndCastVote(voter, 1, [at % 2 === 0 ? [1, 0] : [0, 1]])
      expect(election.log[cast.height]?.data[0]).toBe(voter.kept().ballots?.[0]?.text)
      expect(voter.kept().head).toEqual(cast.head)
    }
  }, 60_000)

  it('a voter device raises an alarm when the server accepts a ballot that does not appear in the election log', async () => {
    const { readLogPage } = getVoterDevice(0).server
    const castBallot = async (ballot: string) => ({
      hash: computeSha256InHex(ballot),
      height: 2,
      head: election.log[2] as LogEntry,
    })
    const voter = { ...getVoterDevice(0), server: { ...getVoterDevice(0).server, castBallot, readLogPage } }
    expect(await getKindOfThrownBallotAlarm(confirmElectionReviewAndCastVote(voter, 1, [[1, 0]]))).toBe(
      'ballot-missing',
    )
  })

  it('a voter device raises an alarm when the election log was rewritten, truncated or emptied since the last visit', async () => {
    const [setup, first, second] = election.log as [LogEntry, LogEntry, LogEntry]
    const rewritten = [setup, createBallotLogEntry(setup, second.data[0] as string)]
    for (let at = 2; at < election.log.length; at += 1) {
      rewritten.push(createBallotLogEntry(rewritten.at(-1) as LogEntry, first.data[0] as string))
    }
    for (const log of [rewritten, election.log.slice(0, 3), []]) {
      const forged = Object.assign(new TestElection(), { log })
      const watcher = { ...getVoterDevice(4), server: forged.serve(getVoter(4)) }
      expect(await getKindOfThrownBallotAlarm(readElectionLogSinceLastVisit(watcher))).toBe('log-rewritten')
    }
    expect(await getKindOfThrownBallotAlarm(readElectionLogSinceLastVisit(getVoterDevice(4)))).toBe('none')
  })
})

describe('count', () => {
  it('a trustee device decrypts the tally computed from the ballots in the election log', async () => {
    election.close()
    await checkAndDecryptTallyAsTrustee(getVoterDevice(0))
    const [text = '', trustees = ''] = election.log[0]?.data ?? []
    const encryptedTally = election.log.at(-1)?.data[0] as string
    const partialDecryption = election.decryptions[0] as string
    expect(
      isPartialDecryptionCorrect({ election: text, trustees, encryptedTally, owner: 2, partialDecryption }),
    ).toBe(true)
  }, 60_000)

  /** Builds an election log without one of the ballots, in which all hashes are computed anew. */
  function countWithoutOneBallot(): LogEntry[] {
    const log = election.log.slice(0, 1)
    const ballots = election.log.filter(({ type }) => type === 'Ballot').map(({ data }) => data[0] as string)
    for (const ballot of ballots.slice(1)) log.push(createBallotLogEntry(log.at(-1) as LogEntry, ballot))
    log.push(createEndOfVotingLogEntry(log.at(-1) as LogEntry))
    const tally = computeTally(election.log[0]?.data[0] as string, ballots.slice(1))
    log.push(createEncryptedTallyLogEntry(log.at(-1) as LogEntry, tally))
    return log
  }

  it('a trustee device refuses an election archive without the log events that the device has already seen', async () => {
    const trustee = { ...getVoterDevice(1), recount: async () => election.recount(countWithoutOneBallot()) }
    expect(await getKindOfThrownBallotAlarm(checkAndDecryptTallyAsTrustee(trustee))).toBe('log-rewritten')
  }, 60_000)

  it('a trustee device refuses to decrypt a second tally, even when the trustee uses a different device', async () => {
    const forged = Object.assign(new TestElection(), { log: countWithoutOneBallot() })
    const fresh = await createTestDevice(election, getVoter(0), {
      index: 1,
      pins: people.map(({ card }) => card),
    })
    const { readLogPage } = forged.serve(getVoter(0))
    const lured = {
      ...fresh,
      server: { ...fresh.server, readLogPage },
      recount: async () => ({ ...forged.recount(), numTallied: 5 }),
    }
    expect(await getKindOfThrownBallotAlarm(checkAndDecryptTallyAsTrustee(lured))).toBe('second-tally')
    const rolledBack = { ...getVoterDevice(0).server, readSecret: async () => ({ version: 1, blob: null }) }
    expect(
      await getKindOfThrownBallotAlarm(
        checkAndDecryptTallyAsTrustee({ ...getVoterDevice(0), server: rolledBack }),
      ),
    ).toBe('second-tally')
  }, 60_000)

  it('a trustee device refuses to decrypt fewer than five ballots', async () => {
    const small = { ...getVoterDevice(2), recount: async () => ({ ...election.recount(), numTallied: 4 }) }
    expect(await getKindOfThrownBallotAlarm(checkAndDecryptTallyAsTrustee(small))).toBe('too-few-ballots')
  }, 60_000)

  it('the recount reports a missing result, a replaced electoral roll, another election and a rewritten election log', () => {
    const { report } = election.recount()
    const shown = {
      seen: election.seen,
      isPublished: false,
      rollHash: hashElectoralRoll(election.roll),
      head: null,
      results: [null],
    }
    const memory = { head: getVoterDevice(4).kept().head }
    expect(findRecountContradictions(report, shown, memory as never)).toEqual([])
    expect(findRecountContradictions(report, { ...shown, isPublished: true }, {})).toEqual(['result-missing'])
    expect(findRecountContradictions(report, { ...shown, rollHash: 'a'.repeat(64) }, {})).toEqual([
      'roll-differs',
    ])
    expect(
      findRecountContradictions(report, { ...shown, seen: { ...election.seen, uuid: 'x' } }, {}),
    ).toEqual(['other-election'])
    expect(findRecountContradictions(report, shown, { head: { height: 3, hash: 'b'.repeat(64) } })).toEqual([
      'log-rewritten',
    ])
    const published = { ...report, stage: 'published' as const, result: '{"result":[[3,2]]}' }
    const results = [{ counts: [5, 0], blank: null }]
    expect(findRecountContradictions(published, { ...shown, isPublished: true, results }, {})).toEqual([
      'result-differs',
    ])
  }, 60_000)
})
