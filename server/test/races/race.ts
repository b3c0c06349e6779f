// Concurrency test ("race") of two requests. The first request is paused before its nth SQL statement.
// When the second request has ended or waits for a lock, the test resumes the paused first request.
// The result of the two concurrent requests must equal the result of running them one after the other, in some order.
// A concurrency test sends each request to its own server instance, so only database locks make one wait.
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import { buildTestSettings, testSecret } from '#server/test/harness/app.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness/database.ts'
import { findIndexesOfStatementsToPauseBefore, startPausableRequest } from './pausable-statements.ts'
import { createRaceFixtureSqlFunction, insertRaceFixture, type RaceFixture } from './race-fixture.ts'
import { raceTable } from './race-table.ts'
import {
  findDataRuleViolations,
  readTestDataAfterConcurrentRequests,
} from './read-test-data-after-concurrent-requests.ts'
import type { RaceCall } from './table/race-call.ts'

export interface RaceEntry extends RaceCall {
  name: string
}

export const raceEntries: RaceEntry[] = Object.entries(raceTable).flatMap(([name, entry]) => {
  if (typeof entry === 'string') return []
  const entries = Array.isArray(entry) ? entry : [entry]
  return entries.map((call, index) => ({ ...call, name: index === 0 ? name : `${name} (${index + 1})` }))
})

export function findRaceTestRequestByName(name: string): RaceEntry {
  const found = raceEntries.find(candidate => candidate.name === name)
  if (!found) throw new Error(`no call ${name} in the table`)
  return found
}

const getActor = ({ by }: RaceEntry) => (by === 'aliElsewhere' ? 'ali' : by)

/** Whether two requests can conflict: both change the same data, or one changes the account that sends the other. */
export function canRequestsAffectEachOther(a: RaceEntry, b: RaceEntry): boolean {
  const [actorA, actorB] = [getActor(a), getActor(b)]
  return (
    a.about.some(subject => b.about.includes(subject)) ||
    (actorB !== undefined && a.about.includes(actorB)) ||
    (actorA !== undefined && b.about.includes(actorA))
  )
}

export interface RaceSetup {
  database: TestDatabase
  apps: [FastifyInstance, FastifyInstance]
  close(): Promise<void>
}

export async function createRaceTestServers(): Promise<RaceSetup> {
  const database = await createTestDatabase()
  await createRaceFixtureSqlFunction(database)
  const settings = buildTestSettings({
    LOGIN_LIMITS: '100000/1,100000/1',
    REGISTER_LIMIT: '100000/1',
    REQUIRE_2FA: 'none',
  })
  const log = pino({ level: 'silent' })
  const parts = { database: { url: database.appUrl }, settings, secret: testSecret, log }
  const apps: RaceSetup['apps'] = [await createApp(parts), await createApp(parts)]
  for (const app of apps) await app.ready()
  return {
    database,
    apps,
    close: async () => {
      for (const app of apps) await app.close()
      await database.close()
    },
  }
}

/** Sends one of several concurrent requests and returns its status and error code as text. */
async function executeRaceCall(app: FastifyInstance, call: RaceEntry, fixture: RaceFixture): Promise<string> {
  if (call.run) {
    const result = await call.run(app, fixture)
    return JSON.stringify(result ?? 'done').includes('"code"') ? 'refused' : 'done'
  }
  const method = call.name.split(' ', 1)[0] as InjectOptions['method']
  const cookie = call.by ? fixture[call.by].cookie : ''
  const { statusCode, body } = await app.inject({
    method,
    url: call.path?.(fixture),
    headers: { origin: 'http://perantau.test', ...(cookie && { cookie }) },
    ...(call.body && { payload: call.body(fixture) }),
  })
  const { code = '' } = body.startsWith('{') ? JSON.parse(body) : {}
  const response = `${statusCode} ${code}`.trim()
  return call.equivalentResponses?.[response] ?? response
}

/** True when any connection to the database waits for a lock. */
async function isStatementBlocked({ pool }: TestDatabase): Promise<boolean> {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
  )
  return rows.length > 0
}

const sleepMs = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function waitUntilBlockedOrDone(database: TestDatabase, running: Promise<unknown>): Promise<void> {
  let isOver = false
  const completion = running.then(
    () => {
      isOver = true
    },
    () => {
      isOver = true
    },
  )
  const deadline = Date.now() + 1000
  while (!isOver && Date.now() < deadline) {
    await Promise.race([completion, sleepMs(4)])
    if (!isOver && (await isStatementBlocked(database))) return
  }
}

interface Outcome {
  answers: [string, string]
  left: string[]
}

const formatOutcomeLines = ({ answers, left }: Outcome) => [`answers ${answers.join(' / ')}`, ...left]

export type RaceFailure = { pair: string; stop: number; before: string; wrong: string[] }

/** Maximum number of positions at which a request with many SQL statements is paused in concurrency tests. */
const maxStops = 16
const limitPausePositions = (positions: number[]) =>
  positions.filter(
    (_, index) =>
      positions.length <= maxStops ||
      Math.floor((index * maxStops) / positions.length) !==
        Math.floor(((index - 1) * maxStops) / positions.length),
  )

const hasTimedOut = ({ answers }: Outcome) => answers.some(response => response.startsWith('503'))

