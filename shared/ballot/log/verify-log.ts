// Verifies the public event log of an election from the first event on.
// The required order of events is Setup, Ballot*, EndBallots, EncryptedTally, PartialDecryption*, Result.
// The Belenios specification allows other orders of events, which this verifier rejects.

import { type BallotVerifier, createBallotVerifier } from '#shared/ballot/ballot/verify-ballot.ts'
import { BallotError, throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import { isPublicCredential, parsePublicVoterCredentials } from '#shared/ballot/credential.ts'
import { type Election, parseElection } from '#shared/ballot/election.ts'
import { nobleGroup } from '#shared/ballot/group/noble-group.ts'
import type { PublicBase } from '#shared/ballot/group/public-base.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import {
  type EventType,
  type LogEvent,
  logEvent,
  ownedPayload,
  parseBallotJson,
  setupData,
} from '#shared/ballot/structures.ts'
import {
  type OpenedTally,
  parseEncryptedTally,
  verifyAndParseDecryptionFactors,
} from '#shared/ballot/tally/partial-decryption.ts'
import { verifyElectionResult } from '#shared/ballot/tally/result.ts'
import { Tallier, type Tally } from '#shared/ballot/tally/tally.ts'
import {
  computeElectionPublicKey,
  listTrusteePublicKeys,
  parseTrustees,
  verifyPublicKeyProofsOfAllTrustees,
} from '#shared/ballot/trustees/trustees.ts'
import type { LogHead } from './log-entry.ts'

export const logChecks = [
  'archive',
  'chain',
  'election',
  'trustees',
  'credentials',
  'ballots',
  'tally',
  'decryptions',
  'result',
] as const
export type LogCheck = (typeof logChecks)[number]

/** Types of events that may follow each type of event in an election log. */
const successors: Record<EventType | 'start', EventType[]> = {
  start: ['Setup'],
  Setup: ['Ballot', 'EndBallots'],
  Ballot: ['Ballot', 'EndBallots'],
  EndBallots: ['EncryptedTally'],
  EncryptedTally: ['PartialDecryption'],
  PartialDecryption: ['PartialDecryption', 'Result'],
  Result: [],
}
const dataCounts: Record<EventType, number> = {
  Setup: 4,
  Ballot: 1,
  EndBallots: 0,
  EncryptedTally: 2,
  PartialDecryption: 2,
  Result: 1,
}

export interface Setup {
  electionText: string
  election: Election
  trustees: string
  credentials: string
}

/** Thrown when a check of the election's event log fails. The error message states the technical reason. */
export class LogFailure extends BallotError {
  readonly check: LogCheck

  constructor(check: LogCheck, reason: string) {
    super(reason)
    this.check = check
  }
}

export class LogVerifier {
  head: LogHead | null = null
  setup: Setup | undefined
  lastType: EventType | 'start' = 'start'
  tally: Tally | undefined
  result: string | undefined
  /** Hashes of all verified events, by their position in the election's event log. */
  readonly eventHashes: string[] = []
  /** Number of verified items for each check of the election's event log. */
  readonly counts = new Map<LogCheck, number>()
  private verifier: BallotVerifier | undefined
  private tallier: Tallier | undefined
  readonly ballotHashes = new Set<string>()
  /** Hashes of the ballots that enter the tally: the last ballot of each voter. */
  readonly countedBallots = new Set<string>()
  /** Hash of the ballot that enters the tally, by the credential of its voter. */
  private readonly lastBallots = new Map<string, string>()
  private openedTally: OpenedTally | undefined
  private readonly factors = new Map<number, PublicBase[][]>()

  /**
   * Verifies the next event of the election's event log. Throws a LogFailure when the event is wrong; no event may be
   * added afterwards.
   */
  add({ data, event: text }: { data: string[]; event: string }): void {
    const event = this.attempt('chain', () => this.openEvent(data, text))
    const [first, second] = data as [string, string]
    if (event.type === 'Setup') this.addSetup(data)
    else if (event.type === 'Ballot') this.attempt('ballots', () => this.addBallot(first))
    else if (event.type === 'EncryptedTally') this.attempt('tally', () => this.addTally(first, second))
    else if (event.type === 'PartialDecryption') {
      this.attempt('decryptions', () => this.addDecryption(first, second))
    } else if (event.type === 'Result') this.attempt('result', () => this.addResult(first))
    this.lastType = event.type
    this.head = { height: event.height, hash: computeSha256InHex(text) }
    this.eventHashes.push(this.head.hash)
  }

