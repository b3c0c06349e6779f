// Tests guarantee 33: the clock jumps by an hour and by a day, forward and back, while users chat and sign in.
// First only the clock of the server jumps, then also the clock of the database.
// The test prints how long the recovery from each jump took.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { Secret as SharedSecret } from 'otpauth'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type Db, openConnectionPool } from '#server/db/connection/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { accountTokens, sessions } from '#server/db/schema/accounts.ts'
import { activities } from '#server/db/schema/activities.ts'
import { messages } from '#server/db/schema/chat.ts'
import { twoFactor } from '#server/db/schema/second-factor.ts'
import { createAccountToken } from '#server/identity/account-tokens.service.ts'
import { createTotpGenerator, encryptTotpKey } from '#server/identity/two-factor.service.ts'
import { createSignedLinkToken, deriveSecret } from '#server/secret.ts'
import {
  connectChatClient,
  createChatGroup,
  createSessionCookie,
  getSentMessageOrThrow,
} from '#server/test/chat/chat-client.ts'
import { expectNoMessageLost } from '#server/test/chat/chat-under-faults.ts'
import { type ReliableClient, startReliableChatClient } from '#server/test/chat/reliable-client.ts'
import { startSmtpServer } from '#server/test/fakes/smtp-server.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { buildActivity, buildUser, type TestUser, testPassword } from '#server/test/harness/factories.ts'
import { createFakedClock, hasFakedClock } from '#server/test/processes/faked-clock.ts'
import {
  createTemporaryFolderAndProcessRunner,
  missingPrograms,
  startPrimaryDatabase,
} from '#server/test/processes/machines.ts'
import {
  buildServerEnvironment,
  readHttpStatus,
  startServerProcess,
  stopProcess,
  waitUntil,
} from '#server/test/processes/program-process.ts'

const database = setUpDatabase()
const machines = createTemporaryFolderAndProcessRunner()
const clock = createFakedClock()
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
  clock.set(0)
})
afterAll(async () => {
  await machines.clear()
  clock.clear()
})

const hour = 3600
const day = 24 * hour

interface DatabaseUrls {
  db: Db
  appUrl: string
  ownerUrl: string
}

