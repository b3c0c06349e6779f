// A DATABASE_URL that does not do: one sentence that names the setting and says what to do, without the password.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectClient } from '#server/db/client.ts'
import { freePort } from './app.ts'
import { setUpDatabase } from './database.ts'
import { expectRefusal, type Program, runProgram } from './program.ts'

const database = setUpDatabase({ empty: true })
const other = setUpDatabase({ empty: true })
const password = 'rahsia-sekali'
const folder = inject('scratch')

async function asSuperuser(...statements: string[]): Promise<Record<string, string>[]> {
  const client = await connectClient(database.superuserUrl)
  let rows: Record<string, string>[] = []
  for (const statement of statements) rows = (await client.query(statement)).rows
  await client.end()
  return rows
}

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

async function run(program: string, urls: Record<string, string>, args: string[] = []): Promise<Program> {
  const place = { DATA_DIR: join(folder, 'refused'), PORT: String(await freePort()), HOST: '127.0.0.1' }
  const SECRET_KEY = 'kunci-ujian-0123456789-abcdefghijklmnop'
  return runProgram(program, { ...place, SECRET_KEY, ...urls }, { args })
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
    const program = await run('main', { DATABASE_URL: url() })
    await expectRefusal(program, 'DATABASE_URL: ', ...words)
    expect(program.output()).not.toContain(password)
  })

  test('its owner owns another one, which is left alone', async () => {
    const urls = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: other.ownerUrl }
    await expectRefusal(await run('main', urls), 'DATABASE_OWNER_URL leads to another database')
    await expect(other.pool.query('select from schema_migrations')).rejects.toThrow('does not exist')
  })

  test('its owner has too few rights', async () => {
    const urls = { DATABASE_URL: database.superuserUrl, DATABASE_OWNER_URL: database.appUrl }
    await expectRefusal(await run('main', urls), 'DATABASE_OWNER_URL: ', 'too few rights')
    await expectRefusal(
      await run('admin', urls, ['check-summaries']),
      'DATABASE_OWNER_URL: ',
      'too few rights',
    )
  })

  test('it can only be read', async () => {
    const name = String(new URL(database.ownerUrl.replace('@/', '@x/')).pathname.slice(1))
    await asSuperuser(`alter role perantau_owner in database ${name} set default_transaction_read_only = on`)
    await expectRefusal(
      await run('main', { DATABASE_URL: database.ownerUrl }),
      'DATABASE_URL: ',
      'only be read',
    )
  })
})
