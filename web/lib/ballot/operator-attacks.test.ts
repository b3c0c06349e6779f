// Tests attacks by an operator who controls the server, each of which must end in an alarm.
// The operator tries invented trustees, a tally of chosen ballots, altered questions or rolls, and old trustee secrets.
import { beforeAll, describe, expect, it } from 'vitest'
import { createBallot } from '#shared/ballot/ballot/create-ballot.ts'
import { computePublicCredential, serializeCredentials } from '#shared/ballot/credential.ts'
import { serializeElection } from '#shared/ballot/election.ts'
import { generateRandomScalar } from '#shared/ballot/group/scalar.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import {
  createBallotLogEntry,
  createElectionSetupLogEntry,
  createEncryptedTallyLogEntry,
  createEndOfVotingLogEntry,
  type LogEntry,
} from '#shared/ballot/log/log-entry.ts'
import type { Setup } from '#shared/ballot/log/verify-log.ts'
import { hashElectoralRoll, type RollLine } from '#shared/ballot/roll.ts'
import { computeTally } from '#shared/ballot/tally/tally.ts'
import {
  buildKeyShareInputForTrustee,
  buildThresholdTrusteeParameters,
} from '#shared/ballot/trustees/ceremony.ts'
import {
  createKeyShare,
  createTrusteeCertificate,
  createTrusteePolynomial,
  createTrusteeSeed,
} from '#shared/ballot/trustees/trustee.ts'
import { computeElectionPublicKey, serializeTrustees } from '#shared/ballot/trustees/trustees.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { type Identity, signText } from '#web/lib/e2ee/crypto/identity.ts'
import type { Recount } from './ballot-jobs.ts'
import type { CeremonyView } from './election-server.ts'
import { computeOwnVotingCredentialPair, createSignedEnrolment } from './enrol.ts'
import { findRecountContradictions } from './find-recount-contradictions.ts'
import { findElectionLogHashForVoterComparison, formatHashAsDigits } from './log-code.ts'
import { reviewElectionBeforeVoting } from './review-election-before-voting.ts'
import {
  checkAndDecryptTallyAsTrustee,
  confirmElectionReviewAndCastVote,
  createTestDevice,
  createTestIdentityKeys,
  createTestVotersAndTrustees,
  getKindOfThrownBallotAlarm,
  TestElection,
} from './test-election.ts'
import { restoreTrusteeSecretSeed } from './trustee-key-backup.ts'
import { computeTrusteeKeyFingerprints } from './trustee-key-fingerprints.ts'
import {
  readTrusteeSecret,
  submitPartialDecryption,
  submitTrusteeCertificate,
  type TrusteePorts,
  verifyEncryptedTally,
} from './trustee-steps.ts'
import { doesElectoralRollMatchElection } from './verify-electoral-roll.ts'
import { verifyElectoralRollWithOwnEntry } from './verify-electoral-roll-with-own-entry.ts'
import { buildOwnTrusteeCertificate } from './verify-trustee-certificates.ts'
import { castVote, requireNewestOwnBallotToBeLastInLog, requireOwnEnrolmentInElectoralRoll } from './voter.ts'

const election = new TestElection()
let people: Identity[] = []
let pins: Card[] = []
let devices: Awaited<ReturnType<typeof createTestVotersAndTrustees>>['devices'] = []
const getVoter = (at: number) => people[at] as Identity
const getVoterDevice = (at: number) => devices[at] as (typeof devices)[number]
const setupTexts = () => election.log[0]?.data as [string, string, string, string]

/** Builds the election with another electoral roll, on a server that has the genuine key ceremony. */
function openElectionWithRoll(roll: RollLine[]): TestElection {
  const { certificates, polynomials, voutputs } = election
  const forged = Object.assign(new TestElection(), { roll, certificates, polynomials, voutputs })
  forged.open()
  return forged
}

/** Adds the events for the end of voting and for the tally to an election log. */
function closeElectionLog(log: LogEntry[]): TestElection {
  const closed = [...log]
  const ballots = closed.filter(({ type }) => type === 'Ballot').map(({ data }) => data[0] as string)
  closed.push(createEndOfVotingLogEntry(closed.at(-1) as LogEntry))
  closed.push(
    createEncryptedTallyLogEntry(
      closed.at(-1) as LogEntry,
      computeTally(closed[0]?.data[0] as string, ballots),
    ),
  )
  return Object.assign(new TestElection(), { log: closed })
}

