import { hashBase64 } from '#shared/ballot/hash.ts'

/** Computes the smart ballot tracker of a ballot text (section "Ballots"). */
export function computeTracker(ballot: string): string {
  return hashBase64(ballot)
}

/** Splits a tracker into groups of four characters for display. */
export function groupTracker(tracker: string): string[] {
  return tracker.match(/.{1,4}/g) ?? []
}
