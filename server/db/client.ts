import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type Commits, createCommits } from './commits.ts'
import { setWays } from './pool-ways.ts'
import { statementsOver } from './statements.ts'
import { type TransactionMode, transact } from './transaction.ts'

/** Query interface of a connection pool, of one user's share of a pool, or of an open transaction. */
export type Db = Omit<NodePgDatabase, '$client' | 'transaction'> & {
  /** Pool or connection on which prepared statements are executed. */
  source: Pick<pg.Pool, 'query'>
  transaction<T>(work: (tx: Db) => Promise<T>, mode?: TransactionMode): Promise<T>
}

export interface Database {
  url: string
  db: Db
  pool: pg.Pool
  commits: Commits
  close(): Promise<void>
}

/** The purpose of a connection. PostgreSQL shows it in `application_name`, for example `perantau listener`. */
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

export function applicationName(purpose?: Purpose): string {
  return purpose ? `perantau ${purpose}` : 'perantau'
}

interface Options {
  purpose?: Purpose
  max?: number
  /** Query timeout in milliseconds. */
  patience?: number
  /** PostgreSQL refuses writes on these connections, except in transactions that are declared read-write. */
  isReadOnly?: boolean
  /** Notified after each commit on these connections. Several pools may share one notifier. */
  commits?: Commits
  /** The URL leads to a pooler in transaction mode, which assigns a connection for one transaction only. */
  isPooled?: boolean
  /** Strips the names of prepared statements, because the pooler may not support them. */
  isNameless?: boolean
}

/** Creates the query interface on top of a pool. */
export function databaseOver(pool: Pick<pg.Pool, 'query' | 'connect'>): Db {
  const statements = statementsOver(pool as pg.Pool)
  const transaction: Db['transaction'] = (work, mode) => transact(pool, work, mode)
  return Object.assign(statements, { source: pool, transaction }) as unknown as Db
}

/** Strips statement names: poolers in transaction mode (PgBouncer before 1.21) do not keep prepared statements. */
function forgetNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const isNamed = (given: unknown) => typeof given === 'object' && given !== null && 'name' in given
  Object.assign(client, {
    query: (statement: object, ...rest: unknown[]) =>
      query(isNamed(statement) ? { ...statement, name: undefined } : statement, ...rest),
  })
}

export function connect(url: string, options: Options = {}): Database {
  const { max = 10, patience = 20_000, commits = createCommits() } = options
  const { isReadOnly = false, isPooled = false, isNameless = false, purpose } = options
  const longest = {
    statement_timeout: Math.round(patience * 0.9),
    idle_in_transaction_session_timeout: 30_000,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // A request that gets no connection must fail before its statement would have timed out.
    connectionTimeoutMillis: Math.round(patience * 0.8),
    keepAlive: true,
    // A pooler rejects startup parameters that it does not know.
    ...(isPooled ? {} : longest),
    // Client-side timeout: PostgreSQL cannot enforce its own statement_timeout while the server hangs.
    query_timeout: patience,
    application_name: applicationName(purpose),
    // Read-only mode is set on connect, so that options in the connection URL cannot override it.
    onConnect: async client => {
      if (isReadOnly && !isPooled) await client.query('set default_transaction_read_only = on')
    },
  })
  // The pool replaces an idle connection that breaks. Without this listener its error would end the process.
  pool.on('error', () => {})
  // A connection may also break inside a transaction. Its next query reports that, so the error is ignored here.
  pool.on('connect', client => client.on('error', () => {}))
  if (isNameless) pool.on('connect', forgetNames)
  const limits = Object.entries(longest).map(([name, value]) => `set local ${name} = ${value}`)
  setWays(pool, { commits, isReadOnly, ...(isPooled && { limits: limits.join('; ') }) })
  return { url, db: databaseOver(pool), pool, commits, close: () => pool.end() }
}

/**
 * Opens a dedicated connection outside the pool, for migrations, backups and advisory locks.
 * `patience` is the query timeout in milliseconds. Without it, queries may take any time.
 */
export async function connectClient(
  url: string,
  { purpose, patience }: { purpose?: Purpose; patience?: number } = {},
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    query_timeout: patience,
    connectionTimeoutMillis: 10_000,
    application_name: applicationName(purpose),
  })
  // The next query reports a broken connection. Without this listener its error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Returns the name of the PostgreSQL role that this URL connects as. */
export async function roleOf(url: string): Promise<string> {
  const client = await connectClient(url, { purpose: 'start' })
  const { rows } = await client.query<{ name: string }>('select current_user as name')
  await client.end()
  return rows[0]?.name as string
}
