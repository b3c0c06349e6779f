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

/** Of each pool, and of each person's share of one, whom its commits are told to. */
const commitsOf = new WeakMap<object, Commits>()

export function tellCommits(pool: object, commits: Commits | undefined): void {
  if (commits) commitsOf.set(pool, commits)
}

/** The same as another's. */
export function tellCommitsAs(share: object, pool: object): void {
  tellCommits(share, commitsOf.get(pool))
}

/** Something was committed by a connection of this pool. */
export function noteCommit(pool: object): void {
  commitsOf.get(pool)?.note()
}