  private attempt<T>(check: LogCheck, work: () => T): T {
    try {
      const value = work()
      this.counts.set(check, (this.counts.get(check) ?? 0) + 1)
      return value
    } catch (error) {
      if (error instanceof LogFailure || !(error instanceof BallotError)) throw error
      throw new LogFailure(check, error.message)
    }
  }

  private openEvent(data: string[], text: string): LogEvent {
    const event = parseBallotJson(logEvent, text)
    throwBallotErrorUnless(
      event.height === (this.head ? this.head.height + 1 : 0),
      'height is not consecutive',
    )
    throwBallotErrorUnless(event.parent === this.head?.hash, 'parent is not the preceding event')
    throwBallotErrorUnless(
      successors[this.lastType].includes(event.type),
      `${event.type} must not follow ${this.lastType}`,
    )
    throwBallotErrorUnless(
      data.length === dataCounts[event.type],
      'wrong number of data files before the event',
    )
    const payload = data.at(-1)
    throwBallotErrorUnless(
      event.payload === (payload === undefined ? undefined : computeSha256InHex(payload)),
      'payload is not the preceding data',
    )
    return event
  }

  private addSetup(data: string[]) {
    const [electionText, trustees, credentials, payload] = data as [string, string, string, string]
    const election = this.attempt('election', () => {
      const hashes = parseBallotJson(setupData, payload)
      throwBallotErrorUnless(
        hashes.election === computeSha256InHex(electionText),
        'setup names another election',
      )
      throwBallotErrorUnless(hashes.trustees === computeSha256InHex(trustees), 'setup names other trustees')
      throwBallotErrorUnless(
        hashes.credentials === computeSha256InHex(credentials),
        'setup names other credentials',
      )
      return parseElection(electionText)
    })
    this.attempt('trustees', () => {
      verifyPublicKeyProofsOfAllTrustees(parseTrustees(trustees))
      throwBallotErrorUnless(
        computeElectionPublicKey(trustees) === election.publicKey,
        'public key is not that of the trustees',
      )
    })
    this.attempt('credentials', () => {
      throwBallotErrorUnless(
        [...parsePublicVoterCredentials(credentials)].every(isPublicCredential),
        'credential is invalid',
      )
    })
    this.setup = { electionText, election, trustees, credentials }
    this.verifier = createBallotVerifier(nobleGroup, { election: electionText, credentials })
    this.tallier = new Tallier(election)
  }

  private addBallot(text: string) {
    const verdict = this.verifier?.verify(text)
    throwBallotErrorUnless(verdict !== undefined, 'ballot precedes the setup')
    if (!verdict.ok) throw new BallotError(verdict.failure)
    throwBallotErrorUnless(!this.ballotHashes.has(verdict.hash), 'duplicate')
    this.ballotHashes.add(verdict.hash)
    const replaced = this.lastBallots.get(verdict.credential)
    if (replaced !== undefined) this.countedBallots.delete(replaced)
    this.lastBallots.set(verdict.credential, verdict.hash)
    this.countedBallots.add(verdict.hash)
    this.tallier?.add(verdict.ballot)
  }

  private addTally(encryptedTally: string, sized: string) {
    const expected = this.tallier?.finish()
    throwBallotErrorUnless(expected?.encryptedTally === encryptedTally, 'tally is not that of the ballots')
    throwBallotErrorUnless(expected.sized === sized, 'number of ballots is wrong')
    this.tally = expected
    this.openedTally = parseEncryptedTally(encryptedTally)
  }

  private addDecryption(partialDecryption: string, owned: string) {
    const { owner, payload } = parseBallotJson(ownedPayload, owned)
    throwBallotErrorUnless(
      payload === computeSha256InHex(partialDecryption),
      'decryption is not the preceding data',
    )
    throwBallotErrorUnless(!this.factors.has(owner), 'trustee decrypted twice')
    const { setup, openedTally: tally } = this
    throwBallotErrorUnless(setup !== undefined && tally !== undefined, 'tally is missing')
    const publicKey = listTrusteePublicKeys(parseTrustees(setup.trustees))[owner - 1]
    throwBallotErrorUnless(publicKey !== undefined, 'owner is not a trustee')
    const { fingerprint } = setup.election
    this.factors.set(
      owner,
      verifyAndParseDecryptionFactors({ fingerprint, publicKey, tally, partialDecryption }),
    )
  }

  private addResult(result: string) {
    const { setup, tally, factors } = this
    throwBallotErrorUnless(setup !== undefined && tally !== undefined, 'tally is missing')
    verifyElectionResult({ ...tally, trustees: setup.trustees }, factors, result)
    this.result = result
  }
}
