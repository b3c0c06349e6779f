// When DATABASE_URL cannot be used, the start fails with one sentence that names the setting and the remedy.
// An error message about DATABASE_URL does not contain the password of the URL.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrateDatabase, openDatabase } from '#server/db/setup/open-database.ts'
import { readSettingsFromEnvironment } from '#server/env.ts'
import { StartupError } from '#server/terminal.ts'
import { runSqlStatements, setUpDatabase } from '#server/test/harness/database.ts'

const database = setUpDatabase({ empty: true })
const other = setUpDatabase({ empty: true })
const password = 'rahsia-sekali'
const folder = inject('scratch')

const asSuperuser = (...statements: string[]) => runSqlStatements(database.superuserUrl, ...statements)

/**
 * Makes PostgreSQL require a password for one role; the test server trusts all others. Returns a function that undoes
 * this.
 */
async function requirePassword(role: string): Promise<() => Promise<unknown>> {
  const [setting] = await asSuperuser(`create role ${role} login password 'lain'`, 'show hba_file')
  const file = String(setting?.hba_file)
  const before = readFileSync(file, 'utf8')
  writeFileSync(file, `local all ${role} scram-sha-256\n${before}`)
  await asSuperuser('select pg_reload_conf()')
  return async () => {
    writeFileSync(file, before)
    await asSuperuser('select pg_reload_conf()', `drop role ${role}`)
  }
}

/** Builds the URL of the test database with another role, password or database name. */
function buildUrl(role: string, name?: string): string {
  const url = database.appUrl.replace('perantau@', `${role}@`)
  return name ? url.replace(/\/test_\w+\?/, `/${name}?`) : url
}

/** Opens and migrates the database as every program does. start.built.test.ts checks that the program then exits. */
async function expectRefusal(urls: Record<string, string>, ...texts: string[]): Promise<void> {
  const SECRET_KEY = 'kunci-ujian-0123456789-abcdefghijklmnop'
  const openRefusedDatabase = async () =>
    migrateDatabase(
      await openDatabase(
        readSettingsFromEnvironment({ DATA_DIR: join(folder, 'refused'), SECRET_KEY, ...urls }),
      ),
    )
  const refusal = await openRefusedDatabase().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartupError)
  const { message } = refusal as StartupError
  for (const text of texts) expect(message).toContain(text)
  expect(message).not.toContain(password)
  expect(message).not.toContain('\n')
}

let restoreTrust: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  restoreTrust = await requirePassword('berkunci')
})
afterAll(() => restoreTrust?.())

describe('openDatabase', () => {
  test.each<[string, () => string, ...words: string[]]>([
    ['the password is wrong', () => buildUrl(`berkunci:${password}`), 'does not let this user in', '28P01'],
    ['the password is missing', () => buildUrl('berkunci'), 'asks for a password'],
    ['the user does not exist', () => buildUrl(`siapa:${password}`), 'does not let this user in', '28000'],
    [
      'the database does not exist',
      () => buildUrl(`perantau:${password}`, 'tiada'),
      'no database of this name',
    ],
    ['the role may not create tables', () => buildUrl(`perantau:${password}`), 'too few rights', 'OWNER TO'],
    ['the value is not a URL', () => `postgresql://u:${password}@[tempat/x`, 'not an address'],
  ])('opening the database fails with a clear message: %s', async (_name, url, ...texts) => {
    await expectRefusal({ DATABASE_URL: url() }, 'DATABASE_URL: ', ...texts)
  })

  test('openDatabase fails when DATABASE_OWNER_URL leads to another database, and leaves that database unchanged', async () => {
    const urls = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: other.ownerUrl }
    await expectRefusal(urls, 'DATABASE_OWNER_URL leads to another database')
    await expect(other.pool.query('select from schema_migrations')).rejects.toThrow('does not exist')
  })

  test('openDatabase fails when the role of DATABASE_OWNER_URL has too few rights', async () => {
    const urls = { DATABASE_URL: database.superuserUrl, DATABASE_OWNER_URL: database.appUrl }
    await expectRefusal(urls, 'DATABASE_OWNER_URL: ', 'too few rights')
  })

  test('openDatabase fails when the database is read-only', async () => {
    const name = String(new URL(database.ownerUrl.replace('@/', '@x/')).pathname.slice(1))
    await asSuperuser(`alter role perantau_owner in database ${name} set default_transaction_read_only = on`)
    await expectRefusal({ DATABASE_URL: database.ownerUrl }, 'DATABASE_URL: ', 'only be read')
  })
})
