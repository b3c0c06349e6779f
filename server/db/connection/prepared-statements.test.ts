import { expect, test } from 'vitest'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { openConnectionPool } from './client.ts'
import { prepareStatement } from './prepared-statements.ts'

const database = setUpDatabase()

test('a prepared statement is parsed once per connection and reused by name', async () => {
  const { pool, close } = openConnectionPool(database.url, { max: 1 })
  const addNumbers = prepareStatement<{ sum: number }>('add', 'select $1::int + $2::int as sum')
  for (const [values, sum] of [
    [[1, 2], 3],
    [[20, 22], 42],
  ] as const)
    expect((await addNumbers(pool, [...values])).rows).toEqual([{ sum }])
  const { rows } = await pool.query(
    'select name, (generic_plans + custom_plans)::int as times from pg_prepared_statements',
  )
  expect(rows).toEqual([{ name: 'add', times: 2 }])
  await close()
})

test('declaring two prepared statements with the same name throws', () => {
  prepareStatement('twice', 'select 1')
  expect(() => prepareStatement('twice', 'select 2')).toThrow('twice')
})

test('a prepared statement fails when it takes longer than the timeout of its pool', async () => {
  const { pool, close } = openConnectionPool(database.url, { queryTimeoutMs: 1000 })
  const sleep = prepareStatement('stall', 'select pg_sleep($1)')
  await expect(sleep(pool, [10])).rejects.toThrow(/timeout/)
  await close()
})
