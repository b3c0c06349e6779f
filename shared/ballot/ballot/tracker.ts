/** Splits the tracker of a ballot (its hash) into groups of four characters for display. */
export function splitBallotTrackerIntoBlocks(tracker: string): string[] {
  return tracker.match(/.{1,4}/g) ?? []
}
