// Set-up, second step, trusted devices and reset of two-factor authentication (see docs/guarantees.md: 2, 6, 7, 35).
import { and, eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sessions, trustedDevices } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox } from '#server/db/schema/events.ts'
import { recoveryCodes, twoFactor } from '#server/db/schema/second-factor.ts'
import { resetAdminTwoFactor } from '#server/features/users/decisions/reset-two-factor.service.ts'
import { hashPassword } from '#server/identity/password.ts'
import { createTotpGenerator } from '#server/identity/two-factor.service.ts'
import { buildCookieHeader, type Caller, setUpApp } from '#server/test/harness/app.ts'
import { setDatabaseClock } from '#server/test/harness/database.ts'
import { type buildUser, type TestUser, testPassword } from '#server/test/harness/factories.ts'

// In these tests the sign-in limit per IP address is raised; the limit per account is that of production.
const target = setUpApp({ LOGIN_LIMITS: '5/30,1000/1' }, { ownClock: true })
const origin = 'http://perantau.test'

afterEach(() => {
  vi.useRealTimers()
})

/** Sets the clocks of test and database to a TOTP time step, counted from the start of the test. */
async function setClocksToTimeStep(offset: number): Promise<void> {
  const now = realStart + offset * 30_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  await setDatabaseClock(target.database, now)
}
const realStart = Math.floor(Date.now() / 30_000) * 30_000 + 5000

const generateTotpCode = (key: string) => createTotpGenerator(key).generate()

function postJson(url: string, payload: object, cookie = '', method: 'POST' | 'DELETE' = 'POST') {
  return target.app.inject({ method, url, payload, headers: { origin, cookie } })
}

type Response = Awaited<ReturnType<typeof postJson>>
const readCookie = (response: Response, name: string) =>
  response.cookies.find(cookie => cookie.name.startsWith(name))

const attemptSignIn = (user: TestUser, cookie = '', password = testPassword) =>
  postJson('/api/auth/login', { email: user.email, password }, cookie)
const completeSecondStep = (cookie: string, code: string, trust = false) =>
  postJson('/api/auth/second-step', { code, trust }, cookie)

async function turnOnTwoFactor(me: Caller): Promise<{ key: string; codes: string[] }> {
  const started = await me.call('POST', '/api/account/two-factor/key', { currentPassword: testPassword })
  const { key, uri } = started.json()
  expect(uri).toContain(key)
  const on = await me.call('POST', '/api/account/two-factor', { code: generateTotpCode(key) })
  expect(on.statusCode, on.body).toBe(200)
  return { key, codes: on.json().codes }
}

/** Builds a user with two-factor authentication, and sets the clocks to a TOTP time step whose code is unused. */
async function buildUserWithTwoFactor(overrides: Parameters<typeof buildUser>[1] = {}) {
  const me = await target.asNew(overrides)
  await setClocksToTimeStep(-10)
  const credentials = await turnOnTwoFactor(me)
  await setClocksToTimeStep(0)
  return { ...me, ...credentials }
}

const listAuditKinds = async (id: number) =>
  (
    await target.database.db
      .select({ kind: auditEvents.kind })
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(id)))
  ).map(({ kind }) => kind)
const listMailKinds = async (id: number) =>
  (
    await target.database.db
      .select({ kind: mailOutbox.kind })
      .from(mailOutbox)
      .where(eq(mailOutbox.userId, id))
  ).map(({ kind }) => kind)

