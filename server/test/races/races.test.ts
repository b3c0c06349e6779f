// Tests concurrent requests, of which one is paused between two of its SQL statements.
// This test runs a few pairs of requests; races.faults.ts runs as many as time allows.
// Pairs of requests that failed in races.faults.ts are repeated in races.test.ts as test cases.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredEndpoints } from '#server/http/declared-endpoints.ts'
import { createJobHandlers } from '#server/jobs/jobs.ts'
import { buildTestServiceContext } from '#server/test/harness/app.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { makeSqlStatementsPausable } from './pausable-statements.ts'
import {
  createRaceTestRunner,
  createRaceTestServers,
  findRaceTestRequestByName,
  type RaceSetup,
  raceEntries,
} from './race.ts'
import { raceTable } from './race-table.ts'
import { listConcurrentRequestPairs, runConcurrentRequestPairs } from './run-races.ts'

const database = setUpDatabase()
/** Seed of the random order of the pairs. It is fixed, so that every run tests the same pairs. */
const seed = Number(process.env.RACE_SEED ?? 1)

let stopWatching = () => {}
beforeAll(() => {
  stopWatching = makeSqlStatementsPausable()
})
afterAll(() => stopWatching())

test('the table of concurrency tests lists every endpoint, job and socket event that changes data', () => {
  const writingEndpoints = [...declaredEndpoints.keys()].filter(({ method }) => method !== 'GET')
  const jobs = Object.keys(createJobHandlers(buildTestServiceContext(database.db)))
  const declared = [
    ...writingEndpoints.map(({ method, path }) => `${method} ${path}`),
    ...jobs.map(name => `job ${name}`),
    'socket send-message',
  ]
  expect(Object.keys(raceTable).sort()).toEqual(declared.sort())
})

/** Pairs of requests. The first request is paused at every second relevant SQL statement while the second one runs. */
const selectedPairs: [string, string][] = [
  ['POST /api/users/:id/approve', 'PUT /api/users/:id/placement (2)'],
  ['POST /api/activities/:id/join', 'POST /api/activities/:id/leave'],
  ['PUT /api/users/:id/role (2)', 'POST /api/announcements/:id/send'],
  ['POST /api/merging/:id/with/:otherId', 'POST /api/users/:id/approve'],
]

/** Pairs of requests that once failed: a user whose account was being erased was added to a group. */
const formerFailures: [string, string][] = [
  ['POST /api/account/erase', 'POST /api/groups'],
  ['POST /api/account/erase', 'POST /api/groups (2)'],
]

let track: RaceSetup
beforeAll(async () => {
  track = await createRaceTestServers()
})
afterAll(() => track?.close())

test.each(selectedPairs)(
  'running %s and %s concurrently leaves the same data as running them one after the other',
  async (a, b) => {
    const { run } = createRaceTestRunner(track)
    expect(
      await run(findRaceTestRequestByName(a), findRaceTestRequestByName(b), positions =>
        positions.filter((_, index) => index % 2 === 0),
      ),
    ).toEqual([])
  },
)

test.each(formerFailures)(
  'running %s and %s concurrently, which failed in the past, leaves the same data as running them one after the other',
  async (a, b) => {
    const { run } = createRaceTestRunner(track)
    expect(
      await run(findRaceTestRequestByName(a), findRaceTestRequestByName(b), positions =>
        positions.filter((_, index) => index % 8 === 6),
      ),
    ).toEqual([])
  },
)

test('eight random pairs of concurrent requests leave the same data as when they run one after the other', async () => {
  // Pairs of requests that hash a password are excluded, because hashing is deliberately slow.
  const quick = listConcurrentRequestPairs(seed).filter(pair =>
    pair.every(({ name }) => !/erase|account|auth/.test(name)),
  )
  const pickStop = (positions: number[]) => [positions[seed % positions.length] ?? 0]
  const { found, pairs } = await runConcurrentRequestPairs(quick.slice(0, 8), {
    seconds: 60,
    lanes: 1,
    at: pickStop,
  })
  expect(found, `RACE_SEED=${seed}`).toEqual([])
  expect(pairs).toBe(8)
  expect(raceEntries.length).toBeGreaterThan(80)
})
