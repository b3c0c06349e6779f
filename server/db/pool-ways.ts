import type { Commits } from './commits.ts'

/** What has to be known of a pool, or of a person's share of one, by whoever is lent a connection of it. */
export interface PoolWays {
  /** Whom its commits are told to. */
  commits?: Commits
  /**
   * Behind a pooler that lends a connection for one transaction nothing can be said once for a connection, because it is
   * somebody else's the next moment. So it is said at the beginning of each transaction: this.
   */
  limits?: string
  isReadOnly?: boolean
}

const ways = new WeakMap<object, PoolWays>()

export function setWays(pool: object, its: PoolWays): void {
  ways.set(pool, its)
}

export function waysOf(pool: object): PoolWays {
  return ways.get(pool) ?? {}
}

/** Something was committed by a connection of this pool. */
export function noteCommit(pool: object): void {
  waysOf(pool).commits?.note()
}

/** How a transaction on a connection of this pool begins. */
export function beginning(pool: object, isSnapshot = false): string {
  const { limits, isReadOnly } = waysOf(pool)
  if (isSnapshot) return `begin isolation level repeatable read read only${limits ? `; ${limits}` : ''}`
  if (!limits) return 'begin'
  return `begin${isReadOnly ? ' read only' : ''}; ${limits}`
}

/** Even a single statement is in a transaction that says it only reads. */
export function mustWrap(pool: object): boolean {
  const { limits, isReadOnly } = waysOf(pool)
  return Boolean(limits && isReadOnly)
}
