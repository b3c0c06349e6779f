// A server that is killed during its first start must leave nothing that prevents the next start.
// Tests what happens when the server or its database is killed, and when the database hangs.
import { readFileSync } from 'node:fs'
import { setTimeout as pass } from 'node:timers/promises'
import { expect, test } from 'vitest'
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

const { newPlace } = setUpDataFoldersAndPorts()

test('a server killed at any point of its first start leaves a data folder on which the next start succeeds', async () => {
  const place = await newPlace()
  for (const pause of [300, 700, 1000, 1300, 1600, 2500, 4000, 6000]) {
    const program = spawnServerProgram('main', place)
    await pass(pause)
    await stopProcess(program, 'SIGKILL')
  }
  const program = await startServerProcess(place)
  expect((await signInDemoAccount(place.PORT)).status).toBe(200)
  expect(await stopProcess(program)).toBe(0)
})

test('a server told to stop while it starts exits with 0 and logs no error', async () => {
  // With the longest delay, the server has just become ready and is starting its jobs and its event listener.
  for (const pause of [0, 300, 600, 1200, 2400]) {
    const program = spawnServerProgram('main', await newPlace())
    await waitUntil(() => program.output().includes('Making the database'))
    await pass(pause)
    expect([await stopProcess(program), program.output()]).toEqual([
      0,
      expect.not.stringMatching(/Error|"level":(40|50|60)/),
    ])
  }
})

test('of two servers started together on an empty DATA_DIR one runs and the other reports that DATA_DIR is in use', async () => {
  const place = await newPlace()
  const places = [place, { ...place, PORT: String(await findFreePort()) }]
  const programs = places.map(settings => spawnServerProgram('main', settings))
  const readStatuses = async () =>
    Promise.all(places.map(settings => readHttpStatus(Number(settings.PORT), '/readyz')))
  await waitUntil(async () => (await readStatuses()).includes(200), {
    seconds: 120,
    say: () => programs.map(program => program.output()).join('\n--\n'),
  })
  const winner = (await readStatuses()).indexOf(200)
  await expectServerStartToFail(programs[1 - winner] as ProgramProcess, 'in use by another running Perantau')
  expect(await stopProcess(programs[winner] as ProgramProcess)).toBe(0)
})

test.skipIf(process.platform !== 'linux')(
  'while its database hangs the server returns 503 in time, and afterwards recovers (needs Linux)',
  async () => {
    const place = await newPlace()
    const program = await startServerProcess(place)
    const postmaster = readDatabasePid(place.DATA_DIR)
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    const databasePids = [postmaster, ...children.trim().split(' ').map(Number)]
    const readReadiness = async () => {
      const response = await fetch(`http://127.0.0.1:${place.PORT}/readyz`)
      return [response.status, (await response.json()).status]
    }
    for (const pid of databasePids) process.kill(pid, 'SIGSTOP')
    try {
      // Thirty requests exceed the connection pool. The server must also answer requests that wait for a connection.
      const responses = await Promise.all(Array.from({ length: 30 }, readReadiness))
      expect(responses).toEqual(Array(30).fill([503, 'database']))
      // Public endpoints and an endpoint that needs a session must all respond in time.
      const postJson = (path: string, body: object) =>
        fetch(`http://127.0.0.1:${place.PORT}/api/auth/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(8000),
        })
      const person = { email: 'baru@contoh.my', password: 'kata-laluan-88', fullName: 'Baru' }
      const calls = await Promise.all([
        signInDemoAccount(place.PORT),
        postJson('register', person),
        postJson('forgot-password', { email: person.email }),
        fetch(`http://127.0.0.1:${place.PORT}/api/clubs/options?country=Japan`),
        fetch(`http://127.0.0.1:${place.PORT}/api/auth/me`, { headers: { cookie: 'session=x' } }),
      ])
      expect(calls.map(({ status: code }) => code)).toEqual(Array(5).fill(503))
    } finally {
      for (const pid of databasePids) process.kill(pid, 'SIGCONT')
    }
    await waitUntil(async () => (await readReadiness())[0] === 200)
    expect(await stopProcess(program)).toBe(0)
  },
)

test('the server loses no data when it is killed, recovers after its database was killed, and finishes requests in flight on Ctrl-C', async () => {
  const place = await newPlace()
  const program = await startServerProcess(place)
  const cookie = String((await signInDemoAccount(place.PORT)).headers.get('set-cookie')).split(
    ';',
  )[0] as string
  const pid = readDatabasePid(place.DATA_DIR)
  await stopProcess(program, 'SIGKILL')
  await waitUntil(() => !isProcessRunning(pid), { seconds: 10 })
  const restarted = await startServerProcess(place)
  const me = await fetch(`http://127.0.0.1:${place.PORT}/api/auth/me`, { headers: { cookie } })
  expect(me.status).toBe(200)
  expect(restarted.output()).not.toContain('Demo data loaded')

  // After its database was killed the server returns 503, and then recovers in the same process.
  process.kill(readDatabasePid(place.DATA_DIR), 'SIGKILL')
  const response = await signInDemoAccount(place.PORT)
  expect([200, 503]).toContain(response.status)
  if (response.status === 503) expect((await response.json()).code).toBe('unavailable')
  await waitUntil(async () => (await signInDemoAccount(place.PORT)).status === 200, {
    seconds: 10,
    say: restarted.output,
  })
  expect(await readHttpStatus(Number(place.PORT), '/healthz')).toBe(200)

  // On Ctrl-C the server finishes the requests in flight.
  const databasePidBefore = readDatabasePid(place.DATA_DIR)
  const logins = Array.from({ length: 10 }, () => signInDemoAccount(place.PORT))
  await Promise.race(logins)
  const code = stopProcess(restarted, 'SIGINT')
  expect((await Promise.all(logins)).map(response => response.status)).toEqual(Array(10).fill(200))
  expect(await code).toBe(0)
  expect(isProcessRunning(databasePidBefore)).toBe(false)
})
