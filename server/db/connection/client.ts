import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type CommitNotifier, createCommitNotifier } from './commit-notifier.ts'
import { setConnectionPoolOptions } from './connection-modes.ts'
import { createQueryBuilder } from './query-builder.ts'
import { runTransaction, type TransactionMode } from './transaction.ts'

/** Query interface of a connection pool, of the connections reserved for one user, or of an open transaction. */
export type Db = Omit<NodePgDatabase, '$client' | 'transaction'> & {
  /** Connection pool or single connection on which prepared statements are executed. */
  source: Pick<pg.Pool, 'query'>
  transaction<T>(work: (tx: Db) => Promise<T>, mode?: TransactionMode): Promise<T>
}

export interface Database {
  url: string
  db: Db
  pool: pg.Pool
  commits: CommitNotifier
  close(): Promise<void>
}

/**
 * Purpose of a database connection. PostgreSQL shows the purpose in `application_name`, for example `perantau
 * listener`.
 */
type Purpose =
  | 'app'
  | 'reads'
  | 'replica'
  | 'listener'
  | 'jobs'
  | 'worker'
  | 'backup'
  | 'restore'
  | 'migration'
  | 'start'
  | 'admin'

export function buildPostgresApplicationName(purpose?: Purpose): string {
  return purpose ? `perantau ${purpose}` : 'perantau'
}

interface Options {
  purpose?: Purpose
  max?: number
  /** Query timeout in milliseconds for all connections of the pool. */
  queryTimeoutMs?: number
  /** True when PostgreSQL refuses writes on the connections, except in transactions that are declared read-write. */
  isReadOnly?: boolean
  /** Notifier that is called after each commit on a connection of the pool. Several pools may share one notifier. */
  commits?: CommitNotifier
  /** True when the URL leads to a pooler in transaction mode, which provides a connection for one transaction only. */
  isTransactionPooled?: boolean
  /** True when the names of prepared statements are removed, because the pooler may not support them. */
  hasNoStatementNames?: boolean
}

/** Creates the query interface of a database connection pool. */
export function createDatabaseClientForPool(pool: Pick<pg.Pool, 'query' | 'connect'>): Db {
  const statements = createQueryBuilder(pool as pg.Pool)
  const transaction: Db['transaction'] = (work, mode) => runTransaction(pool, work, mode)
  return Object.assign(statements, { source: pool, transaction }) as unknown as Db
}

/** Removes statement names: poolers in transaction mode (PgBouncer before 1.21) do not keep prepared statements. */
function clearPreparedStatementNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const hasStatementName = (given: unknown) => typeof given === 'object' && given !== null && 'name' in given
  Object.assign(client, {
    query: (statement: object, ...rest: unknown[]) =>
      query(hasStatementName(statement) ? { ...statement, name: undefined } : statement, ...rest),
  })
}

/** A request that gets no connection from the pool fails sooner than its SQL statement would have timed out. */
export function getConnectionTimeoutMs(queryTimeoutMs: number): number {
  return Math.round(queryTimeoutMs * 0.8)
}

export function openConnectionPool(url: string, options: Options = {}): Database {
  const { max = 10, queryTimeoutMs = 20_000, commits = createCommitNotifier() } = options
  const { isReadOnly = false, isTransactionPooled = false, hasNoStatementNames = false, purpose } = options
  const longest = {
    statement_timeout: Math.round(queryTimeoutMs * 0.9),
    idle_in_transaction_session_timeout: 30_000,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: getConnectionTimeoutMs(queryTimeoutMs),
    keepAlive: true,
    // A connection pooler rejects connections with startup parameters that it does not support.
    ...(isTransactionPooled ? {} : longest),
    // The server process enforces the query timeout itself, because a hanging PostgreSQL ignores statement_timeout.
    query_timeout: queryTimeoutMs,
    application_name: buildPostgresApplicationName(purpose),
    // Read-only mode is set after connecting, so that options in the connection URL cannot switch it off.
    onConnect: async client => {
      if (isReadOnly && !isTransactionPooled) await client.query('set default_transaction_read_only = on')
    },
  })
  // The pool replaces an idle database connection when it breaks.
  // Without a listener for the pool's error event, a broken idle connection would end the server process.
  pool.on('error', () => {})
  // A connection that breaks inside a transaction makes the next query fail, so its error event needs no handling.
  pool.on('connect', client => client.on('error', () => {}))
  if (hasNoStatementNames) pool.on('connect', clearPreparedStatementNames)
  const limits = Object.entries(longest).map(([name, value]) => `set local ${name} = ${value}`)
  setConnectionPoolOptions(pool, {
    commits,
    isReadOnly,
    ...(isTransactionPooled && { limits: limits.join('; ') }),
  })
  return { url, db: createDatabaseClientForPool(pool), pool, commits, close: () => pool.end() }
}

/**
 * Opens a dedicated connection outside the pool, for migrations, backups and advisory locks. Without `queryTimeoutMs`,
 * queries have no time limit.
 */
export async function openDedicatedConnection(
  url: string,
  { purpose, queryTimeoutMs }: { purpose?: Purpose; queryTimeoutMs?: number } = {},
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    query_timeout: queryTimeoutMs,
    connectionTimeoutMillis: 10_000,
    application_name: buildPostgresApplicationName(purpose),
  })
  // The break of a dedicated connection needs no handling here, because it makes the next query fail.
  // Without a listener for its error event, a broken dedicated connection would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Returns the name of the PostgreSQL role in a database URL. */
export async function readDatabaseRoleName(url: string): Promise<string> {
  const client = await openDedicatedConnection(url, { purpose: 'start' })
  const { rows } = await client.query<{ name: string }>('select current_user as name')
  await client.end()
  return rows[0]?.name as string
}
