/** Notifies subscribers within this process after a transaction has committed. */
export interface Commits {
  /** Returns a function that cancels the subscription. */
  follow(onCommit: () => void): () => void
  note(): void
}

export function createCommits(): Commits {
  const subscribers = new Set<() => void>()
  return {
    follow: onCommit => {
      subscribers.add(onCommit)
      return () => void subscribers.delete(onCommit)
    },
    note: () => {
      for (const onCommit of subscribers) onCommit()
    },
  }
}
