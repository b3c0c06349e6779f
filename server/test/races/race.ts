// Two calls against each other: one is stopped before its nth statement, the other runs to its end or until it waits for
// the first, which then goes on. Whatever comes of it has to be what one of the two orders would have given, and leave the
// database whole. Each call has an instance of its own, so that nothing but the database keeps them apart.
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import { testSecret, testSettings } from '#server/test/app.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { calls, type RaceCall } from './calls.ts'
import { broken, describe } from './outcome.ts'
import { stops, walk } from './statements.ts'
import { buildWorld, prepareWorlds, type World } from './world.ts'

export interface Racer extends RaceCall {
  name: string
}

export const racers: Racer[] = Object.entries(calls).flatMap(([name, entry]) => {
  if (typeof entry === 'string') return []
  const several = Array.isArray(entry) ? entry : [entry]
  return several.map((call, index) => ({ ...call, name: index === 0 ? name : `${name} (${index + 1})` }))
})

export function racer(name: string): Racer {
  const found = racers.find(one => one.name === name)
  if (!found) throw new Error(`no call ${name} in the table`)
  return found
}

const doer = ({ by }: Racer) => (by === 'aliElsewhere' ? 'ali' : by)

/** They are about the same, or one is about whoever makes the other. */
export function canMeet(a: Racer, b: Racer): boolean {
  const [mine, theirs] = [doer(a), doer(b)]
  return (
    a.about.some(subject => b.about.includes(subject)) ||
    (theirs !== undefined && a.about.includes(theirs)) ||
    (mine !== undefined && b.about.includes(mine))
  )
}

export interface Track {
  database: TestDatabase
  apps: [FastifyInstance, FastifyInstance]
  close(): Promise<void>
}

export async function layTrack(): Promise<Track> {
  const database = await createTestDatabase()
  await prepareWorlds(database)
  const settings = testSettings({
    LOGIN_LIMITS: '100000/1,100000/1',
    REGISTER_LIMIT: '100000/1',
    REQUIRE_2FA: 'none',
  })
  const log = pino({ level: 'silent' })
  const parts = { database: { url: database.appUrl }, settings, secret: testSecret, log }
  const apps: Track['apps'] = [await createApp(parts), await createApp(parts)]
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

/** Its answer in a word. */
async function make(app: FastifyInstance, call: Racer, world: World): Promise<string> {
  if (call.run) {
    const answer = await call.run(app, world)
    return JSON.stringify(answer ?? 'done').includes('"code"') ? 'refused' : 'done'
  }
  const method = call.name.split(' ', 1)[0] as InjectOptions['method']
  const cookie = call.by ? world[call.by].cookie : ''
  const { statusCode, body } = await app.inject({
    method,
    url: call.path?.(world),
    headers: { origin: 'http://perantau.test', ...(cookie && { cookie }) },
    ...(call.body && { payload: call.body(world) }),
  })
  const { code = '' } = body.startsWith('{') ? JSON.parse(body) : {}
  const answer = `${statusCode} ${code}`.trim()
  return call.alike?.[answer] ?? answer
}

/** Whether anybody waits for a lock. */
async function isBlocked({ pool }: TestDatabase): Promise<boolean> {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
  )
  return rows.length > 0
}

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function untilBlockedOrOver(database: TestDatabase, running: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = running.then(
    () => {
      isOver = true
    },
    () => {
      isOver = true
    },
  )
  const deadline = Date.now() + 1000
  while (!isOver && Date.now() < deadline) {
    await Promise.race([over, sleep(4)])
    if (!isOver && (await isBlocked(database))) return
  }
}

interface Outcome {
  answers: [string, string]
  left: string[]
}

const inWords = ({ answers, left }: Outcome) => [`answers ${answers.join(' / ')}`, ...left]

export type Found = { pair: string; stop: number; before: string; wrong: string[] }

/** What says a hundred things, one table after the other, is stopped at some of them. */
const mostStops = 16
const spread = (places: number[]) =>
  places.filter(
    (_, index) =>
      places.length <= mostStops ||
      Math.floor((index * mostStops) / places.length) !==
        Math.floor(((index - 1) * mostStops) / places.length),
  )

const isTooLate = ({ answers }: Outcome) => answers.some(answer => answer.startsWith('503'))

