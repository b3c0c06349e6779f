// Creates a PostgreSQL database per test file by copying the migrated template of global-setup.ts.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Database, openConnectionPool, openDedicatedConnection } from '#server/db/connection/client.ts'
import { buildDatabaseSuperuserUrl } from './global-setup.ts'

export interface TestDatabase extends Database {
  appUrl: string
  ownerUrl: string
  superuserUrl: string
}

/** Runs SQL statements one after another on a new connection and returns the rows of the last statement. */
export async function runSqlStatements(
  url: string,
  ...statements: string[]
): Promise<Record<string, string>[]> {
  const client = await openDedicatedConnection(url)
  let rows: Record<string, string>[] = []
  for (const statement of statements) rows = (await client.query(statement)).rows
  await client.end()
  return rows
}

const asSuperuser = (statement: string) =>
  runSqlStatements(buildDatabaseSuperuserUrl(inject('appUrl')), statement)

/**
 * Waits until all connections to the test database are closed.
 * A connection cut by force would raise an unhandled error.
 */
const buildWaitForDisconnects = (name: string) => `do $$ begin
  for i in 1..100 loop
    exit when not exists (select 1 from pg_stat_activity where datname = '${name}');
    perform pg_sleep(0.02), pg_stat_clear_snapshot();
  end loop;
end $$`

/**
 * Sets the database function clock_timestamp() of a test database created with ownClock to this time, or back to the
 * real time.
 */
export async function setDatabaseClock({ superuserUrl }: TestDatabase, time?: number): Promise<void> {
  await runSqlStatements(
    superuserUrl,
    `create or replace function public.clock_timestamp() returns timestamptz language sql volatile as
       $$ select ${time ? `timestamptz '${new Date(time).toISOString()}'` : 'pg_catalog.clock_timestamp()'} $$`,
  )
}

export interface TestDatabaseOptions {
  /** True when the test database must have no tables, as tests of the migrations need it. */
  empty?: boolean
  /** True when setDatabaseClock() must be able to replace clock_timestamp() in this test database. */
  ownClock?: boolean
}

/** Creates a test database with a random name. The returned close() drops it. */
export async function createTestDatabase({
  empty = false,
  ownClock = false,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = empty ? 'template1' : 'perantau'
  await asSuperuser(`create database ${name} template ${template} owner perantau_owner strategy file_copy`)
  if (ownClock) await asSuperuser(`alter database ${name} set search_path = public, pg_catalog`)
  const buildUrl = (role: string) => inject('appUrl').replace('perantau@/perantau', `${role}@/${name}`)
  const appUrl = buildUrl('perantau')
  const { url, db, pool, commits, close } = openConnectionPool(appUrl)
  return {
    url,
    db,
    pool,
    commits,
    appUrl,
    ownerUrl: buildUrl('perantau_owner'),
    superuserUrl: buildUrl('postgres'),
    close: async () => {
      await close()
      await asSuperuser(buildWaitForDisconnects(name))
      await asSuperuser(`drop database ${name} with (force)`)
    },
  }
}

/** Creates one test database before the tests of a file and drops it after them. */
export function setUpDatabase(options?: TestDatabaseOptions): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => {
    Object.assign(database, await createTestDatabase(options))
  })
  afterAll(() => database.close?.())
  return database
}
