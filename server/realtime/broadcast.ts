export interface Broadcast {
  tell(urls: string[]): void
  stop(): void
}

/**
 * What concerns everybody is said at once, and what follows within a second in one word after it: a hundred people who
 * join something must not make everybody ask a hundred times.
 */
export function createBroadcast(say: (urls: string[]) => void, rest = 1000): Broadcast {
  const waiting = new Set<string>()
  let resting: NodeJS.Timeout | undefined

  function sayAll(): void {
    resting = undefined
    if (waiting.size === 0) return
    say([...waiting])
    waiting.clear()
    resting = setTimeout(sayAll, rest).unref()
  }

  return {
    tell: urls => {
      for (const url of urls) waiting.add(url)
      if (!resting) sayAll()
    },
    stop: () => clearTimeout(resting),
  }
}
