import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { setUpApp } from '#server/test/app.ts'
import { runAt } from '#server/test/database.ts'
import { until } from '#server/test/program.ts'

const target = setUpApp()
const folder = mkdtempSync(join(tmpdir(), 'perantau-ready-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function ask(): Promise<[status: number, word: string]> {
  const answer = await target.app.inject('/readyz')
  return [answer.statusCode, answer.json().status]
}

const asSuperuser = (...statements: string[]) => runAt(target.database.superuserUrl, ...statements)

function databaseName(): string {
  return /\/(test_\w+)\?/.exec(target.database.appUrl)?.[1] ?? ''
}

/** Connections that are made from now on see what has been set for them. */
async function dropConnections(): Promise<void> {
  await asSuperuser(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'perantau' and datname = current_database()`,
  )
}

describe('/readyz', () => {
  test('is well, and leaves nothing behind', async () => {
    expect(await ask()).toEqual([200, 'ok'])
    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    expect(answers).toEqual(Array(50).fill([200, 'ok']))
    expect(readdirSync(target.app.settings.DATA_DIR)).toEqual([])
  })

  test('tells that DATA_DIR is gone, and that it is back', async () => {
    const { DATA_DIR } = target.app.settings
    renameSync(DATA_DIR, `${DATA_DIR}.away`)
    expect(await ask()).toEqual([503, 'disk'])
    renameSync(`${DATA_DIR}.away`, DATA_DIR)
    expect(await ask()).toEqual([200, 'ok'])
  })

  test('tells that no more work is taken', async () => {
    target.app.isDraining = true
    expect(await ask()).toEqual([503, 'draining'])
    target.app.isDraining = false
  })

  test('tells that the database lets nobody in', async () => {
    const allow = (connections: number) =>
      asSuperuser(`alter database ${databaseName()} connection limit ${connections}`)
    await allow(0)
    await dropConnections()
    await until(async () => isDeepStrictEqual(await ask(), [503, 'database']))
    await allow(-1)
    await until(async () => isDeepStrictEqual(await ask(), [200, 'ok']))
    expect(await ask()).toEqual([200, 'ok'])
  })
})

function mount(place: string): boolean {
  mkdirSync(place, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=0700', 'tmpfs', place]).status === 0
}

const small = join(folder, 'small')
const canMount = mount(small)
afterAll(() => {
  if (canMount) spawnSync('umount', [small])
})

describe.skipIf(!canMount)('/readyz, on a disk that is small (needs the right to mount: run as root)', () => {
  const filler = join(small, 'filler')
  function fill(): void {
    try {
      writeFileSync(filler, Buffer.alloc(1024 * 1024))
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
    }
  }
  afterEach(() => rmSync(filler, { force: true }))

  test('tells that the disk of DATA_DIR is full, and that there is room again', async () => {
    const { settings } = target.app
    const { DATA_DIR } = settings
    settings.DATA_DIR = small
    expect(await ask()).toEqual([200, 'ok'])
    fill()
    expect(await ask()).toEqual([503, 'disk'])
    rmSync(filler)
    expect(await ask()).toEqual([200, 'ok'])
    settings.DATA_DIR = DATA_DIR
  })

  test('tells that the disk of the database is full', async () => {
    await asSuperuser(
      `create tablespace sempit location '${small}'`,
      'grant create on tablespace sempit to perantau',
      `alter role perantau in database ${databaseName()} set temp_tablespaces = sempit`,
    )
    try {
      await dropConnections()
      fill()
      await until(async () => isDeepStrictEqual(await ask(), [503, 'disk']))
      rmSync(filler)
      expect(await ask()).toEqual([200, 'ok'])
    } finally {
      await asSuperuser(`alter role perantau in database ${databaseName()} reset temp_tablespaces`)
      await dropConnections()
      await asSuperuser('drop tablespace sempit')
    }
  })
})