/** Starts a server with a clock that the test can change, and returns functions that observe the server. */
async function startServerUnderTest({ db, appUrl, ownerUrl }: DatabaseUrls) {
  const smtp = await startSmtpServer()
  const env = {
    ...(await buildServerEnvironment({ appUrl, ownerUrl })),
    ...clock.env,
    SMTP_URL: smtp.url,
    REQUIRE_2FA: 'none',
    LOGIN_LIMITS: '1000/30,1000/1',
  }
  const { PUBLIC_URL: url, PORT, SECRET_KEY } = env
  const secret = deriveSecret(SECRET_KEY)
  const program = await startServerProcess(env)

  const sendRequest = async (
    method: string,
    path: string,
    { cookie = '', body }: { cookie?: string; body?: unknown } = {},
  ) => {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, origin: url, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const cookies = response.headers.getSetCookie().map(header => header.split(';')[0])
    return {
      status: response.status,
      json: text.startsWith('{') ? (JSON.parse(text) as Record<string, string>) : {},
      cookie: cookies.join('; '),
    }
  }
  const attemptSignIn = (user: TestUser, password = testPassword) =>
    sendRequest('POST', '/api/auth/login', { body: { email: user.email, password } })
  const isSignedIn = async (cookie: string) =>
    (await sendRequest('GET', '/api/auth/me', { cookie })).status === 200

  const chatUsers = await Promise.all(Array.from({ length: 4 }, () => buildUser(db)))
  const groupId = await createChatGroup(db, chatUsers)
  const clients: ReliableClient[] = []
  for (const { id } of chatUsers)
    clients.push(startReliableChatClient(url, await createSessionCookie(db, id), groupId))
  let isOver = false
  const sending = clients.map(client => client.sendMessages(() => isOver))
  cleanups.push(() => {
    isOver = true
    for (const client of clients) client.close()
  })
  const countAcknowledged = () => clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)

  const ali = await buildUser(db)
  const siti = await buildUser(db)
  const administrator = await buildUser(db, { role: 'hq_admin' })
  const key = new SharedSecret({ size: 20 }).base32
  const encryptedKey = encryptTotpKey(secret, siti.id, key)
  await db.insert(twoFactor).values({ userId: siti.id, secret: encryptedKey, confirmedAt: sql`now()` })
  const quietGroupId = await createChatGroup(db, [ali])
  const walkInActivity = await buildActivity(db, { status: 'ongoing', allowsWalkIns: true })

  return {
    db,
    ali,
    administrator,
    isSignedIn,
    login: attemptSignIn,
    countAcknowledged,
    /** Waits until the server is ready and has acknowledged 30 more messages; returns the milliseconds it took. */
    waitUntilRecovered: async () => {
      const before = countAcknowledged()
      const from = performance.now()
      await waitUntil(
        async () =>
          (await readHttpStatus(Number(PORT), '/readyz')) === 200 && countAcknowledged() > before + 30,
        {
          seconds: 60,
          say: program.output,
        },
      )
      return Math.round(performance.now() - from)
    },
    /** Signs in with a password and a code of an authenticator app whose clock is right. */
    loginByCode: async () => {
      await db.update(twoFactor).set({ lastStep: 0 }).where(eq(twoFactor.userId, siti.id))
      const { cookie } = await attemptSignIn(siti)
      const body = { code: createTotpGenerator(key).generate(), trust: false }
      return (await sendRequest('POST', '/api/auth/second-step', { cookie, body })).status
    },
    /** Returns the result of editing a message that was sent the given number of minutes ago. */
    editMessage: async (minutes: number) => {
      const cookie = await createSessionCookie(db, ali.id)
      const client = await connectChatClient(url, cookie)
      const message = getSentMessageOrThrow(
        await client.send({ groupId: quietGroupId, content: 'Asal', clientId: randomUUID() }),
      )
      client.socket.close()
      const createdAt = sql`now() - make_interval(mins => ${minutes})`
      await db.update(messages).set({ createdAt }).where(eq(messages.id, message.id))
      const body = { seq: message.seq, op: 'edit', content: 'Baharu', clientId: randomUUID() }
      const response = await sendRequest('POST', `/api/messages/${quietGroupId}/changes`, { cookie, body })
      return response.json.code ?? response.status
    },
    /** Creates a password reset link that is valid for the given number of minutes. */
    createResetLink: async (minutes = 60) => {
      const id = await createAccountToken(db, await buildUser(db), 'reset_password')
      const expiresAt = sql`now() + make_interval(mins => ${minutes})`
      await db.update(accountTokens).set({ expiresAt }).where(eq(accountTokens.id, id))
      return createSignedLinkToken(secret, id)
    },
    resetPassword: async (token: string) => {
      const password = 'ombak-baharu-88'
      const body = { token, password, confirmPassword: password }
      const response = await sendRequest('POST', '/api/auth/reset-password', { body })
      return response.json.code ?? response.status
    },
    readCheckInCode: async () => {
      const response = await sendRequest('GET', `/api/check-in/${walkInActivity.id}/code`, {
        cookie: await createSessionCookie(db, administrator.id),
      })
      return response.json.address?.split('#')[1] ?? ''
    },
    checkInByCode: async (code: string) => {
      const cookie = await createSessionCookie(db, (await buildUser(db)).id)
      const response = await sendRequest('POST', `/api/check-in/${walkInActivity.id}/self`, {
        cookie,
        body: { code },
      })
      return response.json.code ?? response.json.outcome
    },
    /** Makes the job due that runs every minute, and returns how often the job has changed the test activity. */
    countStatusChanges: async () => {
      const planned = await buildActivity(db, { status: 'planned' })
      const startDate = sql`now() - interval '1 minute'`
      await db.update(activities).set({ startDate }).where(eq(activities.id, planned.id))
      await db.execute(
        sql`update positions set last_id = last_id - 1 where name = 'timetable:advance_activities'`,
      )
      const isRecoveryDone = async () => {
        const [row] = await db.select().from(activities).where(eq(activities.id, planned.id))
        return row?.status === 'ongoing'
      }
      await waitUntil(isRecoveryDone, { seconds: 30, say: program.output })
      const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from audit_events
        where kind = 'activity.status_changed' and target_id = ${String(planned.id)}`)
      return rows[0]?.count
    },
    /** Requests a password reset and returns a function that counts the mails sent to that user. */
    requestResetMail: async () => {
      const { email } = await buildUser(db)
      await sendRequest('POST', '/api/auth/forgot-password', { body: { email } })
      const countReceivedMails = () => smtp.received.filter(mail => mail.includes(`To: ${email}`)).length
      await waitUntil(() => countReceivedMails() > 0, { seconds: 30, say: program.output })
      return countReceivedMails
    },
    end: async () => {
      isOver = true
      await Promise.all(sending)
      await expectNoMessageLost(db, groupId, clients)
      expect(await stopProcess(program)).toBe(0)
    },
  }
}
type ServerUnderTest = Awaited<ReturnType<typeof startServerUnderTest>>

/** Creates an expired session and a valid one. */
async function createSessions({ db, ali, isSignedIn }: ServerUnderTest) {
  const expired = await createSessionCookie(db, ali.id)
  await db
    .update(sessions)
    .set({ expiresAt: sql`now() - interval '30 minutes'` })
    .where(eq(sessions.userId, ali.id))
  expect(await isSignedIn(expired)).toBe(false)
  return { expired, valid: await createSessionCookie(db, ali.id) }
}

function printRecovery(name: string, ms: number, { countAcknowledged }: ServerUnderTest): void {
  console.warn(`Clock ${name}: recovered after ${ms} ms, ${countAcknowledged()} messages acknowledged so far`)
}

test.runIf(hasFakedClock)(
  'when the clock of the server jumps, sign-in, links, codes and jobs work as before (needs faketime: apt-get install it)',
  async () => {
    const server = await startServerUnderTest(database)
    const { expired, valid } = await createSessions(server)
    const idle = await createSessionCookie(server.db, server.administrator.id)
    const oldLink = await server.createResetLink(-1)
    const counts: (() => number)[] = []
    const clockJumps: [string, number][] = [
      ['an hour ahead', hour],
      ['right again', 0],
      ['a day ahead', day],
      ['right again', 0],
      ['a day behind', -day],
      ['right again', 0],
    ]
    for (const [name, seconds] of clockJumps) {
      const [code, link] = [await server.readCheckInCode(), await server.createResetLink()]
      clock.set(seconds)
      printRecovery(`of the server ${name}`, await server.waitUntilRecovered(), server)
      const signedIn = await server.login(server.ali)
      counts.push(await server.requestResetMail())
      expect({
        wrongPassword: (await server.login(server.ali, 'salah')).status,
        signIn: [signedIn.status, await server.isSignedIn(signedIn.cookie)],
        appCode: await server.loginByCode(),
        expired: await server.isSignedIn(expired),
        valid: await server.isSignedIn(valid),
        newMessage: await server.editMessage(0),
        oldMessage: await server.editMessage(16),
        resetLinks: [await server.resetPassword(oldLink), await server.resetPassword(link)],
        checkIn: await server.checkInByCode(code),
        statusChanges: await server.countStatusChanges(),
      }).toEqual({
        wrongPassword: 401,
        signIn: [200, true],
        appCode: 200,
        expired: false,
        valid: true,
        newMessage: 200,
        oldMessage: 'edit_too_late',
        resetLinks: ['bad_link', 200],
        checkIn: 'added',
        statusChanges: 1,
      })
    }
    expect(await server.isSignedIn(idle)).toBe(true)
    expect(counts.map(count => count())).toEqual(clockJumps.map(() => 1))
    await server.end()
  },
)

test.runIf(hasFakedClock && !missingPrograms.includes('postgres'))(
  'when the clock of server and database jumps, everything due expires and nothing is valid for longer (needs faketime and postgresql: apt-get install them)',
  async () => {
    const { port } = await startPrimaryDatabase(machines, clock.env)
    const buildUrl = (role: string) => `postgresql://${role}@127.0.0.1:${port}/perantau`
    const urls = { appUrl: buildUrl('perantau'), ownerUrl: buildUrl('perantau_owner') }
    await migrate(urls.ownerUrl, { appRole: 'perantau' })
    const connection = openConnectionPool(urls.appUrl)
    cleanups.push(() => connection.close())
    const server = await startServerUnderTest({ ...urls, db: connection.db })
    const { expired, valid } = await createSessions(server)
    const counts: (() => number)[] = []
    for (const [name, seconds] of [
      ['an hour', hour],
      ['a day', day],
    ] as const) {
      // The session belongs to an administrator who has sent no request since the test began.
      const idle = await createSessionCookie(server.db, server.administrator.id)
      const [code, link] = [await server.readCheckInCode(), await server.createResetLink()]
      clock.set(seconds)
      printRecovery(`of both ${name} ahead`, await server.waitUntilRecovered(), server)
      const signedIn = await server.login(server.ali)
      const linkCreatedAhead = await server.createResetLink()
      counts.push(await server.requestResetMail())
      expect({
        signIn: [signedIn.status, await server.isSignedIn(signedIn.cookie)],
        appCode: await server.loginByCode(),
        expired: await server.isSignedIn(expired),
        valid: await server.isSignedIn(valid),
        idle: await server.isSignedIn(idle),
        edits: [await server.editMessage(0), await server.editMessage(16)],
        resetLink: await server.resetPassword(link),
        checkIns: [
          await server.checkInByCode(code),
          await server.checkInByCode(await server.readCheckInCode()),
        ],
        statusChanges: await server.countStatusChanges(),
      }).toEqual({
        signIn: [200, true],
        // The clock of the authenticator app is right, whereas the server's clock is wrong.
        appCode: 401,
        expired: false,
        valid: true,
        idle: seconds < 12 * hour,
        edits: [200, 'edit_too_late'],
        resetLink: 'bad_link',
        checkIns: ['door_code_old', 'added'],
        statusChanges: 1,
      })
      clock.set(0)
      await sleep(1000)
      printRecovery('of both right again', await server.waitUntilRecovered(), server)
      counts.push(await server.requestResetMail())
      expect({
        // The session was created while the clock was ahead, so its creation time is in the future.
        sessionCreatedAhead: await server.isSignedIn(signedIn.cookie),
        expired: await server.isSignedIn(expired),
        valid: await server.isSignedIn(valid),
        idle: await server.isSignedIn(idle),
        appCode: await server.loginByCode(),
        resetLinks: [
          await server.resetPassword(linkCreatedAhead),
          await server.resetPassword(await server.createResetLink()),
        ],
        edits: [await server.editMessage(0), await server.editMessage(16)],
        checkIn: await server.checkInByCode(await server.readCheckInCode()),
        statusChanges: await server.countStatusChanges(),
      }).toEqual({
        sessionCreatedAhead: false,
        expired: false,
        valid: true,
        // A session whose recorded last use lies in the future is invalid, because that time cannot be trusted.
        idle: false,
        appCode: 200,
        resetLinks: ['bad_link', 200],
        edits: [200, 'edit_too_late'],
        checkIn: 'added',
        statusChanges: 1,
      })
    }
    expect(counts.map(count => count())).toEqual(counts.map(() => 1))
    await server.end()
  },
)
