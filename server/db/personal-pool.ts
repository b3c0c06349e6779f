import type { Pool, PoolClient } from 'pg'
import { createKeyedSemaphore } from '#server/concurrency/semaphore.ts'
import { beginning, mustWrap, setWays, waysOf } from './pool-ways.ts'

/** The pool as one person gets it. Drizzle recognises a pool by its class's name. */
export class PersonalPool {
  readonly #pool: Pool
  readonly #acquire: () => Promise<() => void>

  constructor(pool: Pool, acquire: () => Promise<() => void>) {
    this.#pool = pool
    this.#acquire = acquire
    setWays(this, waysOf(pool))
  }

  query = async (...statement: unknown[]): Promise<never> => {
    const release = await this.#acquire()
    try {
      if (mustWrap(this.#pool)) return await this.#wrapped(statement)
      return (await this.#pool.query(...(statement as [string]))) as never
    } finally {
      release()
    }
  }

  async #wrapped(statement: unknown[]): Promise<never> {
    const client = await this.#pool.connect()
    try {
      await client.query(beginning(this.#pool))
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

/** Limits each user to two connections at once. Further requests of the user queue for at most `patience` milliseconds. */
export function createShares(patience: number) {
  const semaphore = createKeyedSemaphore({ slots: 2, longestQueue: 100, patience })
  return {
    acquire: semaphore.acquire,
    of: (pool: Pool, personId: number) => new PersonalPool(pool, () => semaphore.acquire(personId)),
  }
}
