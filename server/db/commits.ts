/** Tells, within this process, that something was committed. */
export interface Commits {
  /** Until what it returns is called. */
  follow(onCommit: () => void): () => void
  note(): void
}

export function createCommits(): Commits {
  const followers = new Set<() => void>()
  return {
    follow: onCommit => {
      followers.add(onCommit)
      return () => void followers.delete(onCommit)
    },
    note: () => {
      for (const onCommit of followers) onCommit()
    },
  }
}
