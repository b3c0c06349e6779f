// Tests starting, stopping and failing to start, as an operator sees it on the terminal.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { demoAccounts } from '#server/demo/accounts.ts'
import { findFreePort } from '#server/test/harness/app.ts'
import {
  expectServerStartToFail,
  isProcessRunning,
  type ProgramProcess,
  readDatabasePid,
  readHttpStatus,
  setUpDataFoldersAndPorts,
  signInDemoAccount,
  spawnServerProgram,
  startServerProcess,
  stopProcess,
  waitUntil,
} from '#server/test/processes/program-process.ts'

const { folder, newPlace } = setUpDataFoldersAndPorts()

/** Data folder shared by the tests that need no empty folder. The first test creates the database in the folder. */
const sharedPlace = newPlace()

const startedPrograms: ProgramProcess[] = []
async function startServer(place: Awaited<typeof sharedPlace>): Promise<ProgramProcess> {
  const program = await startServerProcess(place)
  startedPrograms.push(program)
  return program
}
// A server that a failed test has not stopped would block the next test, so it is killed.
afterEach(async () => {
  for (const program of startedPrograms.splice(0)) await stopProcess(program, 'SIGKILL')
})

describe('a first start', () => {
  test('a first start prints the URL and accounts that can sign in, and SIGTERM also stops its database', async () => {
    const place = await sharedPlace
    const program = await startServer(place)
    await waitUntil(() => program.output().includes('Ctrl-C stops it.'))
    expect(program.output()).toContain(`http://localhost:${place.PORT}`)
    for (const { email } of demoAccounts) {
      expect(program.output()).toContain(email)
      expect((await signInDemoAccount(place.PORT, email)).status).toBe(200)
    }
    // A second server that starts on the same data folder must fail, because it would use the same database.
    const second = spawnServerProgram('main', { ...place, PORT: String(await findFreePort()) })
    await expectServerStartToFail(second, place.DATA_DIR, 'in use by another running Perantau')
    // The command rotate-key must fail while a running server uses data that the secret key encrypts.
    await expectServerStartToFail(
      spawnServerProgram('admin', place, { args: ['rotate-key'] }),
      'Stop every running',
    )
    expect(await readHttpStatus(Number(place.PORT), '/readyz')).toBe(200)
    const pid = readDatabasePid(place.DATA_DIR)
    expect(isProcessRunning(pid)).toBe(true)
    expect(await stopProcess(program)).toBe(0)
    expect(isProcessRunning(pid)).toBe(false)
  })
})

test('`npm run admin -- rotate-key` replaces the secret key, and the next start completes a rotation that was killed before its last step', async () => {
  const place = await sharedPlace
  const file = join(place.DATA_DIR, 'secret.key')
  const readSecretKey = () => readFileSync(file, 'utf8')
  const oldKey = readSecretKey()
  const command = spawnServerProgram('admin', place, { args: ['rotate-key'] })
  expect([await command.ended, command.output()]).toEqual([0, expect.stringContaining('with the new key')])
  const newKey = readSecretKey()
  expect(newKey).not.toBe(oldKey)
  // Simulates a kill during key rotation: the database has the new secret key, the file still has the old one.
  writeFileSync(`${file}.next`, newKey)
  writeFileSync(file, oldKey)
  const restarted = await startServer(place)
  expect(readSecretKey()).toBe(newKey)
  expect(await stopProcess(restarted)).toBe(0)
})

