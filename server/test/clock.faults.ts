// Guarantee 33: a clock that jumps, by an hour and by a day, forward and back, while people talk and sign in. First that
// of the program alone, then the database's with it. Prints what happened.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { Secret as SharedSecret } from 'otpauth'
import { afterAll, afterEach, expect, test } from 'vitest'
import { connect, type Db } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { accountTokens, sessions } from '#server/db/schema/accounts.ts'
import { activities } from '#server/db/schema/activities.ts'
import { messages } from '#server/db/schema/chat.ts'
import { twoFactor } from '#server/db/schema/second-factor.ts'
import { createToken } from '#server/identity/account-tokens.service.ts'
import { sealKey, totpOf } from '#server/identity/two-factor.service.ts'
import { secretFrom, signToken } from '#server/secret.ts'
import { buildGroup, connectClient, cookieFor, sent } from './chat.ts'
import { expectNothingLost } from './chat-faults.ts'
import { setUpDatabase } from './database.ts'
import { buildActivity, buildUser, type TestUser, testPassword } from './factories.ts'
import { type FaithfulClient, startFaithfulClient } from './faithful-client.ts'
import { hasFakedClock, makeClock } from './faked-clock.ts'
import { missing, setUpMachines, startFirst } from './machines.ts'
import { settingsOn, startProgram, status, stop, until } from './program.ts'
import { startSmtp } from './smtp.ts'

const database = setUpDatabase()
const machines = setUpMachines()
const clock = makeClock()
const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
  clock.set(0)
})
afterAll(async () => {
  await machines.clear()
  clock.clear()
})

const hour = 3600
const day = 24 * hour

interface Place {
  db: Db
  appUrl: string
  ownerUrl: string
}

