// A DATABASE_URL that does not do: one sentence that names the setting and says what to do, without the password.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrateDatabase, openDatabase } from '#server/db/open.ts'
import { readSettings } from '#server/env.ts'
import { StartupError } from '#server/terminal.ts'
import { runAt, setUpDatabase } from './database.ts'

const database = setUpDatabase({ empty: true })
const other = setUpDatabase({ empty: true })
const password = 'rahsia-sekali'
const folder = inject('scratch')

const asSuperuser = (...statements: string[]) => runAt(database.superuserUrl, ...statements)

/** Everybody is trusted in the tests' own server, but for this one. */
async function askPasswordOf(role: string): Promise<() => Promise<unknown>> {
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

/** Another role, password or database in the same address. */
function address(role: string, name?: string): string {
  const url = database.appUrl.replace('perantau@', `${role}@`)
  return name ? url.replace(/\/test_\w+\?/, `/${name}?`) : url
}

/** What every program does first; that it then ends with this one line is shown where programs are started. */
async function expectRefusal(urls: Record<string, string>, ...words: string[]): Promise<void> {
  const SECRET_KEY = 'kunci-ujian-0123456789-abcdefghijklmnop'
  const open = async () =>
    migrateDatabase(
      await openDatabase(readSettings({ DATA_DIR: join(folder, 'refused'), SECRET_KEY, ...urls })),
    )
  const refusal = await open().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartupError)
  const { message } = refusal as StartupError
  for (const word of words) expect(message).toContain(word)
  expect(message).not.toContain(password)
  expect(message).not.toContain('\n')
}

let trustAgain: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  trustAgain = await askPasswordOf('berkunci')
})
afterAll(() => trustAgain?.())

describe('the database is refused when', () => {
  test.each<[string, () => string, ...words: string[]]>([
    ['the password is wrong', () => address(`berkunci:${password}`), 'does not let this user in', '28P01'],
    ['there is no password', () => address('berkunci'), 'asks for a password'],
    ['there is no such user', () => address(`siapa:${password}`), 'does not let this user in', '28000'],
    ['there is no such database', () => address(`perantau:${password}`, 'tiada'), 'no database of this name'],
    ['the role may not make tables', () => address(`perantau:${password}`), 'too few rights', 'OWNER TO'],
    ['it is no address', () => `postgresql://u:${password}@[tempat/x`, 'not an address'],
  ])('%s', async (_name, url, ...words) => {
    await expectRefusal({ DATABASE_URL: url() }, 'DATABASE_URL: ', ...words)
  })

  test('its owner owns another one, which is left alone', async () => {
    const urls = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: other.ownerUrl }
    await expectRefusal(urls, 'DATABASE_OWNER_URL leads to another database')
    await expect(other.pool.query('select from schema_migrations')).rejects.toThrow('does not exist')
  })

  test('its owner has too few rights', async () => {
    const urls = { DATABASE_URL: database.superuserUrl, DATABASE_OWNER_URL: database.appUrl }
    await expectRefusal(urls, 'DATABASE_OWNER_URL: ', 'too few rights')
  })

  test('it can only be read', async () => {
    const name = String(new URL(database.ownerUrl.replace('@/', '@x/')).pathname.slice(1))
    await asSuperuser(`alter role perantau_owner in database ${name} set default_transaction_read_only = on`)
    await expectRefusal({ DATABASE_URL: database.ownerUrl }, 'DATABASE_URL: ', 'only be read')
  })
})
