import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Db } from './client.ts'
import { databaseCause, isStalled } from './database-errors.ts'
import { beginning, noteCommit } from './pool-ways.ts'
import { statementsOver } from './statements.ts'

type Effect = () => unknown
type Work<T> = (tx: Db) => Promise<T>

export interface TransactionMode {
  /** For several reads that have to fit each other: as of one moment, and without a write. */
  isSnapshot?: boolean
}

/** Anything that lends a connection: the pool, or one person's share of it. */
interface Lender {
  connect(): Promise<Pick<PoolClient, 'query' | 'release'>>
}

/** What each open transaction has to do once it has committed. */
const effectsOf = new WeakMap<object, Effect[]>()

/**
 * For what must not happen when the transaction fails, and may be lost when the process dies right after it:
 * what must not be lost is a job or an announcement in the transaction itself.
 */
export function afterCommit(tx: Db, effect: Effect): void {
  const effects = effectsOf.get(tx)
  if (!effects) throw new Error('afterCommit outside a transaction')
  effects.push(effect)
}

export function isTransaction(db: Db): boolean {
  return effectsOf.has(db)
}

/** The database broke off one of several that waited for each other in a circle; nothing of it has happened. */
function isDeadlock(error: unknown): boolean {
  return ['40P01', '40001'].includes(databaseCause(error)?.code ?? '')
}

async function attempt<T>(lender: Lender, work: Work<T>, { isSnapshot }: TransactionMode) {
  const client = await lender.connect()
  const effects: Effect[] = []
  let isBroken = false
  try {
    // Whether it may write is the pool's to say.
    await client.query(beginning(lender, isSnapshot))
    const statements = statementsOver(client as PoolClient)
    // One within another is part of it: all of both or nothing.
    const transaction = <R>(inner: Work<R>): Promise<R> => inner(tx)
    const tx = Object.assign(statements, { source: client, transaction }) as unknown as Db
    effectsOf.set(tx, effects)
    const result = await work(tx)
    const { command } = await client.query('commit')
    // What PostgreSQL answers when an error before was swallowed: nothing of it has happened.
    if (command === 'ROLLBACK') throw new Error('the transaction had failed before its end')
    return { result, effects }
  } catch (error) {
    // A connection that still waits for an answer is good for nothing else.
    isBroken = isStalled(error)
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

const mostAttempts = 5

/** All of it or nothing; once more where it met others in a deadlock. Then what was to follow the commit. */
export async function transact<T>(lender: Lender, work: Work<T>, mode: TransactionMode = {}): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const { result, effects } = await attempt(lender, work, mode)
      if (!mode.isSnapshot) noteCommit(lender)
      // The change is made; whatever an effect does, the caller is not told otherwise.
      await Promise.allSettled(effects.map(async effect => effect()))
      return result
    } catch (error) {
      if (!isDeadlock(error) || tries === mostAttempts) throw error
      // Not all at the same moment again.
      await sleep(Math.random() * 50 * tries)
    }
  }
}
