// Compares a verified archive with what the server shows and with what this device has seen.

import type { ArchiveReport } from '#shared/ballot/archive/verify-archive.ts'
import { parseResult } from '#shared/ballot/tally/result.ts'
import type { ElectionMemory } from './election-memory.ts'

/** What the election's page shows. */
export interface ShownElection {
  uuid: string
  /** Whether the page shows a result. */
  isPublished: boolean
  rollHash: string | null
  /** Counts as the page shows them, by question. */
  results: ({ counts: number[]; blank: number | null } | null)[]
}

export type RecountContradiction =
  /** The archive is of another election. */
  | 'other-election'
  /** A result is shown, but the archive ends before it. */
  | 'result-missing'
  /** The shown result differs from the archive. */
  | 'result-differs'
  /** The archive is bound to another roll. */
  | 'roll-differs'
  /** The archive does not contain the newest event that this device has seen. */
  | 'log-rewritten'

/** Lists contradictions between a valid archive, the page and the memory of this device. Empty: none. */
export function judgeRecount(
  { setup, stage, result, eventHashes }: ArchiveReport,
  shown: ShownElection,
  { head }: Pick<ElectionMemory, 'head'>,
): RecountContradiction[] {
  const found: RecountContradiction[] = []
  if (setup?.election.uuid !== shown.uuid) found.push('other-election')
  if (shown.rollHash !== null && setup?.election.credentialAuthority !== shown.rollHash)
    found.push('roll-differs')
  if (head && eventHashes[head.height] !== head.hash) found.push('log-rewritten')
  if (shown.isPublished && (stage !== 'published' || result === undefined)) found.push('result-missing')
  else if (shown.isPublished && setup && result !== undefined) {
    const counted = JSON.stringify(parseResult(setup.electionText, result))
    if (counted !== JSON.stringify(shown.results)) found.push('result-differs')
  }
  return found
}