describe('turning on two-factor authentication', () => {
  test('turning on two-factor authentication requires the password and an authenticator code, and stores hashes of ten recovery codes', async () => {
    const me = await target.asNew()
    const requestKey = (body: object) => me.call('POST', '/api/account/two-factor/key', body)
    expect((await requestKey({})).json().fields).toHaveProperty('currentPassword')
    expect((await requestKey({ currentPassword: 'salah' })).statusCode).toBe(400)
    const first = (await requestKey({ currentPassword: testPassword })).json()
    const { key } = (await requestKey({ currentPassword: testPassword })).json()
    // A key that was requested but not confirmed does not turn two-factor on.
    expect((await attemptSignIn(me.user)).statusCode).toBe(200)
    const confirmKey = (code: string) => me.call('POST', '/api/account/two-factor', { code })
    expect((await confirmKey(generateTotpCode(first.key))).json().fields).toHaveProperty('code')
    for (const nonsense of ['', '12345', '1234567', 'abcdef', 'kod', '１２３４５６'])
      expect((await confirmKey(nonsense)).statusCode).toBe(400)
    const responses = await Promise.all([
      confirmKey(generateTotpCode(key)),
      confirmKey(generateTotpCode(key)),
    ])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const codes: string[] = responses.find(({ statusCode }) => statusCode === 200)?.json().codes ?? []
    expect(new Set(codes).size).toBe(10)
    const { db } = target.database
    const [row] = await db.select().from(twoFactor).where(eq(twoFactor.userId, me.user.id))
    const storedCodes = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, me.user.id))
    const dump = JSON.stringify([row?.secret.toString('latin1'), storedCodes])
    for (const secret of [key, ...codes, ...codes.map(code => code.replaceAll('-', ''))])
      expect(dump).not.toContain(secret)
    expect((await me.call('GET', '/api/account/two-factor')).json()).toMatchObject({
      isOn: true,
      codesLeft: 10,
    })
    expect((await requestKey({ currentPassword: testPassword })).json().code).toBe('two_factor_on')
    expect(await listAuditKinds(me.user.id)).toContain('auth.two_factor_on')
    expect(await listMailKinds(me.user.id)).toEqual(['two_factor.on'])
  })

  test('a user without a password cannot turn on two-factor authentication', async () => {
    const me = await target.asNew({ password: null, googleId: 'g-dua' })
    await target.database.db
      .update(sessions)
      .set({ confirmedAt: new Date() })
      .where(eq(sessions.userId, me.user.id))
    expect((await me.call('POST', '/api/account/two-factor/key', {})).json().code).toBe('no_password')
  })
})