/** Creates a trustee's device without stored records, to which the server shows the given log. */
async function lureTrustee(at: number, shown: TestElection) {
  const fresh = await createTestDevice(election, getVoter(at), { index: at + 1, pins })
  const { readLogPage } = shown.serve(getVoter(at))
  return { ...fresh, server: { ...fresh.server, readLogPage }, recount: async () => shown.recount() }
}

beforeAll(async () => {
  ;({ people, devices } = await createTestVotersAndTrustees(election))
  pins = people.map(({ card }) => card)
  election.open()
  for (const [at, voter] of devices.entries())
    await confirmElectionReviewAndCastVote(voter, 1, [at % 2 === 0 ? [1, 0] : [0, 1]])
}, 120_000)

describe('trustees invented by the operator', () => {
  /** Builds a key ceremony whose trustees are accounts made by the operator. */
  async function inventTrustees(size: number, threshold: number) {
    const ghosts = await Promise.all(
      Array.from({ length: size }, (_, at) => createTestIdentityKeys(990 + at)),
    )
    const seeds = ghosts.map(() => createTrusteeSeed())
    const texts = seeds.map((seed, at) => createTrusteeCertificate(seed, { size, threshold, index: at + 1 }))
    const certificates = await Promise.all(
      ghosts.map(async ({ card, sign }, at) => {
        const certificate = texts[at] as string
        const { userId, gen } = card
        const body = {
          size,
          threshold,
          index: at + 1,
          certificate: computeSha256InHex(certificate),
          userId,
          gen,
        }
        const signed = JSON.stringify({ ceremonyId: election.seen.uuid, ...body })
        return { userId, certificate, statement: await signText(sign, 'trustee', signed), card }
      }),
    )
    const polynomials = seeds.map(seed => createTrusteePolynomial(seed, texts))
    const voutputs = seeds.map((seed, at) =>
      createKeyShare(seed, texts, buildKeyShareInputForTrustee(texts, polynomials, at + 1)),
    )
    const trustees = serializeTrustees(
      election.serverKey.publicKey,
      buildThresholdTrusteeParameters(texts, polynomials, voutputs),
    )
    const credentialAuthority = hashElectoralRoll(election.roll)
    const publicKey = computeElectionPublicKey(trustees)
    const text = serializeElection({ ...election.seen, publicKey, credentialAuthority })
    const log = [createElectionSetupLogEntry({ election: text, trustees, credentials: setupTexts()[2] })]
    const forged = Object.assign(new TestElection(), { roll: election.roll, log })
    const ceremony: CeremonyView = {
      ceremonyId: election.seen.uuid,
      size,
      threshold,
      index: null,
      vinput: null,
      voutput: null,
      certificates,
    }
    const votersDevice = async (at: number) => {
      const voter = await createTestDevice(forged, getVoter(at), { pins })
      voter.server.readCeremony = async () => ceremony
      return { ...voter, trustees: certificates.map(({ userId }) => userId) }
    }
    return { votersDevice, forged }
  }

  it('a voter device sends no ballot when the election has a single trustee, or when a minority of the trustees could decrypt', async () => {
    for (const [size, threshold] of [
      [1, 1],
      [3, 1],
    ] as const) {
      const { votersDevice, forged } = await inventTrustees(size, threshold)
      expect(
        await getKindOfThrownBallotAlarm(
          confirmElectionReviewAndCastVote(await votersDevice(3), 1, [[0, 1]]),
        ),
      ).toBe('ceremony-forged')
      expect(forged.log).toHaveLength(1)
    }
  }, 60_000)

  it('a voter device sends no ballot and raises an alarm when the trustees have changed since the voter enrolled', async () => {
    const { votersDevice, forged } = await inventTrustees(3, 2)
    const voter = await votersDevice(3)
    await voter.memory.update(now => ({ ...now, trustees: [1, 2, 3] }))
    expect(await getKindOfThrownBallotAlarm(castVote(voter, 1, [[0, 1]]))).toBe('trustees-replaced')
    expect(forged.log).toHaveLength(1)
  }, 60_000)

  it('the device of a trustee who votes sends no ballot and raises an alarm when the certificate of this trustee is missing', async () => {
    const { votersDevice, forged } = await inventTrustees(3, 2)
    const trustee = await votersDevice(0)
    await trustee.memory.update(now => ({ ...now, secretVersion: 2 }))
    expect(await getKindOfThrownBallotAlarm(castVote(trustee, 1, [[0, 1]]))).toBe('own-certificate-missing')
    expect(forged.log).toHaveLength(1)
  }, 60_000)

  it('a voter device without records asks the voter to confirm the trustees, and asks again when their keys change', async () => {
    const first = await inventTrustees(3, 2)
    const second = await inventTrustees(3, 2)
    const voter = await first.votersDevice(3)
    expect(await getKindOfThrownBallotAlarm(castVote(voter, 1, [[0, 1]]))).toBe('review-needed')
    expect(await getKindOfThrownBallotAlarm(confirmElectionReviewAndCastVote(voter, 1, [[0, 1]]))).toBe(
      'none',
    )
    const other = { ...(await second.votersDevice(3)), memory: voter.memory }
    await voter.memory.update(({ head: _head, ...now }) => now)
    expect(await getKindOfThrownBallotAlarm(castVote(other, 1, [[0, 1]]))).toBe('review-needed')
    expect(second.forged.log).toHaveLength(1)
  }, 60_000)

  it('the review before voting marks trustees whose keys were first seen in this election, even if they are pinned by now', async () => {
    const reviewTrustees = async (voter: TrusteePorts) => {
      const { review } = await reviewElectionBeforeVoting(voter, 1)
      return review.trustees.map(({ userId, isFirstSeen }) => [userId, isFirstSeen])
    }
    const marked = [1, 2, 3].map(userId => [userId, true])
    const knowing = await createTestDevice(election, getVoter(3), { pins })
    expect(await reviewTrustees(knowing)).toEqual([1, 2, 3].map(userId => [userId, false]))
    const unknowing = await createTestDevice(election, getVoter(3), { pins: [getVoter(3).card] })
    expect(await reviewTrustees(unknowing)).toEqual(marked)
    expect(await reviewTrustees(unknowing)).toEqual(marked)
    const afterRoll = await createTestDevice(election, getVoter(3), { pins: [getVoter(3).card] })
    await verifyElectoralRollWithOwnEntry(afterRoll, 1)
    expect(await reviewTrustees(afterRoll)).toEqual(marked)
    const { votersDevice } = await inventTrustees(3, 2)
    const misled = await votersDevice(3)
    expect((await reviewTrustees(misled)).map(([, isFirstSeen]) => isFirstSeen)).toEqual([true, true, true])
  }, 60_000)

  it('the election page and the review before voting show the same codes of trustee keys, and a trustee device raises an alarm when its own key is replaced', async () => {
    const check = async (at: number, server = getVoterDevice(at).server) => ({
      ...getVoterDevice(at),
      server,
      electionUuid: election.seen.uuid,
      own: buildOwnTrusteeCertificate(getVoter(at)),
    })
    const { review } = await reviewElectionBeforeVoting(
      await createTestDevice(election, getVoter(3), { pins }),
      1,
    )
    const ofVoter = await computeTrusteeKeyFingerprints(await check(4))
    expect(ofVoter).toEqual(await computeTrusteeKeyFingerprints(await check(0)))
    expect(ofVoter.all).toBe(formatHashAsDigits(review.trusteesHash))
    expect(ofVoter.trustees).toEqual(review.trustees.map(({ userId, code }) => ({ userId, code })))
    expect(ofVoter.trustees[0]?.code).toMatch(/^(\d{5} ){5}\d{5}$/)
    const impostor = await createTestIdentityKeys(1)
    const forged = Object.assign(new TestElection(), { certificates: Array(3).fill(null) })
    for (const [at, identity] of [impostor, getVoter(1), getVoter(2)].entries())
      await submitTrusteeCertificate(await createTestDevice(forged, identity, { index: at + 1 }))
    const server = forged.serve(getVoter(0))
    expect(await getKindOfThrownBallotAlarm(computeTrusteeKeyFingerprints(await check(0, server)))).toBe(
      'own-certificate-forged',
    )
  }, 60_000)

  it('a voter device sends no ballot when the trustees of the key ceremony are not the people named on the page of the election', async () => {
    const voter = await createTestDevice(election, getVoter(3), { pins })
    const misled = { ...voter, trustees: [1, 2, 9] }
    expect(await getKindOfThrownBallotAlarm(castVote(misled, 1, [[0, 1]]))).toBe('trustees-changed')
  }, 60_000)

  it("a trustee's device signs no certificate for a key ceremony other than its own or for a threshold below the majority of the trustees", async () => {
    const trustee = await createTestDevice(new TestElection(), getVoter(0), { pins })
    const honest = await trustee.server.readCeremony()
    const sent: unknown[] = []
    trustee.server.submitCertificate = async body => void sent.push(body)
    for (const change of [{ ceremonyId: 'AnotherCeremony1111' }, { threshold: 1 }, { size: 2 }]) {
      trustee.server.readCeremony = async () => ({ ...honest, ...change })
      expect(await getKindOfThrownBallotAlarm(submitTrusteeCertificate(trustee))).toBe('ceremony-forged')
    }
    expect(sent).toEqual([])
  })
})

