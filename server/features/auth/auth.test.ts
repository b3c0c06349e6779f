import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rateLimits, sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { hashPassword } from '#server/identity/password.ts'
import { deleteExpiredRows } from '#server/retention/delete-expired-rows.service.ts'
import { createTestApp, setUpApp } from '#server/test/harness/app.ts'
import { buildUser, testPassword } from '#server/test/harness/factories.ts'

// High limits, so that these tests never reach them; login-limits.test.ts tests the limits.
const target = setUpApp({ LOGIN_LIMITS: '1000/30,1000/1' })

function attemptSignIn(email: string, password: string, headers: Record<string, string> = {}) {
  return target.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password }, headers })
}

describe('POST /api/auth/login', () => {
  test('login responds with the user and sets a session cookie', async () => {
    const user = await buildUser(target.database.db, {
      role: 'club_secretary',
      password: await hashPassword(testPassword),
    })
    const response = await attemptSignIn(user.email, testPassword)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      id: user.id,
      username: user.username,
      email: user.email,
      fullName: user.fullName,
      role: 'club_secretary',
      status: 'active',
      currentCountry: 'Japan',
      clubId: null,
      membershipNumber: null,
      profileImageUrl: null,
    })
    const [cookie = ''] = [response.headers['set-cookie']].flat()
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    const me = await target.app.inject({ url: '/api/auth/me', headers: { cookie: cookie.split(';')[0] } })
    expect(me.json()).toEqual(response.json())
  })

  test('login accepts the email address in another case or Unicode form', async () => {
    const user = await buildUser(target.database.db)
    expect((await attemptSignIn(user.email.toUpperCase(), testPassword)).statusCode).toBe(200)
    expect((await attemptSignIn(` ${user.email.replace('u', 'ｕ')} `, testPassword)).statusCode).toBe(200)
  })

  test.each(['pending', 'rejected', 'inactive'] as const)(
    'a %s account can sign in, so that its owner sees the status',
    async status => {
      const user = await buildUser(target.database.db, { status })
      expect((await attemptSignIn(user.email, testPassword)).json().status).toBe(status)
    },
  )

  test('login compares all characters of a long password, in any script', async () => {
    const password = '密码🔐كلمة'.repeat(12)
    const user = await buildUser(target.database.db, { password: await hashPassword(password) })
    expect((await attemptSignIn(user.email, password)).statusCode).toBe(200)
    expect((await attemptSignIn(user.email, password.slice(0, -1))).statusCode).toBe(401)
  })

  test('login returns the same error for an unknown email address, a wrong password and an account without a password', async () => {
    const user = await buildUser(target.database.db)
    const google = await buildUser(target.database.db, { password: null, googleId: 'g-1' })
    const responses = [
      await attemptSignIn('tiada@contoh.my', 'salah'),
      await attemptSignIn(user.email, 'salah'),
      await attemptSignIn(google.email, 'salah'),
    ]
    for (const response of responses) {
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual({
        code: 'login_failed',
        message: 'Email atau kata laluan tidak betul.',
        requestId: expect.any(String),
      })
      expect(response.body.length).toBe(responses[0]?.body.length)
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  })

  test('login costs about as much CPU time for an unknown email address as for a wrong password', async () => {
    // Password hashes of other test users are computed with less CPU time than real ones.
    const user = await buildUser(target.database.db, { password: await hashPassword(testPassword) })
    /** CPU time of one login in microseconds, which the load of other processes does not change. */
    const measureCpuTime = async (email: string) => {
      const start = process.cpuUsage()
      await attemptSignIn(email, 'salah')
      const { user, system } = process.cpuUsage(start)
      return user + system
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let n = 0; n < 12; n++) {
      known.push(await measureCpuTime(user.email))
      unknown.push(await measureCpuTime('tiada@contoh.my'))
    }
    // The smallest values are compared, because garbage collection and timers of the server only add CPU time.
    const ratio = Math.min(...unknown) / Math.min(...known)
    // If the server computed no hash for unknown accounts, the ratio of the CPU times would be below 0.2.
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  test('hashPassword uses Argon2id with at least 19 MiB and two passes', async () => {
    expect(await hashPassword('apa-apa')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('sessions', () => {
  test('every login issues a new session token and ends the session whose token the login request contained', async () => {
    const user = await buildUser(target.database.db)
    const first = String((await attemptSignIn(user.email, testPassword)).headers['set-cookie']).split(
      ';',
    )[0] as string
    const second = await attemptSignIn(user.email, testPassword, { cookie: first })
    expect(String(second.headers['set-cookie'])).not.toContain(first)
    expect((await target.app.inject({ url: '/api/auth/me', headers: { cookie: first } })).statusCode).toBe(
      401,
    )
    const planted = 'session=ini-kuki-yang-ditanam-oleh-orang-lain-1234567'
    const third = await attemptSignIn(user.email, testPassword, { cookie: planted })
    expect(String(third.headers['set-cookie'])).not.toContain('ditanam')
    expect((await target.app.inject({ url: '/api/auth/me', headers: { cookie: planted } })).statusCode).toBe(
      401,
    )
  })

  test('the table sessions stores only a hash of the session token, which is not accepted as a token', async () => {
    const { cookie, user } = await target.asNew()
    const rows = await target.database.db.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(rows).toHaveLength(1)
    expect(cookie).not.toContain(String(rows[0]?.token))
    const planted = await target.app.inject({
      url: '/api/auth/me',
      headers: { cookie: `session=${rows[0]?.token}` },
    })
    expect(planted.statusCode).toBe(401)
  })

  test('logout ends the session at once and clears the cookie, and a second logout returns 401', async () => {
    const caller = await target.asNew()
    const response = await caller.call('POST', '/api/auth/logout')
    expect(response.statusCode).toBe(204)
    expect(String(response.headers['set-cookie'])).toMatch(/^session=; Max-Age=0; Path=\//)
    expect((await caller.call('GET', '/api/auth/me')).statusCode).toBe(401)
    expect((await caller.call('POST', '/api/auth/logout')).statusCode).toBe(401)
  })

  test('a changed role or status applies from the next request of an open session', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const setUserColumns = (values: Partial<typeof users.$inferInsert>) =>
      target.database.db.update(users).set(values).where(eq(users.id, caller.user.id))
    await setUserColumns({ role: 'member' })
    expect((await caller.call('GET', '/api/auth/me')).json().role).toBe('member')
    await setUserColumns({ status: 'inactive' })
    expect((await caller.call('GET', '/api/auth/me')).json().status).toBe('inactive')
  })

  async function ageSession(
    userId: number,
    change: { createdAt?: Date; expiresAt?: Date; lastSeenAt?: Date },
  ) {
    await target.database.db.update(sessions).set(change).where(eq(sessions.userId, userId))
  }
  const formatTimeHoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

  test('an expired session stays invalid when the clock of the database is set back', async () => {
    const caller = await target.asNew()
    await ageSession(caller.user.id, { expiresAt: formatTimeHoursAgo(1) })
    expect((await caller.call('GET', '/api/auth/me')).statusCode).toBe(401)
    await ageSession(caller.user.id, { expiresAt: formatTimeHoursAgo(-1) })
    expect((await caller.call('GET', '/api/auth/me')).statusCode).toBe(401)
  })

  test('a session with timestamps in the future is invalid, apart from small clock differences', async () => {
    const readStatusOfAgedSession = async (
      role: 'member' | 'hq_admin',
      change: Parameters<typeof ageSession>[1],
    ) => {
      const caller = await target.asNew({ role })
      await ageSession(caller.user.id, change)
      return (await caller.call('GET', '/api/auth/me')).statusCode
    }
    const ahead = formatTimeHoursAgo(-24)
    expect(await readStatusOfAgedSession('member', { createdAt: ahead })).toBe(401)
    expect(await readStatusOfAgedSession('hq_admin', { lastSeenAt: ahead })).toBe(401)
    // Sessions of members have no idle limit, so a future last-seen timestamp does not matter.
    expect(await readStatusOfAgedSession('member', { lastSeenAt: ahead })).toBe(200)
    // Clocks of two machines differ slightly, so 20 seconds ahead is accepted.
    const slightlyAhead = new Date(Date.now() + 20_000)
    expect(
      await readStatusOfAgedSession('hq_admin', { createdAt: slightlyAhead, lastSeenAt: slightlyAhead }),
    ).toBe(200)
  })

  test.each([
    ['system_admin', 401],
    ['club_secretary', 401],
    ['member', 200],
  ] as const)('a session of a %s returns %i after 13 idle hours', async (role, status) => {
    const caller = await target.asNew({ role })
    await ageSession(caller.user.id, { lastSeenAt: formatTimeHoursAgo(13) })
    expect((await caller.call('GET', '/api/auth/me')).statusCode).toBe(status)
  })

  test('a request updates the last-seen timestamp, which extends the idle limit', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    await ageSession(caller.user.id, { lastSeenAt: formatTimeHoursAgo(11) })
    expect((await caller.call('GET', '/api/auth/me')).statusCode).toBe(200)
    const [row] = await target.database.db.select().from(sessions).where(eq(sessions.userId, caller.user.id))
    expect(row?.lastSeenAt.getTime()).toBeGreaterThan(formatTimeHoursAgo(0.1).getTime())
  })

  test('the retention job deletes expired sessions and rate limits, also of users who never return', async () => {
    const expired = await target.asNew()
    const valid = await target.asNew()
    await ageSession(expired.user.id, { expiresAt: formatTimeHoursAgo(1) })
    await target.database.db
      .insert(rateLimits)
      .values({ key: 'lama', hits: [formatTimeHoursAgo(2)], expiresAt: formatTimeHoursAgo(1) })
    await deleteExpiredRows(target.database.db)
    const remaining = await target.database.db.select().from(sessions)
    expect(remaining.map(session => session.userId)).toContain(valid.user.id)
    expect(remaining.map(session => session.userId)).not.toContain(expired.user.id)
    const limits = await target.database.db.select().from(rateLimits)
    expect(limits.map(limit => limit.key)).not.toContain('lama')
  })

  test('SESSION_DAYS and ADMIN_IDLE_HOURS change the session limits', async () => {
    const other = await createTestApp({ SESSION_DAYS: '2', ADMIN_IDLE_HOURS: '1' })
    const user = await buildUser(other.database.db, { role: 'hq_admin' })
    const response = await other.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: user.email, password: testPassword },
    })
    expect(String(response.headers['set-cookie'])).toContain('Max-Age=172800;')
    await other.database.db.update(sessions).set({ lastSeenAt: formatTimeHoursAgo(1.5) })
    const cookie = String(response.headers['set-cookie']).split(';')[0]
    expect((await other.app.inject({ url: '/api/auth/me', headers: { cookie } })).statusCode).toBe(401)
    await other.app.close()
    await other.database.close()
  })
})

describe('audit log of sign-ins', () => {
  test('the audit log records logins, failed logins and logouts by user id, without email addresses', async () => {
    const user = await buildUser(target.database.db, { currentCountry: 'Germany' })
    await attemptSignIn(user.email, 'salah')
    const { headers } = await attemptSignIn(user.email, testPassword)
    const cookie = String(headers['set-cookie']).split(';')[0] as string
    await target.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { cookie } })
    const events = await target.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(user.id)))
      .orderBy(auditEvents.id)
    expect(events.map(event => [event.kind, event.actorId])).toEqual([
      ['auth.login_failed', null],
      ['auth.login', user.id],
      ['auth.logout', user.id],
    ])
    expect(events.every(event => event.country === 'Germany')).toBe(true)
    expect(JSON.stringify(events)).not.toContain(user.email)
  })
})
