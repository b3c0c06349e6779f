// Verifies an election archive piece by piece and reports the result of each named check.
import { BallotError } from '#shared/ballot/ballot-error.ts'
import type { LogHead } from '#shared/ballot/log/log-entry.ts'
import {
  type LogCheck,
  LogFailure,
  LogVerifier,
  logChecks,
  type Setup,
} from '#shared/ballot/log/verify-log.ts'
import type { EventType } from '#shared/ballot/structures.ts'
import type { Tally } from '#shared/ballot/tally/tally.ts'
import { ArchiveReader } from './read-archive.ts'

/** Last stage that the archived election has reached, for example the result. */
export type ArchiveStage = 'empty' | 'open' | 'closed' | 'tallied' | 'decrypting' | 'published'

const stages: Record<EventType | 'start', ArchiveStage> = {
  start: 'empty',
  Setup: 'open',
  Ballot: 'open',
  EndBallots: 'closed',
  EncryptedTally: 'tallied',
  PartialDecryption: 'decrypting',
  Result: 'published',
}

export interface CheckOutcome {
  name: LogCheck
  state: 'passed' | 'failed' | 'not-reached'
  /** Number of items, such as ballots, that this check of the election archive has verified. */
  count: number
  failure?: string
}

export interface ArchiveReport {
  ok: boolean
  stage: ArchiveStage
  head: LogHead | null
  /** Hashes of all verified events, by their position in the election's event log. */
  eventHashes: string[]
  /** Hashes of all verified ballots. */
  ballotHashes: ReadonlySet<string>
  /** Hashes of the ballots that enter the tally: the last ballot of each voter. */
  countedBallots: ReadonlySet<string>
  checks: CheckOutcome[]
  setup: Setup | undefined
  ballots: number
  voters: number
  /** Text of the verified election result, as the archive contains it. */
  result: string | undefined
}

export class ArchiveVerifier {
  private readonly reader = new ArchiveReader()
  private readonly log = new LogVerifier()
  private failure: { check: LogCheck; reason: string } | undefined
  private readonly onProgress: ((counts: ReadonlyMap<LogCheck, number>) => void) | undefined

  constructor(onProgress?: (counts: ReadonlyMap<LogCheck, number>) => void) {
    this.onProgress = onProgress
  }

  /**
   * Encrypted tally that was computed from the verified ballots; undefined until the event log of the election contains
   * a tally.
   */
  get tally(): Tally | undefined {
    return this.failure ? undefined : this.log.tally
  }

  /**
   * Verifies the next bytes of the election archive. Returns false after a failed check; later bytes are then ignored.
   */
  push(chunk: Uint8Array): boolean {
    if (this.failure) return false
    this.attempt(() => {
      for (const entry of this.reader.push(chunk)) {
        this.log.add(entry)
        this.log.counts.set('archive', (this.log.counts.get('archive') ?? 0) + entry.data.length + 1)
        this.onProgress?.(this.log.counts)
      }
    })
    return this.failure === undefined
  }

  /** Ends the verification of the election archive and returns the report. */
  finish(): ArchiveReport {
    if (!this.failure) {
      this.attempt(() => {
        this.reader.finish()
        if (this.log.lastType === 'start') throw new BallotError('archive has no events')
      })
    }
    const { counts, head, eventHashes, ballotHashes, countedBallots, setup, lastType, result } = this.log
    return {
      ok: this.failure === undefined,
      stage: stages[lastType],
      head,
      eventHashes,
      ballotHashes,
      countedBallots,
      checks: logChecks.map(name => this.outcome(name)),
      setup,
      ballots: counts.get('ballots') ?? 0,
      voters: countedBallots.size,
      result: this.failure ? undefined : result,
    }
  }

  private attempt(work: () => void) {
    try {
      work()
    } catch (error) {
      if (!(error instanceof BallotError)) throw error
      const check = error instanceof LogFailure ? error.check : 'archive'
      this.failure = { check, reason: error.message }
    }
  }

  private outcome(name: LogCheck): CheckOutcome {
    const count = this.log.counts.get(name) ?? 0
    if (this.failure?.check === name) return { name, state: 'failed', count, failure: this.failure.reason }
    return { name, state: count > 0 ? 'passed' : 'not-reached', count }
  }
}

/** Verifies an election archive that is in memory as a whole. */
export function verifyArchive(archive: Uint8Array): ArchiveReport {
  const verifier = new ArchiveVerifier()
  verifier.push(archive)
  return verifier.finish()
}