describe('a failed start prints one line and exits with 1', () => {
  test('the server refuses to start when its port is in use', async () => {
    const place = await newPlace()
    const portHolder = createServer().listen(Number(place.PORT), '127.0.0.1')
    await expectServerStartToFail(spawnServerProgram('main', place), `Port ${place.PORT} is taken`)
    portHolder.close()
  })

  const production = { SECRET_KEY: '0123456789abcdefghijklmnopqrstuvwxyz' }

  test('the server refuses to start when DATABASE_URL cannot be reached, and does not print its password', async () => {
    const port = await findFreePort()
    const url = `postgresql://perantau:rahsia@127.0.0.1:${port}/perantau`
    const program = spawnServerProgram('main', { ...(await newPlace()), ...production, DATABASE_URL: url })
    await expectServerStartToFail(program, 'DATABASE_URL cannot be reached', 'ECONNREFUSED')
    expect(program.output()).not.toContain('rahsia')
  })

  test('the server refuses to start on PostgreSQL 14', async () => {
    const oldServer = await startFakeOldServer()
    const url = `postgresql://perantau@127.0.0.1:${oldServer.port}/perantau`
    await expectServerStartToFail(
      spawnServerProgram('main', { ...(await newPlace()), ...production, DATABASE_URL: url }),
      'PostgreSQL 14',
      '15 or newer',
    )
    oldServer.close()
  })

  test('the server refuses to start when DATA_DIR is not writable', async () => {
    const place = { ...(await newPlace()), DATA_DIR: '/dev/null/data' }
    await expectServerStartToFail(
      spawnServerProgram('main', place),
      'DATA_DIR /dev/null/data cannot be written to',
    )
  })

  test('the server refuses to start when DATA_DIR cannot be created', async () => {
    const program = spawnServerProgram('main', { ...(await newPlace()), DATA_DIR: '/proc/perantau/data' })
    startedPrograms.push(program)
    await expectServerStartToFail(program, 'DATA_DIR /proc/perantau/data cannot be written to')
  })

  test('npm run restore fails and creates nothing when the file is missing or is no backup', async () => {
    const place = await newPlace()
    const missing = join(folder, 'tiada.tar.gz')
    await expectServerStartToFail(
      spawnServerProgram('restore', place, { args: [missing] }),
      `${missing} does not exist`,
    )
    const invalidFile = join(folder, 'lain.tar.gz')
    writeFileSync(invalidFile, 'bukan sandaran')
    await expectServerStartToFail(spawnServerProgram('restore', place, { args: [invalidFile] }), invalidFile)
    expect(existsSync(place.DATA_DIR)).toBe(false)
  })

  test('npm run backup fails and creates nothing when the folder of the backup file does not exist', async () => {
    const place = await newPlace()
    const file = join(folder, 'tiada/sandaran.tar.gz')
    await expectServerStartToFail(
      spawnServerProgram('backup', place, { args: [file] }),
      file,
      'a folder that is there',
    )
    expect(existsSync(place.DATA_DIR)).toBe(false)
  })

  test('the server refuses to start on Node 18', async () => {
    const fakeNodeVersion =
      'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.4"})'
    const program = spawnServerProgram('main', await newPlace(), { node: ['--import', fakeNodeVersion] })
    await expectServerStartToFail(program, 'Node 18.20.4 is too old', '20.19')
  })

  test('the server refuses to start when the key file in DATA_DIR is damaged', async () => {
    const place = await newPlace()
    mkdirSync(place.DATA_DIR)
    writeFileSync(join(place.DATA_DIR, 'secret.key'), '')
    await expectServerStartToFail(spawnServerProgram('main', place), 'secret.key is damaged')
    rmSync(join(place.DATA_DIR, 'secret.key'))
    mkdirSync(join(place.DATA_DIR, 'secret.key'))
    await expectServerStartToFail(spawnServerProgram('main', place), 'secret.key cannot be read (EISDIR)')
  })

  test('the server refuses to start when a setting is invalid or SECRET_KEY is missing', async () => {
    await expectServerStartToFail(
      spawnServerProgram('main', { ...(await newPlace()), SESSION_DAYS: 'lama' }),
      'SESSION_DAYS',
      'a number of days',
    )
    await expectServerStartToFail(
      spawnServerProgram('main', { ...(await newPlace()), DATABASE_URL: 'postgresql://x/y' }),
      'SECRET_KEY is missing',
    )
  })
})

/** A fake PostgreSQL 14 that implements just enough of the wire protocol to report its version. */
function startFakeOldServer(): Promise<{ port: number; close(): void }> {
  const buildProtocolMessage = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const encodeCString = (value: string) => Buffer.from(`${value}\0`)
  const ready = buildProtocolMessage('Z', Buffer.from('I'))
  const column = Buffer.concat([
    encodeCString('version'),
    Buffer.from('000000000000000000190000ffffffff0000', 'hex'),
  ])
  const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 6]), Buffer.from('140011')])
  const versionResult = Buffer.concat([
    buildProtocolMessage('T', Buffer.concat([Buffer.from([0, 1]), column])),
    buildProtocolMessage('D', row),
    buildProtocolMessage('C', encodeCString('SELECT 1')),
    ready,
  ])
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([buildProtocolMessage('R', Buffer.alloc(4)), ready]))
      socket.on('data', chunk => chunk[0] === 'Q'.charCodeAt(0) && socket.write(versionResult))
    })
  })
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      resolve({ port: (server.address() as { port: number }).port, close: () => void server.close() })
    })
  })
}
