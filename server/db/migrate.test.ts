import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, setUpDatabase, type TestDatabase } from '#server/test/harness/database.ts'
import { type Migration, migrate, migrations } from './migrate.ts'

async function queryDatabase<T extends pg.QueryResultRow>(text: string, url: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

const listSortedNames = (list: Migration[]) => list.map(({ name }) => name)

describe('migrate', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase({ empty: true })
  })
  afterEach(() => database.close())
  const queryAsOwner = (text: string) => queryDatabase(text, database.ownerUrl)

  test('five server instances that start together on an empty database apply each migration once', async () => {
    const applied = await Promise.all(
      Array.from({ length: 5 }, () => migrate(database.ownerUrl, { appRole: 'perantau' })),
    )
    expect(applied.flat().sort()).toEqual(listSortedNames(migrations))
    expect(await queryAsOwner('select name from schema_migrations order by name')).toEqual(
      migrations.map(({ name }) => ({ name })),
    )
    expect(await migrate(database.ownerUrl)).toEqual([])
  })

  test('a migration whose database connection is killed midway changes nothing and can run again', async () => {
    const slow: Migration = {
      name: '9000_slow',
      sql: 'create table half (id int); --> statement-breakpoint\n select pg_sleep(60);',
    }
    const running = migrate(database.ownerUrl, { wanted: [slow] }).catch(error => error)
    for (let victims: object[] = []; victims.length === 0; ) {
      victims = await queryDatabase(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
        database.superuserUrl,
      )
    }
    expect(await running).toBeInstanceOf(Error)
    expect(await queryAsOwner("select to_regclass('half') as half")).toEqual([{ half: null }])
    const repeatable = { ...slow, sql: slow.sql.replace('60', '0') }
    expect(await migrate(database.ownerUrl, { wanted: [repeatable] })).toEqual(['9000_slow'])
  })

  test('migrate applies a missing migration even if a migration with a later name was applied before', async () => {
    const early: Migration = { name: '9001_early', sql: 'create table early (id int)' }
    const late: Migration = { name: '9002_late', sql: 'create table late (id int)' }
    await migrate(database.ownerUrl, { wanted: [late] })
    expect(await migrate(database.ownerUrl, { wanted: [early, late] })).toEqual(['9001_early'])
  })

  test('migrate fails when an applied migration was changed, but accepts other line endings', async () => {
    const first: Migration = { name: '9003_first', sql: 'create table first (id int)' }
    await migrate(database.ownerUrl, { wanted: [first] })
    const changed = { ...first, sql: 'create table first (id bigint)' }
    await expect(migrate(database.ownerUrl, { wanted: [changed] })).rejects.toThrow('9003_first was changed')
    const otherLineEnds = { ...first, sql: first.sql.replaceAll('\n', '\r\n') }
    await expect(migrate(database.ownerUrl, { wanted: [otherLineEnds] })).resolves.toEqual([])
  })

  test('a migration marked outside-transaction can create an index concurrently', async () => {
    const concurrent: Migration = {
      name: '9004_concurrent',
      sql: '-- outside-transaction\ncreate table t (id int); --> statement-breakpoint\ncreate index concurrently t_id on t (id);',
    }
    expect(await migrate(database.ownerUrl, { wanted: [concurrent] })).toEqual(['9004_concurrent'])
  })
})

/** Every test database is cloned from a template that was migrated with both roles. */
describe('privileges of the application role', () => {
  const database = setUpDatabase()

  const insert = `insert into audit_events (kind) values ('auth.login')`

  test('the application role can insert audit events and read them', async () => {
    await queryDatabase(insert, database.appUrl)
    expect(await queryDatabase('select kind from audit_events', database.appUrl)).toEqual([
      { kind: 'auth.login' },
    ])
  })

  test.each([
    `update audit_events set kind = 'x'`,
    'delete from audit_events',
    'truncate audit_events',
    'alter table audit_events disable trigger all',
    'drop table audit_events',
    'alter table users add column x int',
    'create table mine (id int)',
    'drop table users',
    `insert into schema_migrations (name, hash) values ('x', 'y')`,
    'delete from schema_migrations',
  ])('the application role is denied: %s', async statement => {
    await expect(queryDatabase(statement, database.appUrl)).rejects.toThrow(/permission denied|must be owner/)
  })

  test('the database role of the application can add a job and read the list of jobs', async () => {
    const [job] = await queryDatabase<{ id: string }>(
      `select id from graphile_worker.add_job('ujian', '{}')`,
      database.appUrl,
    )
    expect(Number(job?.id)).toBeGreaterThan(0)
    expect(await queryDatabase(`select task_identifier from graphile_worker.jobs`, database.appUrl)).toEqual([
      { task_identifier: 'ujian' },
    ])
  })
})
