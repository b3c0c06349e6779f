import type { Touched } from '#shared/contracts/socket.ts'

export interface Broadcast {
  tell(touched: Touched): void
  stop(): void
}

/**
 * What concerns everybody is said at once, and what follows within a second in one word after it: a hundred people who
 * join something must not make everybody ask a hundred times.
 */
export function createBroadcast(say: (touched: Touched[]) => void, rest = 1000): Broadcast {
  const waiting = new Map<string, Touched>()
  let resting: NodeJS.Timeout | undefined

  function sayAll(): void {
    resting = undefined
    if (waiting.size === 0) return
    say([...waiting.values()])
    waiting.clear()
    resting = setTimeout(sayAll, rest).unref()
  }

  return {
    tell: ({ topics, by }) => {
      const key = topics.join()
      const before = waiting.get(key)
      // Of several who did the same, none knows of the others.
      const isTheSame = before === undefined || before.by === by
      waiting.set(key, isTheSame ? { topics, by } : { topics })
      if (!resting) sayAll()
    },
    stop: () => clearTimeout(resting),
  }
}
