// Starting, stopping and failing to start, as the person at the terminal sees it.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { demoAccounts } from '#server/demo/accounts.ts'
import { freePort } from './app.ts'
import {
  databasePid,
  expectRefusal,
  isRunning,
  login,
  type Program,
  runProgram,
  setUpPlaces,
  startProgram,
  status,
  stop,
  until,
} from './program.ts'

const { folder, newPlace } = setUpPlaces()

/** One place for all who need no empty one: it is made once, by whoever starts first. */
const home = newPlace()

const started: Program[] = []
async function start(place: Awaited<typeof home>): Promise<Program> {
  const program = await startProgram(place)
  started.push(program)
  return program
}
// One whose test failed half-way would be in the way of the next.
afterEach(async () => {
  for (const program of started.splice(0)) await stop(program, 'SIGKILL')
})

describe('a first start', () => {
  test('prints the address and the accounts, each of which signs in; SIGTERM leaves nothing behind', async () => {
    const place = await home
    const program = await start(place)
    await until(() => program.output().includes('Ctrl-C stops it.'))
    expect(program.output()).toContain(`http://localhost:${place.PORT}`)
    for (const { email } of demoAccounts) {
      expect(program.output()).toContain(email)
      expect((await login(place.PORT, email)).status).toBe(200)
    }
    // Another on the same folder would be on the same database.
    const second = runProgram('main', { ...place, PORT: String(await freePort()) })
    await expectRefusal(second, place.DATA_DIR, 'in use by another running Perantau')
    // And what is written with a key cannot get another meanwhile.
    await expectRefusal(runProgram('admin', place, { args: ['rotate-key'] }), 'Stop every running')
    expect(await status(Number(place.PORT), '/readyz')).toBe(200)
    const pid = databasePid(place.DATA_DIR)
    expect(isRunning(pid)).toBe(true)
    expect(await stop(program)).toBe(0)
    expect(isRunning(pid)).toBe(false)
  })
})

test('the key is changed by command, also when that died before the key’s file followed', async () => {
  const place = await home
  const file = join(place.DATA_DIR, 'secret.key')
  const key = () => readFileSync(file, 'utf8')
  const old = key()
  const command = runProgram('admin', place, { args: ['rotate-key'] })
  expect([await command.ended, command.output()]).toEqual([0, expect.stringContaining('with the new key')])
  const changed = key()
  expect(changed).not.toBe(old)
  // As if the process had been killed between the two: the database has changed, the file has not.
  writeFileSync(`${file}.next`, changed)
  writeFileSync(file, old)
  const again = await start(place)
  expect(key()).toBe(changed)
  expect(await stop(again)).toBe(0)
})

describe('one line and a non-zero exit', () => {
  test('the port is taken', async () => {
    const place = await newPlace()
    const other = createServer().listen(Number(place.PORT), '127.0.0.1')
    await expectRefusal(runProgram('main', place), `Port ${place.PORT} is taken`)
    other.close()
  })

  const production = { SECRET_KEY: '0123456789abcdefghijklmnopqrstuvwxyz' }

  test('DATABASE_URL leads nowhere, and its password is not repeated', async () => {
    const port = await freePort()
    const url = `postgresql://perantau:rahsia@127.0.0.1:${port}/perantau`
    const program = runProgram('main', { ...(await newPlace()), ...production, DATABASE_URL: url })
    await expectRefusal(program, 'DATABASE_URL cannot be reached', 'ECONNREFUSED')
    expect(program.output()).not.toContain('rahsia')
  })

  test('DATABASE_URL leads to a PostgreSQL that is too old', async () => {
    const old = await pretendOldServer()
    const url = `postgresql://perantau@127.0.0.1:${old.port}/perantau`
    await expectRefusal(
      runProgram('main', { ...(await newPlace()), ...production, DATABASE_URL: url }),
      'PostgreSQL 14',
      '15 or newer',
    )
    old.close()
  })

  test('DATA_DIR cannot be written to', async () => {
    const place = { ...(await newPlace()), DATA_DIR: '/dev/null/data' }
    await expectRefusal(runProgram('main', place), 'DATA_DIR /dev/null/data cannot be written to')
  })

  test('DATA_DIR cannot even be made', async () => {
    const program = runProgram('main', { ...(await newPlace()), DATA_DIR: '/proc/perantau/data' })
    started.push(program)
    await expectRefusal(program, 'DATA_DIR /proc/perantau/data cannot be written to')
  })

  test('a restore of what is not there, or is no backup, makes nothing', async () => {
    const place = await newPlace()
    const missing = join(folder, 'tiada.tar.gz')
    await expectRefusal(runProgram('restore', place, { args: [missing] }), `${missing} does not exist`)
    const other = join(folder, 'lain.tar.gz')
    writeFileSync(other, 'bukan sandaran')
    await expectRefusal(runProgram('restore', place, { args: [other] }), other)
    expect(existsSync(place.DATA_DIR)).toBe(false)
  })

  test('a backup into a folder that is not there makes nothing', async () => {
    const place = await newPlace()
    const file = join(folder, 'tiada/sandaran.tar.gz')
    await expectRefusal(runProgram('backup', place, { args: [file] }), file, 'a folder that is there')
    expect(existsSync(place.DATA_DIR)).toBe(false)
  })

  test('Node is too old', async () => {
    const pretend = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.4"})'
    const program = runProgram('main', await newPlace(), { node: ['--import', pretend] })
    await expectRefusal(program, 'Node 18.20.4 is too old', '20.19')
  })

  test('the key in DATA_DIR is damaged', async () => {
    const place = await newPlace()
    mkdirSync(place.DATA_DIR)
    writeFileSync(join(place.DATA_DIR, 'secret.key'), '')
    await expectRefusal(runProgram('main', place), 'secret.key is damaged')
    rmSync(join(place.DATA_DIR, 'secret.key'))
    mkdirSync(join(place.DATA_DIR, 'secret.key'))
    await expectRefusal(runProgram('main', place), 'secret.key cannot be read (EISDIR)')
  })

  test('a setting does not parse', async () => {
    await expectRefusal(
      runProgram('main', { ...(await newPlace()), SESSION_DAYS: 'lama' }),
      'SESSION_DAYS',
      'a number of days',
    )
    await expectRefusal(
      runProgram('main', { ...(await newPlace()), DATABASE_URL: 'postgresql://x/y' }),
      'SECRET_KEY is missing',
    )
  })
})

/** Speaks just enough of the protocol to be asked for its version. */
function pretendOldServer(): Promise<{ port: number; close(): void }> {
  const message = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const text = (value: string) => Buffer.from(`${value}\0`)
  const ready = message('Z', Buffer.from('I'))
  const column = Buffer.concat([text('version'), Buffer.from('000000000000000000190000ffffffff0000', 'hex')])
  const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 6]), Buffer.from('140011')])
  const answer = Buffer.concat([
    message('T', Buffer.concat([Buffer.from([0, 1]), column])),
    message('D', row),
    message('C', text('SELECT 1')),
    ready,
  ])
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
      socket.on('data', chunk => chunk[0] === 'Q'.charCodeAt(0) && socket.write(answer))
    })
  })
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      resolve({ port: (server.address() as { port: number }).port, close: () => void server.close() })
    })
  })
}
