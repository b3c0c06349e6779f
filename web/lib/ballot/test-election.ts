// Election server in memory for tests. A test can change each field to make the server behave dishonestly.

import { verifyArchive } from '#shared/ballot/archive/verify-archive.ts'
import { serializeCredentials } from '#shared/ballot/credential.ts'
import { hashElectionQuestions, serializeElection } from '#shared/ballot/election.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import {
  createBallotLogEntry,
  createElectionSetupLogEntry,
  createEncryptedTallyLogEntry,
  createEndOfVotingLogEntry,
  type LogEntry,
  type LogHead,
} from '#shared/ballot/log/log-entry.ts'
import { hashElectoralRoll, type RollLine } from '#shared/ballot/roll.ts'
import { computeTally } from '#shared/ballot/tally/tally.ts'
import { buildElectionArchive } from '#shared/ballot/test/generated-election.ts'
import {
  buildKeyShareInputForTrustee,
  buildThresholdTrusteeParameters,
} from '#shared/ballot/trustees/ceremony.ts'
import { createElectionServerKeyPair } from '#shared/ballot/trustees/single.ts'
import { computeElectionPublicKey, serializeTrustees } from '#shared/ballot/trustees/trustees.ts'
import type { DecryptionBody } from '#shared/contracts/elections/elections.schemas.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { createIdentityKeys, generateKeySeed, type Identity } from '#web/lib/e2ee/crypto/identity.ts'
import type { KeyVerdict } from '#web/lib/e2ee/trust/trust.ts'
import { BallotAlarm } from './ballot-alarm.ts'
import { type Recount, runElectionComputation } from './ballot-jobs.ts'
import type { DeviceElectionRecord } from './device-election-record.ts'
import type { ElectionServer } from './election-server.ts'
import type { SeenElection } from './enrol.ts'
import { reviewElectionBeforeVoting, storeConfirmedElectionReview } from './review-election-before-voting.ts'
import {
  submitKeyShare,
  submitPartialDecryption,
  submitTrusteeCertificate,
  submitTrusteePolynomial,
  type TrusteePorts,
  verifyEncryptedTally,
} from './trustee-steps.ts'
import type { ListedCertificate } from './verify-trustee-certificates.ts'
import { castVote, enrolVoter, readElectionLogSinceLastVisit } from './voter.ts'

const size = 3
const threshold = 2

export class TestElection {
  readonly seen: SeenElection = {
    uuid: 'TestEection11111111',
    name: 'Pemilihan',
    description: '',
    questions: [{ answers: ['Ali', 'Siti'], min: 1, max: 1, question: 'Pengerusi?' }],
  }
  readonly certificates: (ListedCertificate | null)[] = Array(size).fill(null)
  readonly polynomials: string[] = []
  readonly voutputs: string[] = []
  readonly decryptions: string[] = []
  readonly lostEvents: LogHead[] = []
  roll: RollLine[] = []
  log: LogEntry[] = []
  readonly secrets = new Map<number, { version: number; blob: string | null }>()
  /** Hashes of the ballots that a newer ballot of the same voter has replaced. */
  replacedBallots = new Set<string>()
  readonly serverKey = createElectionServerKeyPair()

  /** Opens voting in the test election, with the electoral roll and the completed key ceremony. */
  open(): void {
    const texts = this.certificates.map(entry => (entry as ListedCertificate).certificate)
    const parameters = buildThresholdTrusteeParameters(texts, this.polynomials, this.voutputs)
    const trustees = serializeTrustees(this.serverKey.publicKey, parameters)
    const election = serializeElection({
      ...this.seen,
      publicKey: computeElectionPublicKey(trustees),
      credentialAuthority: hashElectoralRoll(this.roll),
    })
    const credentials = serializeCredentials(
      this.roll.map(({ enrolment }) => JSON.parse(enrolment.body).credential as string),
    )
    this.log = [createElectionSetupLogEntry({ election, trustees, credentials })]
  }