export function createRaceTestRunner(track: RaceSetup) {
  const { database, apps } = track

  async function prepareFixture(...raced: RaceEntry[]): Promise<RaceFixture> {
    const fixture = await insertRaceFixture(database)
    for (const { before } of new Set(raced)) if (before) await database.pool.query(before(fixture))
    return fixture
  }

  /**
   * Repeats the background jobs after a race (concurrency test), because they may have skipped locked rows. After an
   * erasure also runs the job that erases data that was in flight at that time.
   */
  async function runFollowUpJobs(fixture: RaceFixture, ...raced: RaceEntry[]): Promise<void> {
    for (const entry of new Set(raced))
      if (entry.name.startsWith('job ')) await executeRaceCall(apps[0], entry, fixture)
    if (!raced.some(({ name }) => name.includes('/erase'))) return
    await database.pool.query(
      `update users set erased_at = now() - interval '3 days' where erased_at is not null and id <> all($1)`,
      [fixture.ids],
    )
    await executeRaceCall(apps[0], findRaceTestRequestByName('job sweep_erased'), fixture)
  }

  async function runInOrder(a: RaceEntry, b: RaceEntry, isReversed: boolean): Promise<Outcome> {
    const fixture = await prepareFixture(a, b)
    const answers: [string, string] = ['', '']
    for (const index of isReversed ? ([1, 0] as const) : ([0, 1] as const))
      answers[index] = await executeRaceCall(apps[index], index === 0 ? a : b, fixture)
    await runFollowUpJobs(fixture, a, b)
    return { answers, left: await readTestDataAfterConcurrentRequests(database, fixture) }
  }

  /** SQL statements that each tested request sends when it runs alone, by the name of the request. */
  const statementsByName = new Map<string, string[]>()
  async function recordStatements(call: RaceEntry): Promise<string[]> {
    const recorded = statementsByName.get(call.name)
    if (recorded) return recorded
    const fixture = await prepareFixture(call)
    const { ended, texts } = startPausableRequest(() => executeRaceCall(apps[0], call, fixture))
    await ended
    statementsByName.set(call.name, texts)
    return texts
  }

  async function raceRequests(a: RaceEntry, b: RaceEntry, stop: number): Promise<Outcome> {
    const fixture = await prepareFixture(a, b)
    const first = startPausableRequest(() => executeRaceCall(apps[0], a, fixture), stop)
    await first.stopped
    const second = executeRaceCall(apps[1], b, fixture)
    await waitUntilBlockedOrDone(database, second)
    first.resume()
    const answers = await Promise.all([first.ended, second])
    await runFollowUpJobs(fixture, a, b)
    return { answers, left: await readTestDataAfterConcurrentRequests(database, fixture) }
  }

  const orders = new Map<string, Promise<Outcome[]>>()
  function runBothOrders(a: RaceEntry, b: RaceEntry): Promise<Outcome[]> {
    const key = `${a.name} × ${b.name}`
    const outcomes =
      orders.get(key) ??
      runInOrder(a, b, false).then(async outcome => [outcome, await runInOrder(a, b, true)])
    orders.set(key, outcomes)
    return outcomes
  }

  function compareOutcomes(outcome: Outcome, expected: Outcome[]): string[] {
    const actualLines = formatOutcomeLines(outcome)
    const differences = expected.map(order => {
      const orderLines = formatOutcomeLines(order)
      return [
        ...actualLines.filter(line => !orderLines.includes(line)).map(line => `+ ${line}`),
        ...orderLines.filter(line => !actualLines.includes(line)).map(line => `- ${line}`),
      ]
    })
    if (differences.some(lines => lines.length === 0)) return []
    return differences.sort((x, y) => x.length - y.length)[0] ?? []
  }

  let knownViolations: string[] = []
  /**
   * Runs two requests concurrently: once for every relevant position at which the first one can pause, or only for the
   * positions that `pick` selects.
   */
  async function runRacePair(
    a: RaceEntry,
    b: RaceEntry,
    pickStops: (positions: number[]) => number[] = all => all,
  ): Promise<RaceFailure[]> {
    const texts = await recordStatements(a)
    const expected = await runBothOrders(a, b)
    const found: RaceFailure[] = []
    const recordFailure = (stop: number, wrong: string[]) => {
      const before = texts[stop]?.replace(/\s+/g, ' ').slice(0, 150) ?? ''
      if (wrong.length > 0) found.push({ pair: `${a.name} × ${b.name}`, stop, before, wrong })
    }
    for (const stop of pickStops(limitPausePositions(findIndexesOfStatementsToPauseBefore(texts)))) {
      let outcome = await raceRequests(a, b, stop)
      // On a slow machine a request may time out with 503; the concurrency test is then repeated.
      for (let attemptsLeft = 2; attemptsLeft > 0 && hasTimedOut(outcome); attemptsLeft--)
        outcome = await raceRequests(a, b, stop)
      const failed = outcome.answers.some(response => /^5/.test(response))
        ? [`answers ${outcome.answers}`]
        : []
      recordFailure(stop, [...compareOutcomes(outcome, expected), ...failed])
    }
    // The check for invalid data runs once per pair of raced requests, because it reads the whole database.
    const violations = await findDataRuleViolations(database.db)
    recordFailure(
      -1,
      violations.filter(line => !knownViolations.includes(line)),
    )
    knownViolations = violations
    return found
  }
  return { run: runRacePair }
}