describe('tallies composed by the operator', () => {
  it('a trustee device refuses to decrypt a tally that contains the ballot of one voter among ballots with invented credentials', async () => {
    const [text, trustees] = setupTexts()
    const victim = election.log[4]?.data[0] as string
    const invented = Array.from({ length: 4 }, generateRandomScalar)
    const own = JSON.parse(victim).credential as string
    const credentials = serializeCredentials([own, ...invented.map(computePublicCredential)])
    const log = [createElectionSetupLogEntry({ election: text, trustees, credentials })]
    log.push(createBallotLogEntry(log.at(-1) as LogEntry, victim))
    for (const credential of invented) {
      const ballot = createBallot({ election: text, credential, choices: [[1, 0]] })
      log.push(createBallotLogEntry(log.at(-1) as LogEntry, ballot))
    }
    const trustee = await lureTrustee(0, closeElectionLog(log))
    expect(await getKindOfThrownBallotAlarm(checkAndDecryptTallyAsTrustee(trustee))).toBe('roll-forged')
    expect(election.decryptions).toEqual([])
  }, 60_000)

  it('two trustees see different codes of the closed election log when the server shows each a different selection of genuine ballots', async () => {
    const own = await computeOwnVotingCredentialPair(getVoter(4), 1, election.seen.uuid)
    const again = createBallot({
      election: setupTexts()[0],
      credential: own?.secret as bigint,
      choices: [[0, 1]],
    })
    const longer = [...election.log, createBallotLogEntry(election.log.at(-1) as LogEntry, again)]
    const first = await verifyEncryptedTally(await lureTrustee(0, closeElectionLog(election.log)))
    const second = await verifyEncryptedTally(await lureTrustee(1, closeElectionLog(longer)))
    expect(formatHashAsDigits(first.closing)).toMatch(/^(\d{5} ){11}\d{5}$/)
    expect(formatHashAsDigits(first.closing)).not.toBe(formatHashAsDigits(second.closing))
  }, 60_000)

  it('a trustee device refuses to decrypt a second tally even if the server returns an old copy of the trustee secret', async () => {
    const old = await getVoterDevice(0).server.readSecret()
    const first = closeElectionLog(election.log)
    await checkAndDecryptTallyAsTrustee(await lureTrustee(0, first))
    const now = await getVoterDevice(0).server.readSecret()
    const own = await computeOwnVotingCredentialPair(getVoter(4), 1, election.seen.uuid)
    const choices = [[0, 1]]
    const again = createBallot({ election: setupTexts()[0], credential: own?.secret as bigint, choices })
    const second = closeElectionLog([
      ...election.log,
      createBallotLogEntry(election.log.at(-1) as LogEntry, again),
    ])
    const lured = await lureTrustee(0, second)
    const readOld = async () => ({ version: now.version, blob: old.blob })
    const renumbered = { ...lured, server: { ...lured.server, readSecret: readOld } }
    expect(await getKindOfThrownBallotAlarm(verifyEncryptedTally(renumbered))).toBe('keys-missing')
    const checked = await verifyEncryptedTally(await lureTrustee(0, first))
    expect(
      await getKindOfThrownBallotAlarm(
        submitPartialDecryption(lured, { ...checked, tallyHash: 'a'.repeat(64) }),
      ),
    ).toBe('second-tally')
    const { secret } = await readTrusteeSecret(lured)
    await restoreTrusteeSecretSeed(lured, secret?.seed as string)
    await submitTrusteeCertificate({
      ...lured,
      server: { ...lured.server, submitCertificate: async () => {} },
    })
    expect((await readTrusteeSecret(lured)).secret?.decryptedTally).toBe(checked.tallyHash)
  }, 60_000)
})

