// A copy of the database that follows it, for reads that may be a moment old: but never older than what the person has
// just changed, nor than what this instance has heard of, because whoever is told that something changed looks at once.
// So it is known at any time up to which moment the copy has followed; who needs a later one waits a little for it, and
// then asks the database itself.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { Database } from './client.ts'
import { databaseCause, isOutage } from './database-errors.ts'
import type { PersonalPool } from './personal-pool.ts'

export interface Replica {
  database: Database
  /** It has followed as far as this person knows of. */
  isFit(userId: number): Promise<boolean>
  /** This person has changed something. */
  noteChange(userId: number): void
  /** This instance has heard that something changed. */
  noteHeard(): void
  stop(): Promise<void>
}

const pauseBetweenLooks = 50
const pauseAfterFailure = 1000
/** How long somebody waits for the copy to follow. */
const patience = 100
/** A copy that is further behind is not asked at all. */
const mostLag = 2000
/** Of people: longer than a copy that is asked can be behind. */
const changesKept = 10_000

const whereItIs = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end as at`

export function followReplica(primary: Database, replica: Database, log: Pick<Logger, 'warn'>): Replica {
  let isStopping = false
  let followedUntil = Number.NEGATIVE_INFINITY
  let heardAt = Number.NEGATIVE_INFINITY
  /** By the clock that never jumps, the oldest first. */
  const changedAt = new Map<number, number>()
  const waiting = new Set<() => void>()

  /** All that was committed before the question to the one is in the answer of the other, once it is as far. */
  async function look(): Promise<void> {
    const askedAt = performance.now()
    const { rows } = await primary.pool.query<{ at: string }>('select pg_current_wal_lsn() as at')
    const goal = rows[0]?.at
    for (;;) {
      const { rows: there } = await replica.pool.query<{ isThere: boolean }>(
        `select at >= $1::pg_lsn as "isThere" from (${whereItIs}) w`,
        [goal],
      )
      if (there[0]?.isThere) break
      if (performance.now() - askedAt > mostLag) throw new Error('the replica is too far behind')
      await sleep(5)
    }
    followedUntil = askedAt
    for (const wake of waiting) wake()
  }

  let isFollowing = true
  async function follow(): Promise<void> {
    while (!isStopping) {
      try {
        await look()
        isFollowing = true
        await sleep(pauseBetweenLooks)
      } catch (error) {
        if (isFollowing && !isStopping)
          log.warn({ err: error }, 'the replica is not asked for the time being')
        isFollowing = false
        if (!isStopping) await sleep(pauseAfterFailure)
      }
    }
  }
  const following = follow()

  function reached(moment: number): Promise<boolean> {
    return new Promise(resolve => {
      const end = (isReached: boolean) => {
        clearTimeout(timer)
        waiting.delete(wake)
        resolve(isReached)
      }
      const wake = () => {
        if (followedUntil > moment) end(true)
      }
      const timer = setTimeout(() => end(false), patience)
      waiting.add(wake)
    })
  }

  return {
    database: replica,
    isFit: async userId => {
      const moment = Math.max(changedAt.get(userId) ?? Number.NEGATIVE_INFINITY, heardAt)
      if (performance.now() - followedUntil > mostLag) return false
      return followedUntil > moment || reached(moment)
    },
    noteChange: userId => {
      const now = performance.now()
      changedAt.delete(userId)
      changedAt.set(userId, now)
      for (const [id, at] of changedAt) {
        if (at > now - changesKept) break
        changedAt.delete(id)
      }
    },
    noteHeard: () => {
      heardAt = performance.now()
    },
    stop: async () => {
      isStopping = true
      await following
    },
  }
}

/** The copy went away, or what was read there was cleared away meanwhile by what it follows. */
function isItsOwnFault(error: unknown): boolean {
  return isOutage(error) || databaseCause(error)?.code === '40001'
}

/** Asks the copy, and where that fails the database itself. Drizzle recognises a pool by its class's name. */
export class LaggingPool {
  readonly #primary: PersonalPool
  readonly #copy: PersonalPool
  readonly #isFit: () => Promise<boolean>

  constructor(primary: PersonalPool, copy: PersonalPool, isFit: () => Promise<boolean>) {
    this.#primary = primary
    this.#copy = copy
    this.#isFit = isFit
  }

  async #ask<T>(question: (pool: PersonalPool) => Promise<T>): Promise<T> {
    if (!(await this.#isFit())) return question(this.#primary)
    return question(this.#copy).catch(error => {
      if (!isItsOwnFault(error)) throw error
      return question(this.#primary)
    })
  }

  query = (...statement: unknown[]): Promise<never> => this.#ask(pool => pool.query(...statement))

  connect = (): Promise<PoolClient> => this.#ask(pool => pool.connect())
}
