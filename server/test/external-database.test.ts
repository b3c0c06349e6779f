// A PostgreSQL that somebody else runs, in the oldest version that is promised to work.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountFor } from '#server/db/embedded/account.ts'
import { freePort } from './app.ts'
import { type Program, runProgram, startProgram, until } from './program.ts'

const binaries = process.env.OLDEST_POSTGRES
const folder = mkdtempSync(join(tmpdir(), 'perantau-pg15-'))
const socket = join(folder, 'socket')
let server: ChildProcess | undefined

function urlFor(role: string, database = 'perantau'): string {
  return `postgresql://${role}@/${database}?host=${encodeURIComponent(socket)}`
}

async function query(statement: string, url = urlFor('postgres', 'postgres')) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const production = {
  SECRET_KEY: 'kunci-ujian-0123456789-abcdefghijklmnop',
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: urlFor('app'),
  DATABASE_OWNER_URL: urlFor('pemilik'),
}

describe.skipIf(!binaries)('PostgreSQL 15 (needs OLDEST_POSTGRES, which npm test sets)', () => {
  let PORT: string
  /** One for all of them; the restart is its end. */
  let program: Program

  beforeAll(async () => {
    const { prefix } = accountFor(folder)
    const run = (program: string, ...args: string[]) =>
      [...prefix, join(String(binaries), 'bin', program), ...args] as [string, ...string[]]
    const data = join(folder, 'postgres')
    mkdirSync(socket, { mode: 0o700 })
    const [initdb, ...initArgs] = run(
      'initdb',
      '-D',
      data,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
    )
    expect(spawnSync(initdb, initArgs, { encoding: 'utf8' }).stderr).toBe('')
    const [postgres, ...args] = run(
      'postgres',
      '-D',
      data,
      '-k',
      socket,
      '-c',
      'listen_addresses=',
      '-c',
      'fsync=off',
    )
    server = spawn(postgres, args, { stdio: 'ignore' })
    await until(() =>
      query('select').then(
        () => true,
        () => false,
      ),
    )
    await query('create role pemilik login')
    await query('create role app login')
    await query('create database perantau owner pemilik')
    PORT = String(await freePort())
    program = await startProgram({ ...production, PORT, HOST: '127.0.0.1', LOG_LEVEL: 'silent' })
  })
  afterAll(async () => {
    program?.child.kill('SIGKILL')
    const ended = new Promise(resolve => server?.once('exit', resolve))
    server?.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })

  test('starts without demo data; the first administrator is made on the command line', async () => {
    expect(program.output()).not.toContain('demo')
    expect(await query('select count(*)::int from users', urlFor('app'))).toEqual([{ count: 0 }])

    const args = ['create', '--email', 'Ketua@Contoh.MY', '--name', 'Ketua Besar']
    const created = runProgram('admin', production, { args, input: 'kata-laluan-panjang\n' })
    expect(await created.ended).toBe(0)
    const twice = runProgram('admin', production, { args, input: 'kata-laluan-panjang\n' })
    const short = runProgram('admin', production, { args, input: 'pendek\n' })
    const common = runProgram('admin', production, { args, input: '123QWEasdzxc\n' })
    const lost = runProgram('admin', production, { args: ['reset-two-factor', '--email', 'ketua@contoh.my'] })
    const check = runProgram('admin', production, { args: ['check-summaries'] })
    expect([await twice.ended, twice.output()]).toEqual([
      1,
      expect.stringContaining('has an account already'),
    ])
    expect(await short.ended).toBe(1)
    expect([await common.ended, common.output()]).toEqual([1, expect.stringContaining('most common')])
    expect([await lost.ended, lost.output()]).toEqual([
      1,
      expect.stringContaining('neither an authenticator'),
    ])
    expect([await check.ended, check.output()]).toEqual([0, expect.stringContaining('equal a full count')])
    await query(`update summaries set count = 9 where dimension = 'all'`, urlFor('app'))
    const broken = runProgram('admin', production, { args: ['check-summaries'] })
    expect([await broken.ended, broken.output()]).toEqual([1, expect.stringContaining('kept 9, counted 1')])
    await query(`update summaries set count = 1 where dimension = 'all'`, urlFor('app'))

    const response = await fetch(`http://127.0.0.1:${PORT}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ketua@contoh.my', password: 'kata-laluan-panjang' }),
    })
    expect(await response.json()).toMatchObject({
      role: 'system_admin',
      status: 'active',
      fullName: 'Ketua Besar',
    })
    await expect(query('delete from audit_events', urlFor('app'))).rejects.toThrow('permission denied')
  })

  test('goes away and comes back: 503, then healthy again, in the same process', async () => {
    await query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app'")
    await query('alter role app nologin')
    const ready = async () => (await fetch(`http://127.0.0.1:${PORT}/readyz`)).status
    await until(async () => (await ready()) >= 500)
    await query('alter role app login')
    await until(async () => (await ready()) === 200)
    expect(program.child.exitCode).toBeNull()
  })

  test('hangs without a word: 503 instead of waiting for ever, and healthy again without its help', async () => {
    const frozen = (await query(`select pid from pg_stat_activity where usename = 'app'`)).map(
      row => row.pid as number,
    )
    expect(frozen.length).toBeGreaterThan(0)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    const ready = async () => (await fetch(`http://127.0.0.1:${PORT}/readyz`)).status
    await until(async () => (await ready()) === 503)
    await until(async () => (await ready()) === 200)
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
  })

  test('a restart fails no request of a balancer that minds /readyz', async () => {
    const failures: unknown[] = []
    let answered = 0
    const knock = async () => {
      while (true) {
        const isReady = await fetch(`http://127.0.0.1:${PORT}/readyz`).then(
          answer => answer.ok,
          error => failures.push(error) && false,
        )
        if (!isReady) return
        answered++
      }
    }
    const loops = Array.from({ length: 8 }, knock)
    await until(() => answered > 200)
    program.child.kill('SIGTERM')
    await Promise.all(loops)
    expect(failures).toEqual([])
    expect(await program.ended).toBe(0)
  })

  test('is not opened with another key than it was written with', async () => {
    const place = { ...production, PORT: String(await freePort()), HOST: '127.0.0.1' }
    const other = runProgram('main', { ...place, SECRET_KEY: production.SECRET_KEY.toUpperCase() })
    expect([await other.ended, other.output()]).toEqual([
      1,
      expect.stringContaining('SECRET_KEY is not the key'),
    ])
  })

  test('is backed up and restored into another database', async () => {
    const file = join(folder, 'backup.tar.gz')
    const backup = runProgram('backup', production, { args: [file] })
    expect([await backup.ended, backup.output()]).toEqual([
      0,
      expect.stringContaining('SECRET_KEY is not in it'),
    ])
    await query('create database salinan owner pemilik')
    const elsewhere = {
      ...production,
      DATA_DIR: join(folder, 'salinan'),
      DATABASE_URL: urlFor('app', 'salinan'),
      DATABASE_OWNER_URL: urlFor('pemilik', 'salinan'),
    }
    const wrongKey = runProgram(
      'restore',
      { ...elsewhere, SECRET_KEY: production.SECRET_KEY.toUpperCase() },
      { args: [file] },
    )
    expect([await wrongKey.ended, wrongKey.output()]).toEqual([
      1,
      expect.stringContaining('SECRET_KEY is not the key'),
    ])
    const restore = runProgram('restore', elsewhere, { args: [file] })
    expect([await restore.ended, restore.output()]).toEqual([
      0,
      expect.stringContaining('Restored and compared'),
    ])
    expect(await query('select email from users', urlFor('app', 'salinan'))).toEqual([
      { email: 'ketua@contoh.my' },
    ])
  })
})
