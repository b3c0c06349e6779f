// Runs the server on an external PostgreSQL of the oldest supported version (15).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selectPostgresOperatingSystemAccount } from '#server/db/embedded/account.ts'
import { findFreePort } from '#server/test/harness/app.ts'
import { type ConnectionProxy, startConnectionProxy } from '#server/test/processes/connection-proxy.ts'
import {
  type ProgramProcess,
  spawnServerProgram,
  startServerProcess,
  waitUntil,
} from '#server/test/processes/program-process.ts'

const binaries = process.env.OLDEST_POSTGRES
const folder = mkdtempSync(join(tmpdir(), 'perantau-pg15-'))
const socket = join(folder, 'socket')
/** File name that PostgreSQL gives its unix socket, and under which clients look for the socket. */
const socketName = '.s.PGSQL.5432'
let server: ChildProcess | undefined

function buildUrl(role: string, database = 'perantau', socketFolder = socket): string {
  return `postgresql://${role}@/${database}?host=${encodeURIComponent(socketFolder)}`
}

async function querySql(statement: string, url = buildUrl('postgres', 'postgres')) {
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
  DATABASE_URL: buildUrl('app'),
  DATABASE_OWNER_URL: buildUrl('pemilik'),
}

describe.skipIf(!binaries)('PostgreSQL 15 (needs OLDEST_POSTGRES, which npm test sets)', () => {
  let PORT: string
  /** Server process that all tests of the file share. The test of a restart stops it. */
  let program: ProgramProcess
  /** Proxy between the shared server process and PostgreSQL. */
  let proxy: ConnectionProxy

  beforeAll(async () => {
    const { prefix } = selectPostgresOperatingSystemAccount(folder)
    const buildCommand = (program: string, ...args: string[]) =>
      [...prefix, join(String(binaries), 'bin', program), ...args] as [string, ...string[]]
    const data = join(folder, 'postgres')
    mkdirSync(socket, { mode: 0o700 })
    const [initdb, ...initArgs] = buildCommand(
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
    const [postgres, ...args] = buildCommand(
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
    await waitUntil(() =>
      querySql('select').then(
        () => true,
        () => false,
      ),
    )
    await querySql('create role pemilik login')
    await querySql('create role app login')
    await querySql('create database perantau owner pemilik')
    PORT = String(await findFreePort())
    const proxyFolder = join(folder, 'proxy')
    mkdirSync(proxyFolder, { mode: 0o700 })
    proxy = await startConnectionProxy(join(proxyFolder, socketName), join(socket, socketName))
    program = await startServerProcess({
      ...production,
      DATABASE_URL: buildUrl('app', 'perantau', proxyFolder),
      PORT,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
    })
  })
  afterAll(async () => {
    program?.child.kill('SIGKILL')
    proxy?.close()
    const ended = new Promise(resolve => server?.once('exit', resolve))
    server?.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })

  test('with an external PostgreSQL the server starts without demo data, and `npm run admin -- create` adds the first administrator', async () => {
    expect(program.output()).not.toContain('demo')
    expect(await querySql('select count(*)::int from users', buildUrl('app'))).toEqual([{ count: 0 }])

    const args = ['create', '--email', 'Ketua@Contoh.MY', '--name', 'Ketua Besar']
    const firstRun = spawnServerProgram('admin', production, { args, input: 'kata-laluan-panjang\n' })
    expect(await firstRun.ended).toBe(0)
    const secondRun = spawnServerProgram('admin', production, { args, input: 'kata-laluan-panjang\n' })
    const shortPassword = spawnServerProgram('admin', production, { args, input: 'pendek\n' })
    const commonPassword = spawnServerProgram('admin', production, { args, input: '123QWEasdzxc\n' })
    const resetTwoFactor = spawnServerProgram('admin', production, {
      args: ['reset-two-factor', '--email', 'ketua@contoh.my'],
    })
    const checkSummaries = spawnServerProgram('admin', production, { args: ['check-summaries'] })
    expect([await secondRun.ended, secondRun.output()]).toEqual([
      1,
      expect.stringContaining('has an account already'),
    ])
    expect(await shortPassword.ended).toBe(1)
    expect([await commonPassword.ended, commonPassword.output()]).toEqual([
      1,
      expect.stringContaining('most common'),
    ])
    expect([await resetTwoFactor.ended, resetTwoFactor.output()]).toEqual([
      1,
      expect.stringContaining('neither an authenticator'),
    ])
    expect([await checkSummaries.ended, checkSummaries.output()]).toEqual([
      0,
      expect.stringContaining('equal a full count'),
    ])
    await querySql(`update summaries set count = 9 where dimension = 'all'`, buildUrl('app'))
    const checkBrokenSummaries = spawnServerProgram('admin', production, { args: ['check-summaries'] })
    expect([await checkBrokenSummaries.ended, checkBrokenSummaries.output()]).toEqual([
      1,
      expect.stringContaining('kept 9, counted 1'),
    ])
    await querySql(`update summaries set count = 1 where dimension = 'all'`, buildUrl('app'))

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
    await expect(querySql('delete from audit_events', buildUrl('app'))).rejects.toThrow('permission denied')
  })

  test('the server returns 503 while its role may not log in, and recovers in the same process', async () => {
    await querySql("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app'")
    await querySql('alter role app nologin')
    const readReadiness = async () => (await fetch(`http://127.0.0.1:${PORT}/readyz`)).status
    await waitUntil(async () => (await readReadiness()) >= 500)
    await querySql('alter role app login')
    await waitUntil(async () => (await readReadiness()) === 200)
    expect(program.child.exitCode).toBeNull()
  })

  test('the server returns 503 while its database connections hang, and recovers by opening new connections', async () => {
    expect(proxy.stallConnections()).toBeGreaterThan(0)
    const readReadiness = async () => (await fetch(`http://127.0.0.1:${PORT}/readyz`)).status
    await waitUntil(async () => (await readReadiness()) === 503)
    await waitUntil(async () => (await readReadiness()) === 200)
  })

  test('no request fails while a server restarts behind a load balancer that checks /readyz', async () => {
    const failures: unknown[] = []
    let responseCount = 0
    const pollReadiness = async () => {
      while (true) {
        const isReady = await fetch(`http://127.0.0.1:${PORT}/readyz`).then(
          response => response.ok,
          error => failures.push(error) && false,
        )
        if (!isReady) return
        responseCount++
      }
    }
    const loops = Array.from({ length: 8 }, pollReadiness)
    await waitUntil(() => responseCount > 200)
    program.child.kill('SIGTERM')
    await Promise.all(loops)
    expect(failures).toEqual([])
    expect(await program.ended).toBe(0)
  })

  test('the server refuses to start with a SECRET_KEY other than the one the database was written with', async () => {
    const settings = { ...production, PORT: String(await findFreePort()), HOST: '127.0.0.1' }
    const wrongKeyServer = spawnServerProgram('main', {
      ...settings,
      SECRET_KEY: production.SECRET_KEY.toUpperCase(),
    })
    expect([await wrongKeyServer.ended, wrongKeyServer.output()]).toEqual([
      1,
      expect.stringContaining('SECRET_KEY is not the key'),
    ])
  })

  test('a backup of an external database can be restored into another database, but only with the right SECRET_KEY', async () => {
    const file = join(folder, 'backup.tar.gz')
    const backup = spawnServerProgram('backup', production, { args: [file] })
    expect([await backup.ended, backup.output()]).toEqual([
      0,
      expect.stringContaining('SECRET_KEY is not in it'),
    ])
    await querySql('create database salinan owner pemilik')
    const otherDatabase = {
      ...production,
      DATA_DIR: join(folder, 'salinan'),
      DATABASE_URL: buildUrl('app', 'salinan'),
      DATABASE_OWNER_URL: buildUrl('pemilik', 'salinan'),
    }
    const wrongKey = spawnServerProgram(
      'restore',
      { ...otherDatabase, SECRET_KEY: production.SECRET_KEY.toUpperCase() },
      { args: [file] },
    )
    expect([await wrongKey.ended, wrongKey.output()]).toEqual([
      1,
      expect.stringContaining('SECRET_KEY is not the key'),
    ])
    const restore = spawnServerProgram('restore', otherDatabase, { args: [file] })
    expect([await restore.ended, restore.output()]).toEqual([
      0,
      expect.stringContaining('Restored and compared'),
    ])
    expect(await querySql('select email from users', buildUrl('app', 'salinan'))).toEqual([
      { email: 'ketua@contoh.my' },
    ])
  })
})