describe('the second step', () => {
  test('with two-factor authentication the password alone opens no session, and each authenticator code opens one session', async () => {
    const { user, key } = await buildUserWithTwoFactor()
    const first = await attemptSignIn(user)
    expect([first.statusCode, first.json().code]).toEqual([401, 'second_step'])
    expect(readCookie(first, 'session')).toBeUndefined()
    const ticket = readCookie(first, 'second_step')
    expect(ticket).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 })
    const cookie = buildCookieHeader(first)
    const readOwnAccountStatus = (cookieHeader: string) =>
      target.app
        .inject({ url: '/api/auth/me', headers: { cookie: cookieHeader } })
        .then(response => response.statusCode)
    expect(await readOwnAccountStatus(cookie)).toBe(401)
    const wrong = await attemptSignIn(user, '', 'salah')
    expect([wrong.json().code, wrong.cookies]).toEqual(['login_failed', []])

    const second = await completeSecondStep(cookie, generateTotpCode(key))
    expect(second.statusCode, second.body).toBe(200)
    expect(second.json()).toMatchObject({ id: user.id, email: user.email })
    expect(await readOwnAccountStatus(buildCookieHeader(second))).toBe(200)
    expect(readCookie(second, 'second_step')?.value).toBe('')
    // A used authenticator code is rejected in the same sign-in and in a new one.
    expect((await completeSecondStep(cookie, generateTotpCode(key))).json().code).toBe('wrong_code')
    expect(
      (await completeSecondStep(buildCookieHeader(await attemptSignIn(user)), generateTotpCode(key))).json()
        .code,
    ).toBe('wrong_code')
    expect(await listAuditKinds(user.id)).toEqual(
      expect.arrayContaining(['auth.login', 'auth.second_step_failed']),
    )
  })

  test('of two concurrent sign-ins with the same authenticator code one succeeds', async () => {
    const { user, key } = await buildUserWithTwoFactor()
    const cookie = buildCookieHeader(await attemptSignIn(user))
    const responses = await Promise.all([
      completeSecondStep(cookie, generateTotpCode(key)),
      completeSecondStep(cookie, generateTotpCode(key)),
    ])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  test('authenticator codes are accepted one time step early or late, but not after the same or a newer code was used', async () => {
    const { user, key } = await buildUserWithTwoFactor()
    const cookie = buildCookieHeader(await attemptSignIn(user))
    const generateTotpCodeAtStep = (offset: number) =>
      createTotpGenerator(key).generate({ timestamp: realStart + offset * 30_000 })
    const codes = Object.fromEntries(
      [-2, -1, 0, 1, 2, 200].map(offset => [offset, generateTotpCodeAtStep(offset)]),
    )
    const enterCodeAndReadStatus = async (offset: number, now = 0) => {
      await setClocksToTimeStep(now)
      return (await completeSecondStep(cookie, codes[offset] as string)).statusCode
    }
    expect([await enterCodeAndReadStatus(-2), await enterCodeAndReadStatus(2)]).toEqual([401, 401])
    expect([await enterCodeAndReadStatus(-1), await enterCodeAndReadStatus(1)]).toEqual([200, 200])
    // An authenticator code older than the last used one is rejected, so a code read over the shoulder is worthless.
    expect(await enterCodeAndReadStatus(0)).toBe(401)
    // A used authenticator code stays invalid when the clock jumps forward and back again.
    const signInWithCodeAtStep = async (offset: number, now: number) => {
      await setClocksToTimeStep(now)
      const ticketCookies = buildCookieHeader(await attemptSignIn(user))
      return (await completeSecondStep(ticketCookies, codes[offset] as string)).statusCode
    }
    expect(await signInWithCodeAtStep(200, 200)).toBe(200)
    expect(await signInWithCodeAtStep(1, 0)).toBe(401)
    expect(await signInWithCodeAtStep(200, 200)).toBe(401)
  })

  test('at most five of sixty concurrent wrong authenticator codes are checked, and a recovery code still works', async () => {
    const { user, key, codes } = await buildUserWithTwoFactor()
    const cookie = buildCookieHeader(await attemptSignIn(user))
    const right = generateTotpCode(key)
    const wrong = Array.from({ length: 60 }, (_, n) => String(n).padStart(6, '0')).filter(
      guess => guess !== right,
    )
    const responses = await Promise.all(wrong.map(code => completeSecondStep(cookie, code)))
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses).not.toContain(200)
    // Under load some requests may fail with 503, counted or not; the rest of the limit is used sequentially.
    for (const code of wrong.slice(0, 6)) statuses.push((await completeSecondStep(cookie, code)).statusCode)
    expect(statuses.filter(status => status === 401).length).toBeLessThanOrEqual(5)
    const refused = await completeSecondStep(cookie, right)
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    expect((await completeSecondStep(cookie, codes[0]?.toLowerCase() as string)).statusCode).toBe(200)
  })

  test('a recovery code works once, only for its owner, who is notified by mail', async () => {
    const { user, codes } = await buildUserWithTwoFactor()
    const cookie = buildCookieHeader(await attemptSignIn(user))
    const code = codes[3] as string
    const responses = await Promise.all([completeSecondStep(cookie, code), completeSecondStep(cookie, code)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    expect(await listMailKinds(user.id)).toContain('two_factor.recovery')
    const other = await buildUserWithTwoFactor()
    const theirs = buildCookieHeader(await attemptSignIn(other.user))
    expect((await completeSecondStep(theirs, codes[4] as string)).json().code).toBe('wrong_code')
  })

  test('the second sign-in step is refused without a valid sign-in ticket, after a password change and for an erased user', async () => {
    const { user, key, codes } = await buildUserWithTwoFactor()
    const readErrorCode = async (cookie: string, code = generateTotpCode(key)) =>
      (await completeSecondStep(cookie, code)).json().code
    expect(await readErrorCode('')).toBe('second_step_over')
    expect(await readErrorCode('second_step=AAAA')).toBe('second_step_over')
    const cookie = buildCookieHeader(await attemptSignIn(user))
    // The cookie with the sign-in ticket contains its own expiry of ten minutes.
    await setClocksToTimeStep(21)
    expect(await readErrorCode(cookie, codes[0])).toBe('second_step_over')
    await setClocksToTimeStep(0)
    const { db } = target.database
    const stored = { password: user.password }
    await db
      .update(users)
      .set({ password: await hashPassword('lain-sekali-99') })
      .where(eq(users.id, user.id))
    expect(await readErrorCode(cookie)).toBe('second_step_over')
    await db.update(users).set(stored).where(eq(users.id, user.id))
    await db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, user.id))
    expect(await readErrorCode(cookie)).toBe('second_step_over')
  })

  test('the second sign-in step from a foreign origin returns 403, and its code can still be used', async () => {
    const { user, key } = await buildUserWithTwoFactor()
    const cookie = buildCookieHeader(await attemptSignIn(user))
    const headers = { origin: 'https://jahat.example', cookie }
    const payload = { code: generateTotpCode(key) }
    const response = await target.app.inject({
      method: 'POST',
      url: '/api/auth/second-step',
      payload,
      headers,
    })
    expect(response.statusCode).toBe(403)
    expect((await completeSecondStep(cookie, generateTotpCode(key))).statusCode).toBe(200)
  })
})

