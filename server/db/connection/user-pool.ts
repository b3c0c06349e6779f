import type { Pool, PoolClient } from 'pg'
import { createKeyedSemaphore } from '#server/concurrency/semaphore.ts'
import {
  buildBeginStatement,
  getConnectionPoolOptions,
  needsReadOnlyTransaction,
  setConnectionPoolOptions,
} from './connection-modes.ts'

/**
 * Limits the connections that one user takes from a pool. The class name contains "Pool", because Drizzle recognizes
 * pools by this word.
 */
export class UserPool {
  readonly #pool: Pool
  readonly #acquire: () => Promise<() => void>

  constructor(pool: Pool, acquire: () => Promise<() => void>) {
    this.#pool = pool
    this.#acquire = acquire
    setConnectionPoolOptions(this, getConnectionPoolOptions(pool))
  }

  query = async (...statement: unknown[]): Promise<never> => {
    const release = await this.#acquire()
    try {
      if (needsReadOnlyTransaction(this.#pool)) return await this.#wrapped(statement)
      return (await this.#pool.query(...(statement as [string]))) as never
    } finally {
      release()
    }
  }

  async #wrapped(statement: unknown[]): Promise<never> {
    const client = await this.#pool.connect()
    /** Runs one SQL statement in a read-only transaction of its own, as poolers in transaction mode require. */
    try {
      await client.query(buildBeginStatement(this.#pool))
      const result = (await client.query(...(statement as [string]))) as never
      await client.query('commit')
      client.release()
      return result
    } catch (error) {
      const isOpen = await client.query('rollback').then(
        () => true,
        () => false,
      )
      client.release(!isOpen)
      throw error
    }
  }

  connect = async () => {
    const release = await this.#acquire()
    const client: PoolClient = await this.#pool.connect().catch(error => {
      release()
      throw error
    })
    return {
      query: client.query.bind(client),
      release: (isBroken?: boolean) => {
        client.release(isBroken)
        release()
      },
    } as PoolClient
  }
}

/** Limits each user to two database connections at once. Further queries wait for at most `timeoutMs` milliseconds. */
export function createUserConnectionPools(timeoutMs: number) {
  const semaphore = createKeyedSemaphore({ slots: 2, maxQueueLength: 100, timeoutMs })
  return {
    acquire: semaphore.acquire,
    of: (pool: Pool, personId: number) => new UserPool(pool, () => semaphore.acquire(personId)),
  }
}
