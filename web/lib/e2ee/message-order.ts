// What a server could do with genuine messages: serve one twice, or one of an old key after a new one came. Honest
// ones never do, so either is a forgery.
export interface MessageOrder {
  /** Whether a message may stand at this place; what is right is remembered. */
  accepts(message: { id: string; seq: number; n: number }): boolean
  /** Whether something sealed was met further back: nothing plain comes after that. */
  hasSealedBefore(seq: number): boolean
}

export function createMessageOrder(): MessageOrder {
  const placeOf = new Map<string, number>()
  /** The first place at which each epoch was met. */
  const firstOf = new Map<number, number>()

  return {
    accepts: ({ id, seq, n }) => {
      if ((placeOf.get(id) ?? seq) !== seq) return false
      for (const [later, first] of firstOf) if (later > n && first < seq) return false
      placeOf.set(id, seq)
      firstOf.set(n, Math.min(firstOf.get(n) ?? seq, seq))
      return true
    },
    hasSealedBefore: seq => [...firstOf.values()].some(first => first < seq),
  }
}
