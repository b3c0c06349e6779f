import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type Commits, createCommits } from './commits.ts'
import { setWays } from './pool-ways.ts'
import { statementsOver } from './statements.ts'
import { type TransactionMode, transact } from './transaction.ts'

/** The pool, one person's share of it, or a transaction. */
export type Db = Omit<NodePgDatabase, '$client' | 'transaction'> & {
  /** What prepared statements are asked of. */
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
  /** How long a statement may take, in milliseconds. */
  patience?: number
  /** The database itself refuses to change anything by these connections, unless a transaction says it will. */
  isReadOnly?: boolean
  /** Who is told of what these connections commit, where others are told of as well. */
  commits?: Commits
  /** Behind a pooler that lends a connection for one transaction. */
  isPooled?: boolean
  /** Without statements by name, which a pooler may not keep. */
  isNameless?: boolean
}

/** Statements and transactions by connections of this pool. */
export function databaseOver(pool: Pick<pg.Pool, 'query' | 'connect'>): Db {
  const statements = statementsOver(pool as pg.Pool)
  const transaction: Db['transaction'] = (work, mode) => transact(pool, work, mode)
  return Object.assign(statements, { source: pool, transaction }) as unknown as Db
}

/** A pooler that lends a connection for one transaction (PgBouncer before 1.21) keeps no statements by their names. */
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
    // A pooler refuses what it does not know.
    ...(isPooled ? {} : longest),
    // The server's own limit says nothing when the server itself hangs.
    query_timeout: patience,
    application_name: applicationName(purpose),
    // Before anybody gets the connection; whatever options the address itself has.
    onConnect: async client => {
      if (isReadOnly && !isPooled) await client.query('set default_transaction_read_only = on')
    },
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // The same for one that breaks while a transaction holds it: its next query says so.
  pool.on('connect', client => client.on('error', () => {}))
  if (isNameless) pool.on('connect', forgetNames)
  const limits = Object.entries(longest).map(([name, value]) => `set local ${name} = ${value}`)
  setWays(pool, { commits, isReadOnly, ...(isPooled && { limits: limits.join('; ') }) })
  return { url, db: databaseOver(pool), pool, commits, close: () => pool.end() }
}

/**
 * A connection of its own, for what the pool is not for: migrations, backups, locks. `patience`: how long an answer may
 * take, in milliseconds; left out, as long as it does.
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

/** Whom the server takes somebody for who comes by this address. */
export async function roleOf(url: string): Promise<string> {
  const client = await connectClient(url, { purpose: 'start' })
  const { rows } = await client.query<{ name: string }>('select current_user as name')
  await client.end()
  return rows[0]?.name as string
}
