import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { selectPostgresOperatingSystemAccount } from './account.ts'
import { startEmbeddedDatabase } from './embedded.ts'

const folder = mkdtempSync(join(tmpdir(), 'perantau-embedded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function createFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}

/** Data folder that all tests share, except those that need a new one. */
const sharedFolder = createFolder('home')
beforeAll(async () => (await startEmbeddedDatabase(sharedFolder)).stop())

async function queryValue(url: string, statement: string): Promise<unknown> {
  const client = await openDedicatedConnection(url)
  const { rows } = await client.query({ text: statement, rowMode: 'array' })
  await client.end()
  return rows[0]?.[0]
}

describe('embedded database', () => {
  test('the embedded database lowercases letters of every script and uses UTF-8', async () => {
    const database = await startEmbeddedDatabase(sharedFolder)
    expect(
      await queryValue(database.appUrl, `select lower('ÀÉÎÕÜ ЖŠ') || current_setting('server_encoding')`),
    ).toBe('àéîõü жšUTF8')
    await database.stop()
  })

  test('the embedded database starts in a folder whose path is too long for a unix socket', async () => {
    const database = await startEmbeddedDatabase(createFolder(`${'sangat-panjang/'.repeat(8)}data`))
    expect(await queryValue(database.appUrl, 'select 1')).toBe(1)
    expect(decodeURIComponent(database.appUrl)).toContain(join(tmpdir(), 'perantau-'))
    await database.stop()
  })

  test('the embedded database starts although the process id in postmaster.pid now belongs to another program', async () => {
    // After a crash of the machine, the old process id may belong to another program.
    // The test writes the process id of its parent process into postmaster.pid.
    writeFileSync(
      join(sharedFolder, 'postgres/postmaster.pid'),
      `${process.ppid}\n${join(sharedFolder, 'postgres')}\n1\n5432\n\n\n\n`,
      { mode: 0o600 },
    )
    const database = await startEmbeddedDatabase(sharedFolder)
    expect(await queryValue(database.appUrl, 'select 1')).toBe(1)
    await database.stop()
  })

  test('the embedded database opens no TCP port, and only its owner can access the socket', async () => {
    const database = await startEmbeddedDatabase(sharedFolder)
    expect(await queryValue(database.appUrl, `select current_setting('listen_addresses')`)).toBe('')
    const { statSync } = await import('node:fs')
    expect(statSync(join(sharedFolder, 'socket')).mode & 0o077).toBe(0)
    await database.stop()
    expect(readFileSync(join(sharedFolder, 'postgres.log'), 'utf8')).toContain('database system is shut down')
  })

  test('startEmbeddedDatabase fails for a database of another PostgreSQL version, with an error that names that version', async () => {
    writeFileSync(join(sharedFolder, 'postgres/PG_VERSION'), '17\n')
    await expect(startEmbeddedDatabase(sharedFolder)).rejects.toThrow('made by PostgreSQL 17')
  })
})

describe.skipIf(process.getuid?.() !== 0)('embedded database as root without namespaces (needs root)', () => {
  test('when root may not create namespaces, the embedded database runs as an unprivileged account with its data under /var/lib', async () => {
    const dataDir = createFolder('rooted')
    const account = selectPostgresOperatingSystemAccount(dataDir, { namespaces: () => false })
    expect(account.spawn.uid).toBeGreaterThan(0)
    const database = await startEmbeddedDatabase(dataDir, { namespaces: () => false })
    expect(await queryValue(database.appUrl, 'select 1')).toBe(1)
    await database.stop()
    expect(existsSync(join(account.folder, 'postgres/PG_VERSION'))).toBe(true)
    rmSync(account.folder, { recursive: true, force: true })
    rmSync(account.binaries, { recursive: true, force: true })
  })
})