  close(): void {
    const ballots = this.log.filter(({ type }) => type === 'Ballot').map(({ data }) => data[0] as string)
    this.log.push(createEndOfVotingLogEntry(this.#head))
    this.log.push(
      createEncryptedTallyLogEntry(this.#head, computeTally(this.log[0]?.data[0] as string, ballots)),
    )
  }

  get #head(): LogEntry {
    return this.log.at(-1) as LogEntry
  }

  /** Builds the interface through which one user calls the election server of the test. */
  serve(identity: Identity, index = 1): ElectionServer {
    const { card } = identity
    const { userId } = card
    const secret = () => this.secrets.get(userId) ?? { version: 0, blob: null }
    return {
      archiveUrl: 'memory',
      enrol: async ({ statement }) => {
        this.roll.push({ card, late: false, enrolment: statement })
      },
      readBooth: async () => {
        if (this.log.length === 0) return undefined
        const [election = '', trustees = '', credentials = ''] = this.log[0]?.data ?? []
        return { election, trustees, credentials }
      },
      readRollLines: async () =>
        this.roll.map(line => ({
          ...line,
          name: `Voter ${line.card.userId}`,
          hasVoted: false,
          isMerged: false,
        })),
      readLogPage: async from => ({
        head: this.log.length > 0 ? { height: this.#head.height, hash: this.#head.hash } : null,
        events: this.log.slice(from, from + 3).map(({ height, type, hash, parent, data }) => ({
          height,
          type,
          hash,
          parent,
          payload: data.length > 0 ? computeSha256InHex(data.at(-1) as string) : null,
        })),
      }),
      castBallot: async ballot => {
        const entry = createBallotLogEntry(this.#head, ballot)
        this.log.push(entry)
        return { hash: computeSha256InHex(ballot), height: entry.height, head: entry }
      },
      isBallotReplaced: async hash => this.replacedBallots.has(hash),
      reportLostEvent: async head => {
        this.lostEvents.push(head)
      },
      readCeremony: async () => {
        const isRouted = index <= size && this.polynomials.filter(Boolean).length === size
        const texts = this.certificates.map(entry => entry?.certificate ?? '')
        return {
          ceremonyId: this.seen.uuid,
          size,
          threshold,
          index,
          certificates: this.certificates,
          vinput: isRouted ? buildKeyShareInputForTrustee(texts, this.polynomials, index) : null,
          voutput: this.voutputs[index - 1] ?? null,
        }
      },
      readSecret: async () => secret(),
      saveSecret: async ({ version, blob }) => {
        if (secret().version !== version) throw new Error('409')
        this.secrets.set(userId, { version: version + 1, blob })
        return { version: version + 1 }
      },
      submitCertificate: async ({ certificate, statement }) => {
        this.certificates[index - 1] = { userId, certificate, statement, card }
      },
      submitPolynomial: async polynomial => {
        this.polynomials[index - 1] = polynomial
      },
      submitVoutput: async voutput => {
        this.voutputs[index - 1] = voutput
      },
      submitDecryption: async ({ partialDecryption }) => {
        this.decryptions.push(partialDecryption)
      },
    }
  }

  /** Verifies and recounts an election archive in memory. */
  recount(log: LogEntry[] = this.log): Recount {
    const report = verifyArchive(buildElectionArchive(log))
    const tally = log.find(({ type }) => type === 'EncryptedTally')?.data
    return {
      report,
      tallyHash: report.ok && tally ? computeSha256InHex(tally[0] as string) : undefined,
      encryptedTally: tally?.[0],
      numTallied: report.voters,
    }
  }

  get questionsHash(): string {
    return hashElectionQuestions(this.seen)
  }
}

export function createTestIdentityKeys(userId: number, gen = 1): Promise<Identity> {
  return createIdentityKeys(generateKeySeed(), userId, gen)
}

/** Creates a function that compares public keys with the pinned keys in `cards`. Tests may add keys later. */
export function mockPinnedKeyComparison(cards: Card[]): (card: Card) => KeyVerdict {
  return card => {
    const pin = cards.find(({ userId }) => userId === card.userId)
    if (!pin) return 'first'
    if (pin.gen === card.gen) return pin.sign === card.sign ? 'same' : 'swapped'
    return card.gen > pin.gen ? 'newer' : 'older'
  }
}

/** Creates a user's device with keys, stored records and pinned keys, connected to a possibly dishonest server. */
export async function createTestDevice(
  election: TestElection,
  identity: Identity,
  { index = 1, pins = [] as Card[], server = {} as Partial<ElectionServer> } = {},
): Promise<TrusteePorts & { kept: () => DeviceElectionRecord }> {
  let kept: DeviceElectionRecord = {}
  const known = [...pins]
  const { verify } = await loadEllipticCurveImplementation()
  return {
    identity,
    seen: election.seen,
    server: { ...election.serve(identity, index), ...server },
    memory: {
      read: async () => kept,
      update: async change => {
        kept = change(kept)
      },
    },
    kept: () => kept,
    compareCard: mockPinnedKeyComparison(known),
    recordCards: async cards => {
      for (const card of cards) if (!known.some(({ userId }) => userId === card.userId)) known.push(card)
    },
    rollHash: hashElectoralRoll(election.roll),
    trustees: [1, 2, 3],
    verify,
    encrypt: job => runElectionComputation(job, () => {}) as Promise<string>,
    recount: async () => election.recount(),
    decrypt: (text, encryptedTally, privateKey) =>
      runElectionComputation(
        { kind: 'decrypt', election: text, encryptedTally, privateKey },
        () => {},
      ) as Promise<DecryptionBody>,
  }
}

/** Confirms trustees and electoral roll like a user who has looked at them, and then votes. */
export async function confirmElectionReviewAndCastVote(
  ports: TrusteePorts,
  gen: number,
  choices: number[][],
) {
  await readElectionLogSinceLastVisit(ports)
  const { review } = await reviewElectionBeforeVoting(ports, gen)
  await storeConfirmedElectionReview(ports, review.hash)
  return castVote(ports, gen, choices)
}

/** Verifies the tally and decrypts it, as a trustee does after comparing codes with the other trustees. */
export async function checkAndDecryptTallyAsTrustee(ports: TrusteePorts): Promise<void> {
  await submitPartialDecryption(ports, await verifyEncryptedTally(ports))
}

/** Creates five enrolled users, three of whom have completed the key ceremony as trustees. */
export async function createTestVotersAndTrustees(election: TestElection) {
  const people = await Promise.all([1, 2, 3, 4, 5].map(userId => createTestIdentityKeys(userId)))
  const pins = people.map(({ card }) => card)
  const devices = await Promise.all(
    people.map((identity, at) => createTestDevice(election, identity, { index: at + 1, pins })),
  )
  for (const step of [submitTrusteeCertificate, submitTrusteePolynomial, submitKeyShare])
    for (const trustee of devices.slice(0, 3)) await step(trustee)
  for (const voter of devices) await enrolVoter(voter, election.questionsHash)
  return { people, devices }
}

/** Returns the kind of the ballot alarm that rejected the promise, or 'none'. Throws any other error. */
export async function getKindOfThrownBallotAlarm(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof BallotAlarm) return error.kind
    throw error
  }
  return 'none'
}
