// Compares a verified election archive with the election's page and with the data stored on this device.

import type { ArchiveReport } from '#shared/ballot/archive/verify-archive.ts'
import { parsePublicVoterCredentials } from '#shared/ballot/credential.ts'
import { hashElectionQuestions } from '#shared/ballot/election.ts'
import type { LogHead } from '#shared/ballot/log/log-entry.ts'
import { parseElectionResult } from '#shared/ballot/tally/result.ts'
import { type DeviceElectionRecord, listSupersededOwnBallots } from './device-election-record.ts'
import type { SeenElection } from './enrol.ts'

/** Questions, results and log position as the server states them, to be compared with the verified election archive. */
export interface ShownElection {
  /** Questions and answers in the order in which the election's page shows them. */
  seen: SeenElection
  isPublished: boolean
  rollHash: string | null
  /**
   * Whether the signed electoral roll belongs to the election archive; undefined when the user may not read the roll.
   */
  isRollSigned?: boolean | undefined
  /** Newest event of the election log, as the election's page states. */
  head: LogHead | null
  /** Numbers of voters on the roll and of voters who voted; undefined during voting, while the numbers grow. */
  turnout?: { enrolled: number; voted: number } | undefined
  /** Vote counts that the election's page shows, by question. */
  results: ({ counts: number[]; blank: number | null } | null)[]
}

export type RecountContradiction =
  /** Contradiction: the election archive belongs to another election. */
  | 'other-election'
  /** Contradiction: questions, answers or their order on the election's page differ from the election archive. */
  | 'questions-differ'
  /** Contradiction: the election archive lacks the log event that the election's page states. */
  | 'head-differs'
  /** Contradiction: the election archive lacks this device's newest accepted ballot. */
  | 'ballot-missing'
  /** Contradiction: the election archive counts a ballot that this device replaced by a newer one. */
  | 'older-ballot-counts'
  /** Contradiction: the election's page shows a result, but the election archive ends before the result. */
  | 'result-missing'
  /** Contradiction: the result on the election's page differs from the election archive. */
  | 'result-differs'
  /** Contradiction: the numbers of voters in the election archive differ from those on the election's page. */
  | 'turnout-differs'
  /**
   * Contradiction: the election archive refers to a different electoral roll, or its credentials are not those of the
   * signed roll.
   */
  | 'roll-differs'
  /** Contradiction: the election archive lacks the newest log event that this device has seen before. */
  | 'log-rewritten'

/**
 * Lists contradictions between a valid election archive, the election's page and what this device has stored. Empty if
 * there are none.
 */
export function findRecountContradictions(
  { setup, stage, result, eventHashes, ballotHashes, countedBallots, voters }: ArchiveReport,
  shown: ShownElection,
  memory: DeviceElectionRecord,
): RecountContradiction[] {
  const found: RecountContradiction[] = []
  const contains = (head: LogHead) => eventHashes[head.height] === head.hash
  if (setup?.election.uuid !== shown.seen.uuid) found.push('other-election')
  else if (hashElectionQuestions(setup.election) !== hashElectionQuestions(shown.seen))
    found.push('questions-differ')
  const roll = setup?.election.credentialAuthority
  const isOtherRoll = [shown.rollHash, memory.rollHash].some(
    hash => typeof hash === 'string' && hash !== roll,
  )
  if (isOtherRoll || shown.isRollSigned === false) found.push('roll-differs')
  if (shown.head && !contains(shown.head)) found.push('head-differs')
  if (memory.head && !contains(memory.head)) found.push('log-rewritten')
  const newest = memory.ballots?.findLast(({ height }) => height !== undefined)
  if (newest && !ballotHashes.has(newest.hash)) found.push('ballot-missing')
  if (listSupersededOwnBallots(memory).some(({ hash }) => countedBallots.has(hash)))
    found.push('older-ballot-counts')
  const { turnout } = shown
  const enrolled = setup && parsePublicVoterCredentials(setup.credentials).size
  if (turnout && (turnout.voted !== voters || turnout.enrolled !== enrolled)) found.push('turnout-differs')
  const showsResult = shown.isPublished || shown.results.some(counts => counts !== null)
  if (showsResult && (stage !== 'published' || result === undefined)) found.push('result-missing')
  else if (showsResult && setup && result !== undefined) {
    const counted = JSON.stringify(parseElectionResult(setup.electionText, result))
    if (counted !== JSON.stringify(shown.results)) found.push('result-differs')
  }
  return found
}
