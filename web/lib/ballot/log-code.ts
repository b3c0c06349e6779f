// Formats the hash of an election log, or of trustees' keys, as digits that people can compare.
import type { ArchiveReport } from '#shared/ballot/archive/verify-archive.ts'

/**
 * Formats a SHA-256 hash as 60 digits in groups of five: long enough that no two logs with the same code can be found.
 */
export function formatHashAsDigits(hash: string): string {
  const digits = (BigInt(`0x${hash}`) % 10n ** 60n).toString().padStart(60, '0')
  return digits.match(/.{5}/g)?.join(' ') ?? ''
}

/**
 * Hash that voters compare: of the event that ended voting or, before that, of the newest event in the election
 * archive.
 */
export function findElectionLogHashToCompare({
  ok,
  eventHashes,
  ballots,
  head,
}: ArchiveReport): string | undefined {
  return ok ? (eventHashes[ballots + 1] ?? head?.hash) : undefined
}
