// Detects a server that replays genuine messages, or serves one of an old epoch after a newer epoch began.
// Honest servers never replay or reorder messages, so such messages are treated as forged.
export interface MessageOrder {
  /** Returns true if message `id` of epoch `n` may have sequence number `seq`, and remembers the number. */
  accepts(message: { id: string; seq: number; n: number }): boolean
  /** Returns true if an encrypted message precedes sequence number `seq`; plaintext there is then invalid. */
  hasSealedBefore(seq: number): boolean
}

export function createMessageOrderCheck(): MessageOrder {
  const positionOf = new Map<string, number>()
  /** Lowest sequence number of a message of each epoch. */
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
