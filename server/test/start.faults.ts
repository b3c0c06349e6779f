// Whatever happens to a program while it starts for the first time, nothing is left that the next one trips over; and what
// it does when it or its database is killed, or the database hangs.
import { readFileSync } from 'node:fs'
import { setTimeout as pass } from 'node:timers/promises'
import { expect, test } from 'vitest'
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

const { newPlace } = setUpPlaces()

test('killed at any moment, the next one starts', async () => {
  const place = await newPlace()
  for (const pause of [300, 700, 1000, 1300, 1600, 2500, 4000, 6000]) {
    const program = runProgram('main', place)
    await pass(pause)
    await stop(program, 'SIGKILL')
  }
  const program = await startProgram(place)
  expect((await login(place.PORT)).status).toBe(200)
  expect(await stop(program)).toBe(0)
})

test('told to stop half-way through starting, it stops without a complaint', async () => {
  // Up to the moment at which it is just ready, and its first jobs and its ear for the database have hardly begun.
  for (const pause of [0, 300, 600, 1200, 2400]) {
    const program = runProgram('main', await newPlace())
    await until(() => program.output().includes('Making the database'))
    await pass(pause)
    expect([await stop(program), program.output()]).toEqual([
      0,
      expect.not.stringMatching(/Error|"level":(40|50|60)/),
    ])
  }
})

test('two started at the same moment on an empty DATA_DIR: one runs, the other says why not', async () => {
  const place = await newPlace()
  const places = [place, { ...place, PORT: String(await freePort()) }]
  const programs = places.map(one => runProgram('main', one))
  const answers = async () => Promise.all(places.map(one => status(Number(one.PORT), '/readyz')))
  await until(async () => (await answers()).includes(200), {
    seconds: 120,
    say: () => programs.map(program => program.output()).join('\n--\n'),
  })
  const winner = (await answers()).indexOf(200)
  await expectRefusal(programs[1 - winner] as Program, 'in use by another running Perantau')
  expect(await stop(programs[winner] as Program)).toBe(0)
})

test.skipIf(process.platform !== 'linux')(
  'its database hangs: that is said, and when it is over (needs Linux)',
  async () => {
    const place = await newPlace()
    const program = await startProgram(place)
    const postmaster = databasePid(place.DATA_DIR)
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    const all = [postmaster, ...children.trim().split(' ').map(Number)]
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${place.PORT}/readyz`)
      return [answer.status, (await answer.json()).status]
    }
    for (const pid of all) process.kill(pid, 'SIGSTOP')
    try {
      // More than the pool has connections: whoever waits for one is answered as well.
      const answers = await Promise.all(Array.from({ length: 30 }, ask))
      expect(answers).toEqual(Array(30).fill([503, 'database']))
      // Calls that need no account, and one that does: nobody is left without an answer for long.
      const post = (path: string, body: object) =>
        fetch(`http://127.0.0.1:${place.PORT}/api/auth/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(8000),
        })
      const person = { email: 'baru@contoh.my', password: 'kata-laluan-88', fullName: 'Baru' }
      const calls = await Promise.all([
        login(place.PORT),
        post('register', person),
        post('forgot-password', { email: person.email }),
        fetch(`http://127.0.0.1:${place.PORT}/api/clubs/options?country=Japan`),
        fetch(`http://127.0.0.1:${place.PORT}/api/auth/me`, { headers: { cookie: 'session=x' } }),
      ])
      expect(calls.map(({ status: code }) => code)).toEqual(Array(5).fill(503))
    } finally {
      for (const pid of all) process.kill(pid, 'SIGCONT')
    }
    await until(async () => (await ask())[0] === 200)
    expect(await stop(program)).toBe(0)
  },
)

test('kill -9 and starting again loses nothing; its database killed it goes on; Ctrl-C ends it in order', async () => {
  const place = await newPlace()
  const program = await startProgram(place)
  const cookie = String((await login(place.PORT)).headers.get('set-cookie')).split(';')[0] as string
  const pid = databasePid(place.DATA_DIR)
  await stop(program, 'SIGKILL')
  await until(() => !isRunning(pid), { seconds: 10 })
  const again = await startProgram(place)
  const me = await fetch(`http://127.0.0.1:${place.PORT}/api/auth/me`, { headers: { cookie } })
  expect(me.status).toBe(200)
  expect(again.output()).not.toContain('Demo data loaded')

  // Its database killed: 503, and the same process healthy again.
  process.kill(databasePid(place.DATA_DIR), 'SIGKILL')
  const answer = await login(place.PORT)
  expect([200, 503]).toContain(answer.status)
  if (answer.status === 503) expect((await answer.json()).code).toBe('unavailable')
  await until(async () => (await login(place.PORT)).status === 200, { seconds: 10, say: again.output })
  expect(await status(Number(place.PORT), '/healthz')).toBe(200)

  // Told to stop by Ctrl-C, it lets requests finish that are under way.
  const now = databasePid(place.DATA_DIR)
  const logins = Array.from({ length: 10 }, () => login(place.PORT))
  await Promise.race(logins)
  const code = stop(again, 'SIGINT')
  expect((await Promise.all(logins)).map(each => each.status)).toEqual(Array(10).fill(200))
  expect(await code).toBe(0)
  expect(isRunning(now)).toBe(false)
})