/** A program by the clock that jumps, and all that is looked at while it does. */
async function open({ db, appUrl, ownerUrl }: Place) {
  const letters = await startSmtp()
  const env = {
    ...(await settingsOn({ appUrl, ownerUrl })),
    ...clock.env,
    SMTP_URL: letters.url,
    REQUIRE_2FA: 'none',
    LOGIN_LIMITS: '1000/30,1000/1',
  }
  const { PUBLIC_URL: url, PORT, SECRET_KEY } = env
  const secret = secretFrom(SECRET_KEY)
  const program = await startProgram(env)

  const ask = async (
    method: string,
    path: string,
    { cookie = '', body }: { cookie?: string; body?: unknown } = {},
  ) => {
    const answer = await fetch(url + path, {
      method,
      headers: { cookie, origin: url, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const cookies = answer.headers.getSetCookie().map(one => one.split(';')[0])
    return {
      status: answer.status,
      json: text.startsWith('{') ? (JSON.parse(text) as Record<string, string>) : {},
      cookie: cookies.join('; '),
    }
  }
  const login = (user: TestUser, password = testPassword) =>
    ask('POST', '/api/auth/login', { body: { email: user.email, password } })
  const isIn = async (cookie: string) => (await ask('GET', '/api/auth/me', { cookie })).status === 200

  const speakers = await Promise.all(Array.from({ length: 4 }, () => buildUser(db)))
  const groupId = await buildGroup(db, speakers)
  const clients: FaithfulClient[] = []
  for (const { id } of speakers) clients.push(startFaithfulClient(url, await cookieFor(db, id), groupId))
  let isOver = false
  const talking = clients.map(client => client.talk(() => isOver))
  ending.push(() => {
    isOver = true
    for (const client of clients) client.close()
  })
  const spoken = () => clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)

  const ali = await buildUser(db)
  const siti = await buildUser(db)
  const office = await buildUser(db, { role: 'hq_admin' })
  const key = new SharedSecret({ size: 20 }).base32
  const sealed = sealKey(secret, siti.id, key)
  await db.insert(twoFactor).values({ userId: siti.id, secret: sealed, confirmedAt: sql`now()` })
  const quiet = await buildGroup(db, [ali])
  const door = await buildActivity(db, { status: 'ongoing', allowsWalkIns: true })

  return {
    db,
    ali,
    office,
    isIn,
    login,
    letters,
    spoken,
    program,
    /** Once it answers, and people talk. */
    settle: async () => {
      const before = spoken()
      const from = performance.now()
      await until(async () => (await status(Number(PORT), '/readyz')) === 200 && spoken() > before + 30, {
        seconds: 60,
        say: program.output,
      })
      return Math.round(performance.now() - from)
    },
    /** By password and the code that a telephone shows at the right time. */
    loginByCode: async () => {
      await db.update(twoFactor).set({ lastStep: 0 }).where(eq(twoFactor.userId, siti.id))
      const { cookie } = await login(siti)
      const body = { code: totpOf(key).generate(), trust: false }
      return (await ask('POST', '/api/auth/second-step', { cookie, body })).status
    },
    /** What becomes of an edit of something said so many minutes ago. */
    edit: async (minutes: number) => {
      const cookie = await cookieFor(db, ali.id)
      const client = await connectClient(url, cookie)
      const said = sent(await client.send({ groupId: quiet, content: 'Asal', clientId: randomUUID() }))
      client.socket.close()
      const createdAt = sql`now() - make_interval(mins => ${minutes})`
      await db.update(messages).set({ createdAt }).where(eq(messages.id, said.id))
      const body = { seq: said.seq, op: 'edit', content: 'Baharu', clientId: randomUUID() }
      const answer = await ask('POST', `/api/messages/${quiet}/changes`, { cookie, body })
      return answer.json.code ?? answer.status
    },
    /** A link as it is sent, that is good for so many minutes. */
    makeLink: async (minutes = 60) => {
      const id = await createToken(db, await buildUser(db), 'reset_password')
      const expiresAt = sql`now() + make_interval(mins => ${minutes})`
      await db.update(accountTokens).set({ expiresAt }).where(eq(accountTokens.id, id))
      return signToken(secret, id)
    },
    followLink: async (token: string) => {
      const password = 'ombak-baharu-88'
      const body = { token, password, confirmPassword: password }
      const answer = await ask('POST', '/api/auth/reset-password', { body })
      return answer.json.code ?? answer.status
    },
    readDoor: async () => {
      const answer = await ask('GET', `/api/check-in/${door.id}/code`, {
        cookie: await cookieFor(db, office.id),
      })
      return answer.json.address?.split('#')[1] ?? ''
    },
    enterBy: async (code: string) => {
      const cookie = await cookieFor(db, (await buildUser(db)).id)
      const answer = await ask('POST', `/api/check-in/${door.id}/self`, { cookie, body: { code } })
      return answer.json.code ?? answer.json.outcome
    },
    /** What is done every minute is done when its minute comes, and once. */
    waitForJobs: async () => {
      const planned = await buildActivity(db, { status: 'planned' })
      const startDate = sql`now() - interval '1 minute'`
      await db.update(activities).set({ startDate }).where(eq(activities.id, planned.id))
      await db.execute(
        sql`update positions set last_id = last_id - 1 where name = 'timetable:advance_activities'`,
      )
      const isDone = async () => {
        const [row] = await db.select().from(activities).where(eq(activities.id, planned.id))
        return row?.status === 'ongoing'
      }
      await until(isDone, { seconds: 30, say: program.output })
      const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from audit_events
        where kind = 'activity.status_changed' and target_id = ${String(planned.id)}`)
      return rows[0]?.count
    },
    /** How many letters somebody gets who asks for one. */
    askForLetter: async () => {
      const { email } = await buildUser(db)
      await ask('POST', '/api/auth/forgot-password', { body: { email } })
      const count = () => letters.received.filter(letter => letter.includes(`To: ${email}`)).length
      await until(() => count() > 0, { seconds: 30, say: program.output })
      return count
    },
    end: async () => {
      isOver = true
      await Promise.all(talking)
      await expectNothingLost(db, groupId, clients)
      expect(await stop(program)).toBe(0)
    },
  }
}
type Opened = Awaited<ReturnType<typeof open>>

/** A session that has run out, and one that has not. */
async function openOld({ db, ali, isIn }: Opened) {
  const over = await cookieFor(db, ali.id)
  await db
    .update(sessions)
    .set({ expiresAt: sql`now() - interval '30 minutes'` })
    .where(eq(sessions.userId, ali.id))
  expect(await isIn(over)).toBe(false)
  return { over, lasting: await cookieFor(db, ali.id) }
}

function say(name: string, ms: number, { spoken }: Opened): void {
  console.warn(`Clock ${name}: answering and talking ${ms} ms later, ${spoken()} words so far`)
}

test.runIf(hasFakedClock)(
  'the clock of the program jumps, and nobody notices (needs faketime: apt-get install it)',
  async () => {
    const world = await open(database)
    const { over, lasting } = await openOld(world)
    const idle = await cookieFor(world.db, world.office.id)
    const oldLink = await world.makeLink(-1)
    const counts: (() => number)[] = []
    const jumps: [string, number][] = [
      ['an hour ahead', hour],
      ['right again', 0],
      ['a day ahead', day],
      ['right again', 0],
      ['a day behind', -day],
      ['right again', 0],
    ]
    for (const [name, seconds] of jumps) {
      const [code, link] = [await world.readDoor(), await world.makeLink()]
      clock.set(seconds)
      say(`of the program ${name}`, await world.settle(), world)
      const signedIn = await world.login(world.ali)
      counts.push(await world.askForLetter())
      expect({
        wrong: (await world.login(world.ali, 'salah')).status,
        right: [signedIn.status, await world.isIn(signedIn.cookie)],
        byCode: await world.loginByCode(),
        over: await world.isIn(over),
        lasting: await world.isIn(lasting),
        fresh: await world.edit(0),
        late: await world.edit(16),
        links: [await world.followLink(oldLink), await world.followLink(link)],
        door: await world.enterBy(code),
        done: await world.waitForJobs(),
      }).toEqual({
        wrong: 401,
        right: [200, true],
        byCode: 200,
        over: false,
        lasting: true,
        fresh: 200,
        late: 'edit_too_late',
        links: ['bad_link', 200],
        door: 'added',
        done: 1,
      })
    }
    expect(await world.isIn(idle)).toBe(true)
    expect(counts.map(count => count())).toEqual(jumps.map(() => 1))
    await world.end()
  },
)

test.runIf(hasFakedClock && !missing.includes('postgres'))(
  'the clock of the database jumps with it: what ends meanwhile has ended, and nothing lasts longer for it (needs faketime and postgresql: apt-get install them)',
  async () => {
    const { port } = await startFirst(machines, clock.env)
    const url = (role: string) => `postgresql://${role}@127.0.0.1:${port}/perantau`
    const place = { appUrl: url('perantau'), ownerUrl: url('perantau_owner') }
    await migrate(place.ownerUrl, { appRole: 'perantau' })
    const there = connect(place.appUrl)
    ending.push(() => there.close())
    const world = await open({ ...place, db: there.db })
    const { over, lasting } = await openOld(world)
    const counts: (() => number)[] = []
    for (const [name, seconds] of [
      ['an hour', hour],
      ['a day', day],
    ] as const) {
      // Of an administrator, who is not there until then.
      const idle = await cookieFor(world.db, world.office.id)
      const [code, link] = [await world.readDoor(), await world.makeLink()]
      clock.set(seconds)
      say(`of both ${name} ahead`, await world.settle(), world)
      const signedIn = await world.login(world.ali)
      const madeAhead = await world.makeLink()
      counts.push(await world.askForLetter())
      expect({
        right: [signedIn.status, await world.isIn(signedIn.cookie)],
        byCode: await world.loginByCode(),
        over: await world.isIn(over),
        lasting: await world.isIn(lasting),
        idle: await world.isIn(idle),
        edits: [await world.edit(0), await world.edit(16)],
        link: await world.followLink(link),
        doors: [await world.enterBy(code), await world.enterBy(await world.readDoor())],
        done: await world.waitForJobs(),
      }).toEqual({
        right: [200, true],
        // The telephone has the right time, and the program has not.
        byCode: 401,
        over: false,
        lasting: true,
        idle: seconds < 12 * hour,
        edits: [200, 'edit_too_late'],
        link: 'bad_link',
        doors: ['door_code_old', 'added'],
        done: 1,
      })
      clock.set(0)
      await sleep(1000)
      say('of both right again', await world.settle(), world)
      counts.push(await world.askForLetter())
      expect({
        // It was opened at a time that is still to come.
        ahead: await world.isIn(signedIn.cookie),
        over: await world.isIn(over),
        lasting: await world.isIn(lasting),
        idle: await world.isIn(idle),
        byCode: await world.loginByCode(),
        links: [await world.followLink(madeAhead), await world.followLink(await world.makeLink())],
        edits: [await world.edit(0), await world.edit(16)],
        door: await world.enterBy(await world.readDoor()),
        done: await world.waitForJobs(),
      }).toEqual({
        ahead: false,
        over: false,
        lasting: true,
        // It was used an hour ahead of time, which nobody can know to be true.
        idle: false,
        byCode: 200,
        links: ['bad_link', 200],
        edits: [200, 'edit_too_late'],
        door: 'added',
        done: 1,
      })
    }
    expect(counts.map(count => count())).toEqual(counts.map(() => 1))
    await world.end()
  },
)