describe('credentials added to the election log by the operator', () => {
  /** Builds an election log with the genuine election and roll, but one more credential, which casts a ballot. */
  function stuffLog(): TestElection {
    const [text, trustees, credentials] = setupTexts()
    const secret = generateRandomScalar()
    const listed = serializeCredentials([...JSON.parse(credentials), computePublicCredential(secret)])
    const log = [createElectionSetupLogEntry({ election: text, trustees, credentials: listed })]
    const ballots = election.log.slice(1).map(({ data }) => data[0] as string)
    const stuffed = createBallot({ election: text, credential: secret, choices: [[1, 0]] })
    for (const ballot of [...ballots, stuffed]) log.push(createBallotLogEntry(log.at(-1) as LogEntry, ballot))
    return Object.assign(new TestElection(), { roll: election.roll, log })
  }

  it('a voter device sends no ballot when the election log contains another list of credentials than the server shows the device', async () => {
    const stuffed = stuffLog()
    const voter = await createTestDevice(stuffed, getVoter(3), { pins })
    voter.server.readBooth = () => election.serve(getVoter(3)).readBooth()
    voter.server.readCeremony = () => election.serve(getVoter(3)).readCeremony()
    expect(await getKindOfThrownBallotAlarm(confirmElectionReviewAndCastVote(voter, 1, [[1, 0]]))).toBe(
      'log-rewritten',
    )
    const { setup: _, ...older } = voter.kept()
    const withoutSetup = { ...voter, memory: { ...voter.memory, read: async () => older } }
    expect(await getKindOfThrownBallotAlarm(castVote(withoutSetup, 1, [[1, 0]]))).toBe('log-rewritten')
    expect(stuffed.log.filter(({ type }) => type === 'Ballot')).toHaveLength(election.log.length)
  }, 60_000)

  it('a voter device sends no ballot when the server answers only one of two requests with the genuine list of credentials', async () => {
    const stuffed = stuffLog()
    const voter = await createTestDevice(stuffed, getVoter(3), { pins })
    voter.server.readCeremony = () => election.serve(getVoter(3)).readCeremony()
    let reads = 0
    voter.server.readBooth = () => {
      reads += 1
      return (reads % 2 === 1 ? stuffed : election).serve(getVoter(3)).readBooth()
    }
    expect(await getKindOfThrownBallotAlarm(confirmElectionReviewAndCastVote(voter, 1, [[1, 0]]))).toBe(
      'roll-forged',
    )
    expect(voter.kept().ballots).toBeUndefined()
  }, 60_000)

  it('the recount accepts an archive that matches the signed electoral roll, and reports credentials that are not on the roll', async () => {
    const page = {
      seen: election.seen,
      isPublished: false,
      rollHash: hashElectoralRoll(election.roll),
      head: null,
      results: [null],
    }
    const lines = await election.serve(getVoter(0)).readRollLines()
    const { verify } = getVoterDevice(0)
    const judge = async ({ report }: Recount) => {
      const isRollSigned = await doesElectoralRollMatchElection(report.setup as Setup, lines, verify)
      return findRecountContradictions(report, { ...page, isRollSigned }, {})
    }
    expect(await judge(election.recount())).toEqual([])
    const stuffed = stuffLog().recount()
    expect(stuffed.report.ok).toBe(true)
    expect(findRecountContradictions(stuffed.report, page, {})).toEqual([])
    expect(await judge(stuffed)).toEqual(['roll-differs'])
  }, 60_000)
})

