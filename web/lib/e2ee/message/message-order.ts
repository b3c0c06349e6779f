// Detects genuine messages that the server repeats, and messages of an old epoch (group key) after a newer one began.
// Honest servers never repeat or reorder messages, so repeated or reordered messages count as forged.
export interface MessageOrder {
  /** Whether message `id` of epoch `n` (group key) may have sequence number `seq`. Remembers accepted numbers. */
  accepts(message: { id: string; seq: number; n: number }): boolean
  /** Whether an encrypted message precedes sequence number `seq`. Plaintext at that number is then invalid. */
  hasSealedBefore(seq: number): boolean
}

export function createMessageOrderCheck(): MessageOrder {
  const positionOf = new Map<string, number>()
  /** Lowest sequence number among the messages of each epoch (group key). */
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
