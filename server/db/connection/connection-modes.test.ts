// Connection modes behind a pooler in transaction mode: no setting may remain on a connection after its transaction.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { createDatabaseClientForPool, type Database, openConnectionPool } from './client.ts'
import { createUserConnectionPools, type UserPool } from './user-pool.ts'

const database = setUpDatabase()
let reads: Database
let writes: Database
let userPool: UserPool

beforeAll(() => {
  const poolOptions = { isTransactionPooled: true, hasNoStatementNames: true, queryTimeoutMs: 1000, max: 1 }
  reads = openConnectionPool(database.url, { ...poolOptions, isReadOnly: true })
  writes = openConnectionPool(database.url, poolOptions)
  userPool = createUserConnectionPools(1000).of(reads.pool, 1)
})
afterAll(() => Promise.all([reads.close(), writes.close()]))

const readSessionState = async ({ pool }: Database) =>
  (
    await pool.query(`select current_setting('default_transaction_read_only') as "isReadOnly",
      current_setting('statement_timeout') as patience, (select count(*) from pg_prepared_statements)::int as named`)
  ).rows[0]

test('a read-only database pool behind PgBouncer rejects writes and leaves no setting on the connection', async () => {
  const db = createDatabaseClientForPool(userPool)
  const insertJob = sql`insert into queued_jobs (task, payload, run_at) values ('x', '{}', now())`
  await expect(db.execute(insertJob)).rejects.toThrow()
  await expect(db.transaction(tx => tx.execute(insertJob))).rejects.toThrow()
  const { rows } = await db.execute(sql`select current_setting('transaction_read_only') as "isReadOnly"`)
  expect(rows).toEqual([{ isReadOnly: 'on' }])
  expect(await readSessionState(reads)).toEqual({ isReadOnly: 'off', patience: '0', named: 0 })
})

test('a database pool behind PgBouncer sets statement_timeout per transaction and not on the connection', async () => {
  const { rows } = await writes.db.transaction(tx => tx.execute(sql`show statement_timeout`))
  expect(rows).toEqual([{ statement_timeout: '900ms' }])
  expect(await readSessionState(writes)).toEqual({ isReadOnly: 'off', patience: '0', named: 0 })
})