describe('electoral rolls changed by the operator', () => {
  it('an electoral roll entry with a newer self-signed key stops voting until the voter has seen and accepted the entry', async () => {
    const thief = await createTestIdentityKeys(1, 2)
    const { statement } = await createSignedEnrolment(thief, election.seen, election.questionsHash)
    const line = { card: thief.card, late: false, enrolment: statement }
    const forged = openElectionWithRoll([line, ...election.roll.slice(1)])
    const voter = await createTestDevice(forged, getVoter(3), { pins })
    await expect(castVote(voter, 1, [[1, 0]])).rejects.toMatchObject({
      kind: 'roll-keys-renewed',
      review: { lines: { first: 0, late: 0, renewed: 1 } },
    })
    expect(forged.log).toHaveLength(1)
    expect(await getKindOfThrownBallotAlarm(confirmElectionReviewAndCastVote(voter, 1, [[1, 0]]))).toBe(
      'none',
    )
  }, 60_000)

  it('a device that enrolled its user raises an alarm when the electoral roll or the server omits the enrolment', async () => {
    const forged = openElectionWithRoll(election.roll.filter(({ card }) => card.userId !== 4))
    const own = await createTestDevice(forged, getVoter(3), { pins })
    const { enrolment } = getVoterDevice(3).kept()
    await own.memory.update(now => ({ ...now, ...(enrolment && { enrolment }) }))
    expect(await getKindOfThrownBallotAlarm(verifyElectoralRollWithOwnEntry(own, undefined))).toBe(
      'own-line-missing',
    )
    expect(await getKindOfThrownBallotAlarm(requireOwnEnrolmentInElectoralRoll(own, null))).toBe(
      'own-line-missing',
    )
  }, 60_000)
})

