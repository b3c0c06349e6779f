import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectClient } from '#server/db/client.ts'
import { accountFor } from './account.ts'
import { startEmbedded } from './embedded.ts'

const folder = mkdtempSync(join(tmpdir(), 'perantau-embedded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function newFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}

/** For all that need no new one. */
const home = newFolder('home')
beforeAll(async () => (await startEmbedded(home)).stop())

async function ask(url: string, statement: string): Promise<unknown> {
  const client = await connectClient(url)
  const { rows } = await client.query({ text: statement, rowMode: 'array' })
  await client.end()
  return rows[0]?.[0]
}

describe('the embedded database', () => {
  test('folds letters of every script, whatever the language of the terminal', async () => {
    const database = await startEmbedded(home)
    expect(await ask(database.appUrl, `select lower('ÀÉÎÕÜ ЖŠ') || current_setting('server_encoding')`)).toBe(
      'àéîõü жšUTF8',
    )
    await database.stop()
  })

  test('a path too long for a socket still works', async () => {
    const database = await startEmbedded(newFolder(`${'sangat-panjang/'.repeat(8)}data`))
    expect(await ask(database.appUrl, 'select 1')).toBe(1)
    expect(decodeURIComponent(database.appUrl)).toContain(join(tmpdir(), 'perantau-'))
    await database.stop()
  })

  test('a lock file that names some other program does not keep it from starting', async () => {
    // As after a crash of the whole machine, when its number has since gone to another program: this one.
    writeFileSync(
      join(home, 'postgres/postmaster.pid'),
      `${process.ppid}\n${join(home, 'postgres')}\n1\n5432\n\n\n\n`,
      { mode: 0o600 },
    )
    const database = await startEmbedded(home)
    expect(await ask(database.appUrl, 'select 1')).toBe(1)
    await database.stop()
  })

  test('there is no TCP port, and nobody else can reach the socket', async () => {
    const database = await startEmbedded(home)
    expect(await ask(database.appUrl, `select current_setting('listen_addresses')`)).toBe('')
    const { statSync } = await import('node:fs')
    expect(statSync(join(home, 'socket')).mode & 0o077).toBe(0)
    await database.stop()
    expect(readFileSync(join(home, 'postgres.log'), 'utf8')).toContain('database system is shut down')
  })

  test('one made by another version is left alone, with a word on what to do', async () => {
    writeFileSync(join(home, 'postgres/PG_VERSION'), '17\n')
    await expect(startEmbedded(home)).rejects.toThrow('made by PostgreSQL 17')
  })
})

describe.skipIf(process.getuid?.() !== 0)('as root where namespaces are not allowed (needs root)', () => {
  test('it runs under another account, with files under /var/lib that this account can reach', async () => {
    const dataDir = newFolder('rooted')
    const account = accountFor(dataDir, { namespaces: () => false })
    expect(account.spawn.uid).toBeGreaterThan(0)
    const database = await startEmbedded(dataDir, { namespaces: () => false })
    expect(await ask(database.appUrl, 'select 1')).toBe(1)
    await database.stop()
    expect(existsSync(join(account.folder, 'postgres/PG_VERSION'))).toBe(true)
    rmSync(account.folder, { recursive: true, force: true })
    rmSync(account.binaries, { recursive: true, force: true })
  })
})
