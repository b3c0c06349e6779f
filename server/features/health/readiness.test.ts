import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { setUpApp } from '#server/test/harness/app.ts'
import { runSqlStatements } from '#server/test/harness/database.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'

const target = setUpApp()
const folder = mkdtempSync(join(tmpdir(), 'perantau-ready-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function checkReadiness(): Promise<[statusCode: number, status: string]> {
  const response = await target.app.inject('/readyz')
  return [response.statusCode, response.json().status]
}

const asSuperuser = (...statements: string[]) => runSqlStatements(target.database.superuserUrl, ...statements)

function readDatabaseName(): string {
  return /\/(test_\w+)\?/.exec(target.database.appUrl)?.[1] ?? ''
}

/** Closes all connections of the application, so that new ones use the changed settings. */
async function dropConnections(): Promise<void> {
  await asSuperuser(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'perantau' and datname = current_database()`,
  )
}

describe('/readyz', () => {
  test('/readyz returns 200 ok and leaves no probe file behind', async () => {
    expect(await checkReadiness()).toEqual([200, 'ok'])
    const responses = await Promise.all(Array.from({ length: 50 }, checkReadiness))
    expect(responses).toEqual(Array(50).fill([200, 'ok']))
    expect(readdirSync(target.app.settings.DATA_DIR)).toEqual([])
  })

  test('/readyz returns 503 with the reason "disk" while DATA_DIR is missing', async () => {
    const { DATA_DIR } = target.app.settings
    renameSync(DATA_DIR, `${DATA_DIR}.away`)
    expect(await checkReadiness()).toEqual([503, 'disk'])
    renameSync(`${DATA_DIR}.away`, DATA_DIR)
    expect(await checkReadiness()).toEqual([200, 'ok'])
  })

  test('/readyz returns 503 with the reason "draining" while the server shuts down', async () => {
    target.app.isDraining = true
    expect(await checkReadiness()).toEqual([503, 'draining'])
    target.app.isDraining = false
  })

  test('/readyz returns 503 with the reason "database" while the database refuses connections', async () => {
    const allowConnections = (connections: number) =>
      asSuperuser(`alter database ${readDatabaseName()} connection limit ${connections}`)
    await allowConnections(0)
    await dropConnections()
    await waitUntil(async () => isDeepStrictEqual(await checkReadiness(), [503, 'database']))
    await allowConnections(-1)
    await waitUntil(async () => isDeepStrictEqual(await checkReadiness(), [200, 'ok']))
    expect(await checkReadiness()).toEqual([200, 'ok'])
  })
})

function mountDisk(path: string): boolean {
  mkdirSync(path, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=0700', 'tmpfs', path]).status === 0
}

const small = join(folder, 'small')
const canMount = mountDisk(small)
afterAll(() => {
  if (canMount) spawnSync('umount', [small])
})

describe.skipIf(!canMount)('/readyz on a small disk (needs the right to mount: run as root)', () => {
  const filler = join(small, 'filler')
  function fillDisk(): void {
    try {
      writeFileSync(filler, Buffer.alloc(1024 * 1024))
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
    }
  }
  afterEach(() => rmSync(filler, { force: true }))

  test('/readyz returns 503 with the reason "disk" while the disk of DATA_DIR is full', async () => {
    const { settings } = target.app
    const { DATA_DIR } = settings
    settings.DATA_DIR = small
    expect(await checkReadiness()).toEqual([200, 'ok'])
    fillDisk()
    expect(await checkReadiness()).toEqual([503, 'disk'])
    rmSync(filler)
    expect(await checkReadiness()).toEqual([200, 'ok'])
    settings.DATA_DIR = DATA_DIR
  })

  test('/readyz returns 503 with the reason "disk" while the disk of the database is full', async () => {
    await asSuperuser(
      `create tablespace sempit location '${small}'`,
      'grant create on tablespace sempit to perantau',
      `alter role perantau in database ${readDatabaseName()} set temp_tablespaces = sempit`,
    )
    try {
      await dropConnections()
      fillDisk()
      await waitUntil(async () => isDeepStrictEqual(await checkReadiness(), [503, 'disk']))
      rmSync(filler)
      expect(await checkReadiness()).toEqual([200, 'ok'])
    } finally {
      await asSuperuser(`alter role perantau in database ${readDatabaseName()} reset temp_tablespaces`)
      await dropConnections()
      await asSuperuser('drop tablespace sempit')
    }
  })
})
