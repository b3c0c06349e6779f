// Formats the hash of an election log, or of trustees' keys, as digits that people can compare.
import type { ArchiveReport } from '#shared/ballot/archive/verify-archive.ts'

/**
 * Formats a SHA-256 hash as digits in groups of five. The 60 digits of 12 groups are enough that no two logs with the same
 * code can be found.
 */
export function formatHashAsDigits(hash: string, groups = 12): string {
  const length = groups * 5
  const digits = (BigInt(`0x${hash}`) % 10n ** BigInt(length)).toString().padStart(length, '0')
  return digits.match(/.{5}/g)?.join(' ') ?? ''
}

/**
 * Hash that voters compare: of the event that ended voting or, before that, of the newest event in the election
 * archive.
 */
export function findElectionLogHashForVoterComparison({
  ok,
  eventHashes,
  ballots,
  head,
}: ArchiveReport): string | undefined {
  return ok ? (eventHashes[ballots + 1] ?? head?.hash) : undefined
}
