// Detects messages that the server repeats, and messages with an old group key after one with a newer key.
// Honest servers never repeat or reorder messages, so repeated or reordered messages count as forged.
export interface MessageOrder {
  /**
   * Checks that the server did not reorder messages: whether message `id` with group key number `n` may have the
   * sequence number `seq`. Stores the number if so.
   */
  accepts(message: { id: string; seq: number; n: number }): boolean
  /** Whether an encrypted message precedes position `seq`. If so, an unencrypted message at `seq` is invalid. */
  hasSealedBefore(seq: number): boolean
}

export function createMessageReorderDetector(): MessageOrder {
  const positionOf = new Map<string, number>()
  /** Lowest position (sequence number) among the messages of each epoch (group key). */
  const firstPositionOf = new Map<number, number>()

  return {
    accepts: ({ id, seq, n }) => {
      if ((positionOf.get(id) ?? seq) !== seq) return false
      for (const [later, first] of firstPositionOf) if (later > n && first < seq) return false
      positionOf.set(id, seq)
      firstPositionOf.set(n, Math.min(firstPositionOf.get(n) ?? seq, seq))
      return true
    },
    hasSealedBefore: seq => [...firstPositionOf.values()].some(first => first < seq),
  }
}
