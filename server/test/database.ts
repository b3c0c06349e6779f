import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, inject } from 'vitest'
import { connect, connectClient, type Database } from '#server/db/client.ts'
import { superuserUrl } from './global-setup.ts'

export interface TestDatabase extends Database {
  appUrl: string
  ownerUrl: string
  superuserUrl: string
}

/** One after the other, over a connection of their own; the rows of the last. */
export async function runAt(url: string, ...statements: string[]): Promise<Record<string, string>[]> {
  const client = await connectClient(url)
  let rows: Record<string, string>[] = []
  for (const statement of statements) rows = (await client.query(statement)).rows
  await client.end()
  return rows
}

const asSuperuser = (statement: string) => runAt(superuserUrl(inject('appUrl')), statement)

/** A worker's connections end a moment after it has; cut off, they would say so to nobody who listens. */
const whenLeft = (name: string) => `do $$ begin
  for i in 1..100 loop
    exit when not exists (select 1 from pg_stat_activity where datname = '${name}');
    perform pg_sleep(0.02), pg_stat_clear_snapshot();
  end loop;
end $$`

/** From now on `clock_timestamp()` says this time, or the right one, in a database that has a clock of its own. */
export async function setClock({ superuserUrl }: TestDatabase, time?: number): Promise<void> {
  await runAt(
    superuserUrl,
    `create or replace function public.clock_timestamp() returns timestamptz language sql volatile as
       $$ select ${time ? `timestamptz '${new Date(time).toISOString()}'` : 'pg_catalog.clock_timestamp()'} $$`,
  )
}

export interface TestDatabaseOptions {
  /** For tests of the migrations themselves. */
  empty?: boolean
  /** For `setClock`. */
  ownClock?: boolean
}

/** A database of one's own. */
export async function createTestDatabase({
  empty = false,
  ownClock = false,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = empty ? 'template1' : 'perantau'
  await asSuperuser(`create database ${name} template ${template} owner perantau_owner strategy file_copy`)
  if (ownClock) await asSuperuser(`alter database ${name} set search_path = public, pg_catalog`)
  const urlFor = (role: string) => inject('appUrl').replace('perantau@/perantau', `${role}@/${name}`)
  const appUrl = urlFor('perantau')
  const { url, db, pool, commits, close } = connect(appUrl)
  return {
    url,
    db,
    pool,
    commits,
    appUrl,
    ownerUrl: urlFor('perantau_owner'),
    superuserUrl: urlFor('postgres'),
    close: async () => {
      await close()
      await asSuperuser(whenLeft(name))
      await asSuperuser(`drop database ${name} with (force)`)
    },
  }
}

/** For a test file: one database, made before its tests and dropped after them. */
export function setUpDatabase(options?: TestDatabaseOptions): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => {
    Object.assign(database, await createTestDatabase(options))
  })
  afterAll(() => database.close?.())
  return database
}
