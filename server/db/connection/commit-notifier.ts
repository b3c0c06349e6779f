/** Notifies subscribers within this process whenever a transaction has committed. */
export interface CommitNotifier {
  /** Subscribes to database commits of this process. Returns a function that cancels the subscription. */
  subscribe(onCommit: () => void): () => void
  notify(): void
}

export function createCommitNotifier(): CommitNotifier {
  const subscribers = new Set<() => void>()
  return {
    subscribe: onCommit => {
      subscribers.add(onCommit)
      return () => void subscribers.delete(onCommit)
    },
    notify: () => {
      for (const onCommit of subscribers) onCommit()
    },
  }
}
