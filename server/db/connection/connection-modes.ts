// Settings of a connection pool: read-only, behind a pooler in transaction mode, and a notifier of commits.
// The settings are attached to the pool object, because the code passes pools around as plain pg.Pool objects.
import type { CommitNotifier } from './commit-notifier.ts'

/** Settings that apply to each connection of a connection pool. */
export interface ConnectionMode {
  /** Notifier that is called after each commit on a connection of the pool. */
  commits?: CommitNotifier
  /**
   * SQL for session settings (timeouts) that must be sent at the start of each transaction. Needed only behind a pooler
   * in transaction mode, which gives the connection to another client after each transaction.
   */
  limits?: string
  isReadOnly?: boolean
}

const modes = new WeakMap<object, ConnectionMode>()

export function setConnectionPoolOptions(pool: object, mode: ConnectionMode): void {
  modes.set(pool, mode)
}

export function getConnectionPoolOptions(pool: object): ConnectionMode {
  return modes.get(pool) ?? {}
}

/** Notifies subscribers that a transaction on a connection of this pool has committed. */
export function notifyCommitSubscribers(pool: object): void {
  getConnectionPoolOptions(pool).commits?.notify()
}

/** Builds the SQL that begins a transaction on a connection of this pool. */
export function buildBeginStatement(pool: object, isSnapshot = false): string {
  const { limits, isReadOnly } = getConnectionPoolOptions(pool)
  if (isSnapshot) return `begin isolation level repeatable read read only${limits ? `; ${limits}` : ''}`
  if (!limits) return 'begin'
  return `begin${isReadOnly ? ' read only' : ''}; ${limits}`
}

/**
 * True when even a single statement must run in its own read-only transaction (behind a pooler in transaction mode).
 */
export function needsReadOnlyTransaction(pool: object): boolean {
  const { limits, isReadOnly } = getConnectionPoolOptions(pool)
  return Boolean(limits && isReadOnly)
}
