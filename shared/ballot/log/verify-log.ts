// Verifies the public log of an election from its first event on. The order of events is stricter than that of
// belenios-tool: Setup, Ballot*, EndBallots, EncryptedTally, PartialDecryption*, Result.

import { type BallotVerifier, createBallotVerifier } from '#shared/ballot/ballot/verify-ballot.ts'
import { BallotError, requireBallot } from '#shared/ballot/ballot-error.ts'
import { isCredential, parseCredentials } from '#shared/ballot/credential.ts'
import { type Election, parseElection } from '#shared/ballot/election.ts'
import { hashHex } from '#shared/ballot/hash.ts'
import {
  type EventType,
  type LogEvent,
  logEvent,
  ownedPayload,
  parseStructure,
  setupData,
} from '#shared/ballot/structures.ts'
import { openPartialDecryption } from '#shared/ballot/tally/partial-decryption.ts'
import { type CountedTally, type OwnedDecryption, requireResult } from '#shared/ballot/tally/result.ts'
import { Tallier, type Tally } from '#shared/ballot/tally/tally.ts'
import {
  combinePublicKey,
  listVerificationKeys,
  parseTrustees,
  requireTrustees,
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

/** Event types that may follow each event type. */
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

/** Failed check of a log, with the reason for experts. */
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
  /** Hashes of all verified events by height. */
  readonly eventHashes: string[] = []
  /** Number of verified items for each check. */
  readonly counts = new Map<LogCheck, number>()
  private verifier: BallotVerifier | undefined
  private tallier: Tallier | undefined
  private readonly ballotHashes = new Set<string>()
  private readonly voted = new Set<string>()
  private readonly decryptions: OwnedDecryption[] = []

  /** Number of ballots that count: the last one of each voter. */
  get voterCount(): number {
    return this.voted.size
  }

  /** Verifies the next event. Throws a LogFailure when it is wrong; the verifier must not be used afterwards. */
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
    this.head = { height: event.height, hash: hashHex(text) }
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
    const event = parseStructure(logEvent, text)
    requireBallot(event.height === (this.head ? this.head.height + 1 : 0), 'height is not consecutive')
    requireBallot(event.parent === this.head?.hash, 'parent is not the preceding event')
    requireBallot(
      successors[this.lastType].includes(event.type),
      `${event.type} must not follow ${this.lastType}`,
    )
    requireBallot(data.length === dataCounts[event.type], 'wrong number of data files before the event')
    const payload = data.at(-1)
    requireBallot(
      event.payload === (payload === undefined ? undefined : hashHex(payload)),
      'payload is not the preceding data',
    )
    return event
  }

  private addSetup(data: string[]) {
    const [electionText, trustees, credentials, payload] = data as [string, string, string, string]
    const election = this.attempt('election', () => {
      const hashes = parseStructure(setupData, payload)
      requireBallot(hashes.election === hashHex(electionText), 'setup names another election')
      requireBallot(hashes.trustees === hashHex(trustees), 'setup names other trustees')
      requireBallot(hashes.credentials === hashHex(credentials), 'setup names other credentials')
      return parseElection(electionText)
    })
    this.attempt('trustees', () => {
      requireTrustees(parseTrustees(trustees))
      requireBallot(
        combinePublicKey(trustees) === election.publicKey,
        'public key is not that of the trustees',
      )
    })
    this.attempt('credentials', () => {
      requireBallot([...parseCredentials(credentials)].every(isCredential), 'credential is invalid')
    })
    this.setup = { electionText, election, trustees, credentials }
    this.verifier = createBallotVerifier({ election: electionText, credentials })
    this.tallier = new Tallier(election)
  }

  private addBallot(text: string) {
    const verdict = this.verifier?.verify(text)
    requireBallot(verdict !== undefined, 'ballot precedes the setup')
    if (!verdict.ok) throw new BallotError(verdict.failure)
    requireBallot(!this.ballotHashes.has(verdict.hash), 'duplicate')
    this.ballotHashes.add(verdict.hash)
    this.voted.add(verdict.credential)
    this.tallier?.add(verdict.ballot)
  }

  private addTally(encryptedTally: string, sized: string) {
    const expected = this.tallier?.finish()
    requireBallot(expected?.encryptedTally === encryptedTally, 'tally is not that of the ballots')
    requireBallot(expected.sized === sized, 'number of ballots is wrong')
    this.tally = expected
  }

  private countedTally(): CountedTally {
    const { setup, tally } = this
    requireBallot(setup !== undefined && tally !== undefined, 'tally is missing')
    return {
      election: setup.electionText,
      trustees: setup.trustees,
      encryptedTally: tally.encryptedTally,
      numTallied: tally.numTallied,
      partialDecryptions: this.decryptions,
    }
  }

  private addDecryption(partialDecryption: string, owned: string) {
    const { owner, payload } = parseStructure(ownedPayload, owned)
    requireBallot(payload === hashHex(partialDecryption), 'decryption is not the preceding data')
    requireBallot(!this.decryptions.some(other => other.owner === owner), 'trustee decrypted twice')
    const { trustees, encryptedTally } = this.countedTally()
    const publicKey = listVerificationKeys(parseTrustees(trustees))[owner - 1]
    requireBallot(publicKey !== undefined, 'owner is not a trustee')
    const fingerprint = this.setup?.election.fingerprint ?? ''
    openPartialDecryption({ fingerprint, publicKey, encryptedTally, partialDecryption })
    this.decryptions.push({ owner, partialDecryption })
  }

  private addResult(result: string) {
    requireResult(this.countedTally(), result)
    this.result = result
  }
}