describe('a trusted device', () => {
  const buildTrustedDevice = async () => {
    const me = await buildUserWithTwoFactor()
    const second = await completeSecondStep(
      buildCookieHeader(await attemptSignIn(me.user)),
      generateTotpCode(me.key),
      true,
    )
    const trust = readCookie(second, 'trusted_')
    return { ...me, second, trust: `${trust?.name}=${trust?.value}`, cookie: trust }
  }

  test('a sign-in on a trusted device skips the second factor for thirty days, for its own user only', async () => {
    const { user, trust, cookie } = await buildTrustedDevice()
    expect(cookie).toMatchObject({ httpOnly: true, maxAge: 30 * 86_400 })
    expect((await attemptSignIn(user, trust)).statusCode).toBe(200)
    const other = await buildUserWithTwoFactor()
    const taken = trust.replace(`trusted_${user.id}`, `trusted_${other.user.id}`)
    expect((await attemptSignIn(other.user, taken)).json().code).toBe('second_step')
    const { db } = target.database
    await db
      .update(trustedDevices)
      .set({ expiresAt: new Date(0) })
      .where(eq(trustedDevices.userId, user.id))
    expect((await attemptSignIn(user, trust)).json().code).toBe('second_step')
  })

  test('a device is no longer trusted after a password change or after another device ended its session', async () => {
    const first = await buildTrustedDevice()
    const newPassword = 'sampan-di-muara-88'
    await first.call('PUT', '/api/account/password', { currentPassword: testPassword, password: newPassword })
    expect((await attemptSignIn(first.user, first.trust, newPassword)).json().code).toBe('second_step')

    const second = await buildTrustedDevice()
    const list = (await second.call('GET', '/api/account/sessions')).json() as {
      id: number
      isCurrent: boolean
    }[]
    const otherSession = list.find(({ isCurrent }) => !isCurrent)
    await second.call('DELETE', `/api/account/sessions/${otherSession?.id}`)
    expect((await attemptSignIn(second.user, second.trust)).json().code).toBe('second_step')
  })
})

