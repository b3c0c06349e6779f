// Connection modes: what must be known about a pool before one of its connections is used.
// The mode belongs to the pool object, because pools are passed around as plain pg.Pool.
import type { Commits } from './commits.ts'

/** Settings of a pool, or of one user's share of it, that apply to each of its connections. */
export interface PoolWays {
  /** Notified after each commit on a connection of this pool. */
  commits?: Commits
  /**
   * SQL for session limits that must be sent at the start of each transaction.
   * Needed only behind a pooler in transaction mode, where the connection then serves another client.
   */
  limits?: string
  isReadOnly?: boolean
}

const modes = new WeakMap<object, PoolWays>()

export function setWays(pool: object, mode: PoolWays): void {
  modes.set(pool, mode)
}

export function waysOf(pool: object): PoolWays {
  return modes.get(pool) ?? {}
}

/** Reports that a transaction on this pool has committed. */
export function noteCommit(pool: object): void {
  waysOf(pool).commits?.note()
}

/** Builds the SQL that begins a transaction on a connection of this pool. */
export function beginning(pool: object, isSnapshot = false): string {
  const { limits, isReadOnly } = waysOf(pool)
  if (isSnapshot) return `begin isolation level repeatable read read only${limits ? `; ${limits}` : ''}`
  if (!limits) return 'begin'
  return `begin${isReadOnly ? ' read only' : ''}; ${limits}`
}

/** True when even a single statement needs its own read-only transaction (pooler in transaction mode). */
export function mustWrap(pool: object): boolean {
  const { limits, isReadOnly } = waysOf(pool)
  return Boolean(limits && isReadOnly)
}
