// Whatever happens to a program while it starts for the first time, nothing is left that the next one trips over.
import { setTimeout as pass } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from './app.ts'
import {
  expectRefusal,
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