describe('turning off and resetting two-factor authentication', () => {
  const turnOffTwoFactor = (me: Caller, body: object) => me.call('DELETE', '/api/account/two-factor', body)

  test('turning off two-factor authentication requires the password and a valid code', async () => {
    const me = await buildUserWithTwoFactor()
    const currentPassword = testPassword
    expect((await turnOffTwoFactor(me, { code: generateTotpCode(me.key) })).statusCode).toBe(400)
    expect((await turnOffTwoFactor(me, { currentPassword, code: '000000' })).json().fields).toHaveProperty(
      'code',
    )
    expect(
      (await turnOffTwoFactor(me, { currentPassword: 'salah', code: generateTotpCode(me.key) })).statusCode,
    ).toBe(400)
    expect((await turnOffTwoFactor(me, { currentPassword, code: generateTotpCode(me.key) })).statusCode).toBe(
      204,
    )
    expect((await turnOffTwoFactor(me, { currentPassword, code: me.codes[0] })).json().code).toBe(
      'two_factor_off',
    )
    expect((await attemptSignIn(me.user)).statusCode).toBe(200)
    expect(await listMailKinds(me.user.id)).toContain('two_factor.off')
  })

  test('generating new recovery codes invalidates the old recovery codes', async () => {
    const me = await buildUserWithTwoFactor()
    const body = { currentPassword: testPassword, code: generateTotpCode(me.key) }
    const newCodes = (await me.call('POST', '/api/account/two-factor/codes', body)).json().codes
    const cookie = buildCookieHeader(await attemptSignIn(me.user))
    expect((await completeSecondStep(cookie, me.codes[0] as string)).statusCode).toBe(401)
    expect((await completeSecondStep(cookie, newCodes[0])).statusCode).toBe(200)
  })

  test('a user with a higher role can reset the two-factor authentication of another user, which is audited and mailed', async () => {
    const me = await buildUserWithTwoFactor({ role: 'country_admin' })
    const resetTwoFactor = (caller: Caller) =>
      caller.call('POST', `/api/users/${me.user.id}/reset-two-factor`)
    const peer = await target.asNew({ role: 'country_admin' })
    const elsewhere = await target.asNew({ role: 'country_admin', currentCountry: 'Australia' })
    expect([(await resetTwoFactor(peer)).statusCode, (await resetTwoFactor(elsewhere)).statusCode]).toEqual([
      403, 404,
    ])
    expect((await resetTwoFactor(me)).statusCode).toBe(403)
    const hqAdmin = await target.asNew({ role: 'hq_admin' })
    const readUserDetails = () =>
      hqAdmin.call('GET', `/api/users/${me.user.id}`).then(response => response.json())
    expect((await readUserDetails()).mayResetTwoFactor).toBe(true)
    const responses = await Promise.all([resetTwoFactor(hqAdmin), resetTwoFactor(hqAdmin)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    expect((await readUserDetails()).mayResetTwoFactor).toBe(false)
    expect((await me.call('GET', '/api/auth/me')).statusCode).toBe(401)
    expect((await attemptSignIn(me.user)).statusCode).toBe(200)
    expect(await listAuditKinds(me.user.id)).toContain('user.two_factor_reset')
    expect((await listMailKinds(me.user.id)).filter(kind => kind === 'two_factor.reset')).toHaveLength(1)
    // A system administrator can reset the second factor of another one.
    const top = await buildUserWithTwoFactor({ role: 'system_admin' })
    const other = await target.asNew({ role: 'system_admin' })
    expect((await other.call('POST', `/api/users/${top.user.id}/reset-two-factor`)).statusCode).toBe(204)
  })

  test('the operator command resets two-factor authentication of system administrators only, which is audited and mailed', async () => {
    const { db } = target.database
    const top = await buildUserWithTwoFactor({ role: 'system_admin' })
    const other = await buildUserWithTwoFactor({ role: 'hq_admin' })
    expect(await resetAdminTwoFactor(db, other.user.email)).toBe(false)
    expect(await resetAdminTwoFactor(db, top.user.email)).toBe(true)
    expect((await top.call('GET', '/api/auth/me')).statusCode).toBe(401)
    expect((await attemptSignIn(top.user)).statusCode).toBe(200)
    expect((await attemptSignIn(other.user)).statusCode).toBe(401)
    expect(await listMailKinds(top.user.id)).toContain('two_factor.reset')
    const [event] = await db
      .select()
      .from(auditEvents)
      .where(
        and(eq(auditEvents.targetId, String(top.user.id)), eq(auditEvents.kind, 'user.two_factor_reset')),
      )
    expect(event).toMatchObject({ actorId: null, details: { by: 'terminal' } })
    await expect(resetAdminTwoFactor(db, top.user.email)).rejects.toThrow('tidak dihidupkan')
  })
})
