// Transactions that are retried after a deadlock, and functions that run after the commit.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { findDatabaseErrorInCauseChain, isClientSideQueryTimeout } from '#server/db/errors/database-errors.ts'
import type { Db } from './client.ts'
import { buildBeginStatement, notifyCommitSubscribers } from './connection-modes.ts'
import { createQueryBuilder } from './query-builder.ts'

type Effect = () => unknown
type Work<T> = (tx: Db) => Promise<T>

export interface TransactionMode {
  /**
   * Makes the transaction read-only with repeatable-read isolation, for reads that must be consistent with each other.
   */
  isSnapshot?: boolean
}

/** Source of database connections: the connection pool, or the part of the pool that one user may use. */
interface ConnectionSource {
  connect(): Promise<Pick<PoolClient, 'query' | 'release'>>
}

/** Functions that each open transaction runs after its commit. */
const effectsOf = new WeakMap<object, Effect[]>()

/**
 * Registers a function that runs after the commit and never after a rollback. A crash right after the commit prevents
 * the call. Code whose effect must not be lost inserts a job or an event in the transaction instead.
 */
export function runAfterCommit(tx: Db, effect: Effect): void {
  const effects = effectsOf.get(tx)
  if (!effects) throw new Error('runAfterCommit outside a transaction')
  effects.push(effect)
}

export function isTransaction(db: Db): boolean {
  return effectsOf.has(db)
}

/** True when PostgreSQL rolled the transaction back because of a deadlock or serialization failure. */
function isDeadlock(error: unknown): boolean {
  return ['40P01', '40001'].includes(findDatabaseErrorInCauseChain(error)?.code ?? '')
}

async function attemptTransaction<T>(
  source: ConnectionSource,
  work: Work<T>,
  { isSnapshot }: TransactionMode,
) {
  const client = await source.connect()
  const effects: Effect[] = []
  let isBroken = false
  try {
    // The connection pool is configured as read-only or writable, which decides whether its transactions may write.
    await client.query(buildBeginStatement(source, isSnapshot))
    const statements = createQueryBuilder(client as PoolClient)
    // A nested transaction joins the outer one, so that both commit or roll back together.
    const transaction = <R>(inner: Work<R>): Promise<R> => inner(tx)
    const tx = Object.assign(statements, { source: client, transaction }) as unknown as Db
    effectsOf.set(tx, effects)
    const result = await work(tx)
    const { command } = await client.query('commit')
    // When code has ignored an error of an earlier statement, PostgreSQL answers COMMIT by rolling back.
    if (command === 'ROLLBACK') throw new Error('the transaction had failed before its end')
    return { result, effects }
  } catch (error) {
    // A connection whose query timed out still waits for the result of that query and cannot be reused.
    isBroken = isClientSideQueryTimeout(error)
    if (!isBroken) {
      await client.query('rollback').catch(() => {
        isBroken = true
      })
    }
    throw error
  } finally {
    client.release(isBroken)
  }
}

const maxAttempts = 5

/**
 * Runs work in a transaction, retries after a deadlock, and runs the functions passed to runAfterCommit after the
 * commit.
 */
export async function runTransaction<T>(
  source: ConnectionSource,
  work: Work<T>,
  mode: TransactionMode = {},
): Promise<T> {
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      const { result, effects } = await attemptTransaction(source, work, mode)
      if (!mode.isSnapshot) notifyCommitSubscribers(source)
      // The transaction is committed, so an error of a function that runs after the commit must not reach the caller.
      await Promise.allSettled(effects.map(async effect => effect()))
      return result
    } catch (error) {
      if (!isDeadlock(error) || attemptNumber === maxAttempts) throw error
      // A random delay before the retry prevents two transactions from causing the same deadlock again.
      await sleep(Math.random() * 50 * attemptNumber)
    }
  }
}