export function startRaces(track: Track) {
  const { database, apps } = track

  async function worldFor(...racing: Racer[]): Promise<World> {
    const world = await buildWorld(database)
    for (const { before } of new Set(racing)) if (before) await database.pool.query(before(world))
    return world
  }

  /**
   * A job comes again every minute: what it passed over because others were at it is done then. What was on its way to
   * somebody who was erased is found within the hour.
   */
  async function afterwards(world: World, ...racing: Racer[]): Promise<void> {
    for (const one of new Set(racing)) if (one.name.startsWith('job ')) await make(apps[0], one, world)
    if (!racing.some(({ name }) => name.includes('/erase'))) return
    await database.pool.query(
      `update users set erased_at = now() - interval '3 days' where erased_at is not null and id <> all($1)`,
      [world.ids],
    )
    await make(apps[0], racer('job sweep_erased'), world)
  }

  async function inOrder(a: Racer, b: Racer, isTurned: boolean): Promise<Outcome> {
    const world = await worldFor(a, b)
    const answers: [string, string] = ['', '']
    for (const index of isTurned ? ([1, 0] as const) : ([0, 1] as const))
      answers[index] = await make(apps[index], index === 0 ? a : b, world)
    await afterwards(world, a, b)
    return { answers, left: await describe(database, world) }
  }

  /** What it says to the database when nobody is in its way. */
  const said = new Map<string, string[]>()
  async function statementsOf(call: Racer): Promise<string[]> {
    const known = said.get(call.name)
    if (known) return known
    const world = await worldFor(call)
    const { ended, texts } = walk(() => make(apps[0], call, world))
    await ended
    said.set(call.name, texts)
    return texts
  }

  async function race(a: Racer, b: Racer, stop: number): Promise<Outcome> {
    const world = await worldFor(a, b)
    const first = walk(() => make(apps[0], a, world), stop)
    await first.stopped
    const second = make(apps[1], b, world)
    await untilBlockedOrOver(database, second)
    first.goOn()
    const answers = await Promise.all([first.ended, second])
    await afterwards(world, a, b)
    return { answers, left: await describe(database, world) }
  }

  const orders = new Map<string, Promise<Outcome[]>>()
  function bothOrders(a: Racer, b: Racer): Promise<Outcome[]> {
    const key = `${a.name} × ${b.name}`
    const known = orders.get(key) ?? inOrder(a, b, false).then(async one => [one, await inOrder(a, b, true)])
    orders.set(key, known)
    return known
  }

  function judge(outcome: Outcome, expected: Outcome[]): string[] {
    const got = inWords(outcome)
    const differences = expected.map(order => {
      const words = inWords(order)
      return [
        ...got.filter(line => !words.includes(line)).map(line => `+ ${line}`),
        ...words.filter(line => !got.includes(line)).map(line => `- ${line}`),
      ]
    })
    if (differences.some(lines => lines.length === 0)) return []
    return differences.sort((x, y) => x.length - y.length)[0] ?? []
  }

  let wrongBefore: string[] = []
  /** Of the pair, with the first stopped wherever it makes a difference, or at some of these places. */
  async function run(
    a: Racer,
    b: Racer,
    pick: (places: number[]) => number[] = all => all,
  ): Promise<Found[]> {
    const texts = await statementsOf(a)
    const expected = await bothOrders(a, b)
    const found: Found[] = []
    const note = (stop: number, wrong: string[]) => {
      const before = texts[stop]?.replace(/\s+/g, ' ').slice(0, 150) ?? ''
      if (wrong.length > 0) found.push({ pair: `${a.name} × ${b.name}`, stop, before, wrong })
    }
    for (const stop of pick(spread(stops(texts)))) {
      let outcome = await race(a, b, stop)
      // On a machine with no time for it somebody waits too long, is told so, and asks again.
      for (let more = 2; more > 0 && isTooLate(outcome); more--) outcome = await race(a, b, stop)
      const failed = outcome.answers.some(answer => /^5/.test(answer)) ? [`answers ${outcome.answers}`] : []
      note(stop, [...judge(outcome, expected), ...failed])
    }
    // Of all that was left; asked once for the pair, because it looks at everything.
    const now = await broken(database.db)
    note(
      -1,
      now.filter(line => !wrongBefore.includes(line)),
    )
    wrongBefore = now
    return found
  }
  return { run }
}