describe('ballots kept back by the operator', () => {
  it('a voter device raises an alarm when a ballot that it had replaced is logged after its newest ballot, until the voter votes again', async () => {
    const held = Object.assign(new TestElection(), { ...election, log: [...election.log] })
    const voter = await createTestDevice(held, getVoter(3), { pins })
    const refusing = {
      ...voter,
      server: { ...voter.server, castBallot: () => Promise.reject(new Error('503')) },
    }
    await expect(confirmElectionReviewAndCastVote(refusing, 1, [[1, 0]])).rejects.toThrow('503')
    const first = voter.kept().ballots?.[0]?.text as string
    await castVote(voter, 1, [[0, 1]])
    expect(await getKindOfThrownBallotAlarm(requireNewestOwnBallotToBeLastInLog(voter))).toBe('none')
    await voter.server.castBallot(first)
    expect(await getKindOfThrownBallotAlarm(requireNewestOwnBallotToBeLastInLog(voter))).toBe(
      'older-ballot-counts',
    )
    const { roll } = held
    const page = {
      seen: held.seen,
      isPublished: false,
      rollHash: hashElectoralRoll(roll),
      head: null,
      results: [null],
    }
    expect(findRecountContradictions(held.recount().report, page, voter.kept())).toEqual([
      'older-ballot-counts',
    ])
    await castVote(voter, 1, [[0, 1]])
    expect(await getKindOfThrownBallotAlarm(requireNewestOwnBallotToBeLastInLog(voter))).toBe('none')
    expect(findRecountContradictions(held.recount().report, page, voter.kept())).toEqual([])
  }, 60_000)
})

describe('pages changed by the operator', () => {
  it("the voter's recount reports swapped candidate names, an early result, a different log event, a different electoral roll and a missing ballot", () => {
    const closed = closeElectionLog(election.log)
    const { report } = closed.recount()
    const published = { ...report, stage: 'published' as const, result: '{"result":[[3,2]]}' }
    const { seen, roll } = election
    const results = [{ counts: [3, 2], blank: null }]
    const page = { seen, isPublished: true, rollHash: hashElectoralRoll(roll), head: report.head, results }
    expect(findRecountContradictions(published, page, getVoterDevice(3).kept())).toEqual([])
    const questions = seen.questions.map(question => ({ ...question, answers: ['Siti', 'Ali'] }))
    const exchanged = { ...page, seen: { ...seen, questions } }
    expect(findRecountContradictions(published, exchanged, {})).toEqual(['questions-differ'])
    const early = { ...page, isPublished: false, results: [{ counts: [0, 5], blank: null }] }
    expect(findRecountContradictions(report, early, {})).toEqual(['result-missing'])
    expect(findRecountContradictions(published, early, {})).toEqual(['result-differs'])
    const elsewhere = { ...page, head: { height: 3, hash: 'b'.repeat(64) } }
    expect(findRecountContradictions(published, elsewhere, {})).toEqual(['head-differs'])
    expect(findRecountContradictions(published, page, { rollHash: 'c'.repeat(64) })).toEqual(['roll-differs'])
    expect(findRecountContradictions(published, { ...page, turnout: { enrolled: 5, voted: 5 } }, {})).toEqual(
      [],
    )
    for (const turnout of [
      { enrolled: 5, voted: 4 },
      { enrolled: 6, voted: 5 },
    ])
      expect(findRecountContradictions(published, { ...page, turnout }, {})).toEqual(['turnout-differs'])
    const lost = { ballots: [{ text: '', hash: 'd'.repeat(64), height: 2 }] }
    expect(findRecountContradictions(published, page, lost)).toEqual(['ballot-missing'])
    expect(findElectionLogHashForVoterComparison(report)).toBe(
      closed.log.find(({ type }) => type === 'EndBallots')?.hash,
    )
  }, 60_000)
})
