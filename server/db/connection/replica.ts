// Read replica of the database: requests that accept slightly old data may read from it.
// To serve a read, the replica must contain the user's last change and every event this instance has received.
// A client that receives an event about a change fetches the data at once and must see the change.
// The replica monitor tracks how far the read replica has caught up with the primary database.
// A request that needs newer data than the replica has waits briefly and then reads from the primary.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { findDatabaseErrorInCauseChain, isDatabaseOutage } from '#server/db/errors/database-errors.ts'
import type { Database } from './client.ts'
import type { UserPool } from './user-pool.ts'

export interface Replica {
  database: Database
  /**
   * Resolves to true when the replica contains the user's own changes and all received events. Waits briefly for them.
   */
  waitUntilCurrent(userId: number): Promise<boolean>
  /**
   * Records that this user has just changed something in the database, so that the user's next reads see the change.
   */
  recordUserChange(userId: number): void
  /** Records the time of a received bus event. Later reads use the replica only if it is at least that recent. */
  recordReceivedEvent(): void
  stop(): Promise<void>
}

const checkIntervalMs = 50
const retryDelayMs = 1000
/** Milliseconds that a request waits for the read replica to catch up before it reads from the primary. */
const catchUpTimeoutMs = 100
/** Replication lag in milliseconds above which the replica is not used. */
const maxLagMs = 2000
/**
 * Milliseconds for which the time of a user's last change is stored. Longer than the highest accepted replication lag.
 */
const changeRetentionMs = 10_000

const walPositionQuery = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end as at`

/**
 * Waits until the replica has applied the primary's log (WAL) up to a position. Throws when this takes longer than the
 * maximum lag.
 */
async function waitForReplayOfPosition(
  replica: Database,
  position: string | undefined,
  startedAt: number,
): Promise<void> {
  for (;;) {
    const { rows } = await replica.pool.query<{ isThere: boolean }>(
      `select at >= $1::pg_lsn as "isThere" from (${walPositionQuery}) w`,
      [position],
    )
    if (rows[0]?.isThere) return
    if (performance.now() - startedAt > maxLagMs) throw new Error('the replica is too far behind')
    await sleep(5)
  }
}

/** Stores for each user the time of the last change that the user made, by the monotonic clock. */
function createUserChangeTimes() {
  /** Time at which each user last changed data, by user id. The entries are in order of time. */
  const changedAt = new Map<number, number>()
  return {
    get: (userId: number) => changedAt.get(userId) ?? Number.NEGATIVE_INFINITY,
    record: (userId: number) => {
      const now = performance.now()
      changedAt.delete(userId)
      changedAt.set(userId, now)
      for (const [id, at] of changedAt) {
        if (at > now - changeRetentionMs) break
        changedAt.delete(id)
      }
    },
  }
}

export function startReplicaLagMonitor(
  primary: Database,
  replica: Database,
  log: Pick<Logger, 'warn'>,
): Replica {
  let isStopping = false
  let caughtUpUntil = Number.NEGATIVE_INFINITY
  let lastEventAt = Number.NEGATIVE_INFINITY
  const userChanges = createUserChangeTimes()
  const waiting = new Set<() => void>()

  /**
   * Reads the position in the log (WAL) of the primary and waits until the replica has applied it. All commits before
   * this query are then visible on the replica.
   */
  async function checkReplicaProgress(): Promise<void> {
    const queriedAt = performance.now()
    const { rows } = await primary.pool.query<{ at: string }>('select pg_current_wal_lsn() as at')
    await waitForReplayOfPosition(replica, rows[0]?.at, queriedAt)
    caughtUpUntil = queriedAt
    for (const wake of waiting) wake()
  }

  let isHealthy = true
  async function monitorReplicaPeriodically(): Promise<void> {
    while (!isStopping) {
      try {
        await checkReplicaProgress()
        isHealthy = true
        await sleep(checkIntervalMs)
      } catch (error) {
        if (isHealthy && !isStopping)
          log.warn(
            { err: error },
            'replica: unreachable or too far behind; reading from the primary until it recovers',
          )
        isHealthy = false
        if (!isStopping) await sleep(retryDelayMs)
      }
    }
  }
  const monitoring = monitorReplicaPeriodically()

  function waitUntilReplayed(timestamp: number): Promise<boolean> {
    return new Promise(resolve => {
      const endWait = (isReached: boolean) => {
        clearTimeout(timer)
        waiting.delete(wakeWaitingReads)
        resolve(isReached)
      }
      const wakeWaitingReads = () => {
        if (caughtUpUntil > timestamp) endWait(true)
      }
      const timer = setTimeout(() => endWait(false), catchUpTimeoutMs)
      waiting.add(wakeWaitingReads)
    })
  }

  return {
    database: replica,
    waitUntilCurrent: async userId => {
      const timestamp = Math.max(userChanges.get(userId), lastEventAt)
      if (performance.now() - caughtUpUntil > maxLagMs) return false
      return caughtUpUntil > timestamp || waitUntilReplayed(timestamp)
    },
    recordUserChange: userChanges.record,
    recordReceivedEvent: () => {
      lastEventAt = performance.now()
    },
    stop: async () => {
      isStopping = true
      await monitoring
    },
  }
}

/**
 * True for errors caused by the read replica: it is unreachable, or a recovery conflict cancelled the query (40001).
 */
function isReplicaError(error: unknown): boolean {
  return isDatabaseOutage(error) || findDatabaseErrorInCauseChain(error)?.code === '40001'
}

/**
 * Pool that reads from the replica and falls back to the primary. Its class name contains "Pool", because Drizzle
 * recognizes pools by this word.
 */
export class ReplicaPool {
  readonly #primary: UserPool
  readonly #replica: UserPool
  readonly #isFit: () => Promise<boolean>

  constructor(primary: UserPool, replica: UserPool, isFit: () => Promise<boolean>) {
    this.#primary = primary
    this.#replica = replica
    this.#isFit = isFit
  }

  async #run<T>(work: (pool: UserPool) => Promise<T>): Promise<T> {
    if (!(await this.#isFit())) return work(this.#primary)
    return work(this.#replica).catch(error => {
      if (!isReplicaError(error)) throw error
      return work(this.#primary)
    })
  }

  query = (...statement: unknown[]): Promise<never> => this.#run(pool => pool.query(...statement))

  connect = (): Promise<PoolClient> => this.#run(pool => pool.connect())
}
