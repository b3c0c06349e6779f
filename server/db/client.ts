import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { collectEffects } from './after-commit.ts'

/** The pool or a transaction: every service takes one as its first argument. */
export type Db = Omit<NodePgDatabase, '$client'>

export interface Database {
  url: string
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

export function connect(url: string, { max = 10 }: { max?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // Shorter than the two seconds within which a call has to be told that the database is gone.
    connectionTimeoutMillis: 1500,
    keepAlive: true,
    statement_timeout: 15_000,
    // The server's own limit says nothing when the server itself hangs.
    query_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'perantau',
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // The same for one that breaks while a transaction holds it: its next query says so.
  pool.on('connect', client => client.on('error', () => {}))
  const db = drizzle(pool, { casing: 'snake_case' })
  collectEffects(db)
  return { url, db, pool, close: () => pool.end() }
}

/** A connection of its own, for what the pool is not for: migrations, backups, locks. */
export async function connectClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'perantau',
  })
  // Whoever uses the connection learns of its end from the next query; without a listener the process would die.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}
