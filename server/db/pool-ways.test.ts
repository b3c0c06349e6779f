// Behind a pooler a connection is somebody else's the next moment: nothing that one says may stay with it.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpDatabase } from '#server/test/database.ts'
import { connect, type Database, databaseOver } from './client.ts'
import { createShares, type PersonalPool } from './personal-pool.ts'

const database = setUpDatabase()
let reads: Database
let writes: Database
let mine: PersonalPool

beforeAll(() => {
  const way = { isPooled: true, isNameless: true, patience: 1000, max: 1 }
  reads = connect(database.url, { ...way, isReadOnly: true })
  writes = connect(database.url, way)
  mine = createShares(1000).of(reads.pool, 1)
})
afterAll(() => Promise.all([reads.close(), writes.close()]))

const state = async ({ pool }: Database) =>
  (
    await pool.query(`select current_setting('default_transaction_read_only') as "isReadOnly",
      current_setting('statement_timeout') as patience, (select count(*) from pg_prepared_statements)::int as named`)
  ).rows[0]

test('one who only reads can change nothing, by a statement or in a transaction, and leaves nothing behind', async () => {
  const db = databaseOver(mine)
  const change = sql`insert into queued_jobs (task, payload, run_at) values ('x', '{}', now())`
  await expect(db.execute(change)).rejects.toThrow()
  await expect(db.transaction(tx => tx.execute(change))).rejects.toThrow()
  const { rows } = await db.execute(sql`select current_setting('transaction_read_only') as "isReadOnly"`)
  expect(rows).toEqual([{ isReadOnly: 'on' }])
  expect(await state(reads)).toEqual({ isReadOnly: 'off', patience: '0', named: 0 })
})

test('a transaction has its patience, the connection none', async () => {
  const { rows } = await writes.db.transaction(tx => tx.execute(sql`show statement_timeout`))
  expect(rows).toEqual([{ statement_timeout: '900ms' }])
  expect(await state(writes)).toEqual({ isReadOnly: 'off', patience: '0', named: 0 })
})
