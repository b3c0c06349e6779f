// Two-factor: turning it on, the second step, trusted devices, and the way back. Guarantees 2, 6, 7 and 35.
import { and, eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sessions, trustedDevices } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox } from '#server/db/schema/events.ts'
import { recoveryCodes, twoFactor } from '#server/db/schema/second-factor.ts'
import { resetAdminTwoFactor } from '#server/features/users/reset-two-factor.service.ts'
import { hashPassword } from '#server/identity/password.ts'
import { totpOf } from '#server/identity/two-factor.service.ts'
import { type Caller, cookiesOf, setUpApp } from '#server/test/app.ts'
import { setClock } from '#server/test/database.ts'
import { type buildUser, type TestUser, testPassword } from '#server/test/factories.ts'

// From one address come many attempts here; those for an account keep their limit.
const target = setUpApp({ LOGIN_LIMITS: '5/30,1000/1' }, { ownClock: true })
const origin = 'http://perantau.test'

afterEach(() => {
  vi.useRealTimers()
})

/** The clocks that codes are made and judged by. */
async function atStep(offset: number): Promise<void> {
  const now = realStart + offset * 30_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  await setClock(target.database, now)
}
const realStart = Math.floor(Date.now() / 30_000) * 30_000 + 5000

const codeOf = (key: string) => totpOf(key).generate()

function post(url: string, payload: object, cookie = '', method: 'POST' | 'DELETE' = 'POST') {
  return target.app.inject({ method, url, payload, headers: { origin, cookie } })
}

type Answer = Awaited<ReturnType<typeof post>>
const cookieOf = (answer: Answer, name: string) => answer.cookies.find(cookie => cookie.name.startsWith(name))

const login = (user: TestUser, cookie = '', password = testPassword) =>
  post('/api/auth/login', { email: user.email, password }, cookie)
const step = (cookie: string, code: string, trust = false) =>
  post('/api/auth/second-step', { code, trust }, cookie)

async function turnOn(me: Caller): Promise<{ key: string; codes: string[] }> {
  const begun = await me.call('POST', '/api/account/two-factor/key', { currentPassword: testPassword })
  const { key, uri } = begun.json()
  expect(uri).toContain(key)
  const on = await me.call('POST', '/api/account/two-factor', { code: codeOf(key) })
  expect(on.statusCode, on.body).toBe(200)
  return { key, codes: on.json().codes }
}

/** Somebody with two-factor, at a moment of which no code was used yet. */
async function withTwoFactor(overrides: Parameters<typeof buildUser>[1] = {}) {
  const me = await target.asNew(overrides)
  await atStep(-10)
  const made = await turnOn(me)
  await atStep(0)
  return { ...me, ...made }
}

const eventsAbout = async (id: number) =>
  (
    await target.database.db
      .select({ kind: auditEvents.kind })
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(id)))
  ).map(({ kind }) => kind)
const mailsTo = async (id: number) =>
  (
    await target.database.db
      .select({ kind: mailOutbox.kind })
      .from(mailOutbox)
      .where(eq(mailOutbox.userId, id))
  ).map(({ kind }) => kind)

describe('turning it on', () => {
  test('takes the password and a code; ten codes are shown once and kept as hashes', async () => {
    const me = await target.asNew()
    const begin = (body: object) => me.call('POST', '/api/account/two-factor/key', body)
    expect((await begin({})).json().fields).toHaveProperty('currentPassword')
    expect((await begin({ currentPassword: 'salah' })).statusCode).toBe(400)
    const first = (await begin({ currentPassword: testPassword })).json()
    const { key } = (await begin({ currentPassword: testPassword })).json()
    // Begun is not on.
    expect((await login(me.user)).statusCode).toBe(200)
    const turn = (code: string) => me.call('POST', '/api/account/two-factor', { code })
    expect((await turn(codeOf(first.key))).json().fields).toHaveProperty('code')
    for (const nonsense of ['', '12345', '1234567', 'abcdef', 'kod', '１２３４５６'])
      expect((await turn(nonsense)).statusCode).toBe(400)
    const both = await Promise.all([turn(codeOf(key)), turn(codeOf(key))])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const codes: string[] = both.find(({ statusCode }) => statusCode === 200)?.json().codes ?? []
    expect(new Set(codes).size).toBe(10)
    const { db } = target.database
    const [row] = await db.select().from(twoFactor).where(eq(twoFactor.userId, me.user.id))
    const kept = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, me.user.id))
    const dump = JSON.stringify([row?.secret.toString('latin1'), kept])
    for (const secret of [key, ...codes, ...codes.map(code => code.replaceAll('-', ''))])
      expect(dump).not.toContain(secret)
    expect((await me.call('GET', '/api/account/two-factor')).json()).toMatchObject({
      isOn: true,
      codesLeft: 10,
    })
    expect((await begin({ currentPassword: testPassword })).json().code).toBe('two_factor_on')
    expect(await eventsAbout(me.user.id)).toContain('auth.two_factor_on')
    expect(await mailsTo(me.user.id)).toEqual(['two_factor.on'])
  })

  test('is for those with a password', async () => {
    const me = await target.asNew({ password: null, googleId: 'g-dua' })
    await target.database.db
      .update(sessions)
      .set({ confirmedAt: new Date() })
      .where(eq(sessions.userId, me.user.id))
    expect((await me.call('POST', '/api/account/two-factor/key', {})).json().code).toBe('no_password')
  })
})

describe('the second step', () => {
  test('the password alone opens nothing; the code does, once', async () => {
    const { user, key } = await withTwoFactor()
    const first = await login(user)
    expect([first.statusCode, first.json().code]).toEqual([401, 'second_step'])
    expect(cookieOf(first, 'session')).toBeUndefined()
    const ticket = cookieOf(first, 'second_step')
    expect(ticket).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 })
    const cookie = cookiesOf(first)
    const me = (given: string) =>
      target.app.inject({ url: '/api/auth/me', headers: { cookie: given } }).then(answer => answer.statusCode)
    expect(await me(cookie)).toBe(401)
    const wrong = await login(user, '', 'salah')
    expect([wrong.json().code, wrong.cookies]).toEqual(['login_failed', []])

    const second = await step(cookie, codeOf(key))
    expect(second.statusCode, second.body).toBe(200)
    expect(second.json()).toMatchObject({ id: user.id, email: user.email })
    expect(await me(cookiesOf(second))).toBe(200)
    expect(cookieOf(second, 'second_step')?.value).toBe('')
    // The same code again, in a new sign-in and in the old.
    expect((await step(cookie, codeOf(key))).json().code).toBe('wrong_code')
    expect((await step(cookiesOf(await login(user)), codeOf(key))).json().code).toBe('wrong_code')
    expect(await eventsAbout(user.id)).toEqual(
      expect.arrayContaining(['auth.login', 'auth.second_step_failed']),
    )
  })

  test('of the same code sent twice at once one is taken', async () => {
    const { user, key } = await withTwoFactor()
    const cookie = cookiesOf(await login(user))
    const both = await Promise.all([step(cookie, codeOf(key)), step(cookie, codeOf(key))])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  test('one step to either side is taken, two are not, and none that lies before one that was', async () => {
    const { user, key } = await withTwoFactor()
    const cookie = cookiesOf(await login(user))
    const codeAt = (offset: number) => totpOf(key).generate({ timestamp: realStart + offset * 30_000 })
    const codes = Object.fromEntries([-2, -1, 0, 1, 2, 200].map(offset => [offset, codeAt(offset)]))
    const outcome = async (offset: number, now = 0) => {
      await atStep(now)
      return (await step(cookie, codes[offset] as string)).statusCode
    }
    expect([await outcome(-2), await outcome(2)]).toEqual([401, 401])
    expect([await outcome(-1), await outcome(1)]).toEqual([200, 200])
    // Between the two, and not used itself: whoever saw it over a shoulder is too late.
    expect(await outcome(0)).toBe(401)
    // The clock jumps forward, and back again: what was used is not good once more.
    const later = async (offset: number, now: number) => {
      await atStep(now)
      const again = cookiesOf(await login(user))
      return (await step(again, codes[offset] as string)).statusCode
    }
    expect(await later(200, 200)).toBe(200)
    expect(await later(1, 0)).toBe(401)
    expect(await later(200, 200)).toBe(401)
  })

  test('sixty guesses at once get no more than the limit, and the owner has another way', async () => {
    const { user, key, codes } = await withTwoFactor()
    const cookie = cookiesOf(await login(user))
    const right = codeOf(key)
    const wrong = Array.from({ length: 60 }, (_, n) => String(n).padStart(6, '0')).filter(
      one => one !== right,
    )
    const answers = await Promise.all(wrong.map(code => step(cookie, code)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses).not.toContain(200)
    // A machine that is short of breath may turn some away, counted or not; what is left of the limit goes one by one.
    for (const code of wrong.slice(0, 6)) statuses.push((await step(cookie, code)).statusCode)
    expect(statuses.filter(status => status === 401).length).toBeLessThanOrEqual(5)
    const refused = await step(cookie, right)
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    expect((await step(cookie, codes[0]?.toLowerCase() as string)).statusCode).toBe(200)
  })

  test('a recovery code is good once, and its owner is told', async () => {
    const { user, codes } = await withTwoFactor()
    const cookie = cookiesOf(await login(user))
    const code = codes[3] as string
    const both = await Promise.all([step(cookie, code), step(cookie, code)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    expect(await mailsTo(user.id)).toContain('two_factor.recovery')
    const other = await withTwoFactor()
    const theirs = cookiesOf(await login(other.user))
    expect((await step(theirs, codes[4] as string)).json().code).toBe('wrong_code')
  })

  test('needs the first: no ticket, a forged one, one of before a new password or of somebody erased', async () => {
    const { user, key, codes } = await withTwoFactor()
    const over = async (cookie: string, code = codeOf(key)) => (await step(cookie, code)).json().code
    expect(await over('')).toBe('second_step_over')
    expect(await over('second_step=AAAA')).toBe('second_step_over')
    const cookie = cookiesOf(await login(user))
    // The clock goes on; the cookie says itself when it is over.
    await atStep(21)
    expect(await over(cookie, codes[0])).toBe('second_step_over')
    await atStep(0)
    const { db } = target.database
    const stored = { password: user.password }
    await db
      .update(users)
      .set({ password: await hashPassword('lain-sekali-99') })
      .where(eq(users.id, user.id))
    expect(await over(cookie)).toBe('second_step_over')
    await db.update(users).set(stored).where(eq(users.id, user.id))
    await db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, user.id))
    expect(await over(cookie)).toBe('second_step_over')
  })

  test('from a foreign page nothing is taken', async () => {
    const { user, key } = await withTwoFactor()
    const cookie = cookiesOf(await login(user))
    const headers = { origin: 'https://jahat.example', cookie }
    const payload = { code: codeOf(key) }
    const answer = await target.app.inject({ method: 'POST', url: '/api/auth/second-step', payload, headers })
    expect(answer.statusCode).toBe(403)
    expect((await step(cookie, codeOf(key))).statusCode).toBe(200)
  })
})

describe('a trusted device', () => {
  const trusting = async () => {
    const me = await withTwoFactor()
    const second = await step(cookiesOf(await login(me.user)), codeOf(me.key), true)
    const trust = cookieOf(second, 'trusted_')
    return { ...me, second, trust: `${trust?.name}=${trust?.value}`, cookie: trust }
  }

  test('is not asked again for thirty days, and only for its own person', async () => {
    const { user, trust, cookie } = await trusting()
    expect(cookie).toMatchObject({ httpOnly: true, maxAge: 30 * 86_400 })
    expect((await login(user, trust)).statusCode).toBe(200)
    const other = await withTwoFactor()
    const taken = trust.replace(`trusted_${user.id}`, `trusted_${other.user.id}`)
    expect((await login(other.user, taken)).json().code).toBe('second_step')
    const { db } = target.database
    await db
      .update(trustedDevices)
      .set({ expiresAt: new Date(0) })
      .where(eq(trustedDevices.userId, user.id))
    expect((await login(user, trust)).json().code).toBe('second_step')
  })

  test('ends with a new password, and when its session is ended from elsewhere', async () => {
    const first = await trusting()
    const next = 'sampan-di-muara-88'
    await first.call('PUT', '/api/account/password', { currentPassword: testPassword, password: next })
    expect((await login(first.user, first.trust, next)).json().code).toBe('second_step')

    const second = await trusting()
    const list = (await second.call('GET', '/api/account/sessions')).json() as {
      id: number
      isCurrent: boolean
    }[]
    const there = list.find(({ isCurrent }) => !isCurrent)
    await second.call('DELETE', `/api/account/sessions/${there?.id}`)
    expect((await login(second.user, second.trust)).json().code).toBe('second_step')
  })
})

describe('being rid of it', () => {
  const off = (me: Caller, body: object) => me.call('DELETE', '/api/account/two-factor', body)

  test('takes the password and a code', async () => {
    const me = await withTwoFactor()
    const currentPassword = testPassword
    expect((await off(me, { code: codeOf(me.key) })).statusCode).toBe(400)
    expect((await off(me, { currentPassword, code: '000000' })).json().fields).toHaveProperty('code')
    expect((await off(me, { currentPassword: 'salah', code: codeOf(me.key) })).statusCode).toBe(400)
    expect((await off(me, { currentPassword, code: codeOf(me.key) })).statusCode).toBe(204)
    expect((await off(me, { currentPassword, code: me.codes[0] })).json().code).toBe('two_factor_off')
    expect((await login(me.user)).statusCode).toBe(200)
    expect(await mailsTo(me.user.id)).toContain('two_factor.off')
  })

  test('new codes take the place of the old', async () => {
    const me = await withTwoFactor()
    const body = { currentPassword: testPassword, code: codeOf(me.key) }
    const fresh = (await me.call('POST', '/api/account/two-factor/codes', body)).json().codes
    const cookie = cookiesOf(await login(me.user))
    expect((await step(cookie, me.codes[0] as string)).statusCode).toBe(401)
    expect((await step(cookie, fresh[0])).statusCode).toBe(200)
  })

  test('somebody above resets it, which is recorded and told', async () => {
    const me = await withTwoFactor({ role: 'country_admin' })
    const reset = (caller: Caller) => caller.call('POST', `/api/users/${me.user.id}/reset-two-factor`)
    const peer = await target.asNew({ role: 'country_admin' })
    const elsewhere = await target.asNew({ role: 'country_admin', currentCountry: 'Australia' })
    expect([(await reset(peer)).statusCode, (await reset(elsewhere)).statusCode]).toEqual([403, 404])
    expect((await reset(me)).statusCode).toBe(403)
    const above = await target.asNew({ role: 'hq_admin' })
    const detail = () => above.call('GET', `/api/users/${me.user.id}`).then(answer => answer.json())
    expect((await detail()).mayResetTwoFactor).toBe(true)
    const twice = await Promise.all([reset(above), reset(above)])
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    expect((await detail()).mayResetTwoFactor).toBe(false)
    expect((await me.call('GET', '/api/auth/me')).statusCode).toBe(401)
    expect((await login(me.user)).statusCode).toBe(200)
    expect(await eventsAbout(me.user.id)).toContain('user.two_factor_reset')
    expect((await mailsTo(me.user.id)).filter(kind => kind === 'two_factor.reset')).toHaveLength(1)
    // At the very top one helps the other.
    const top = await withTwoFactor({ role: 'system_admin' })
    const other = await target.asNew({ role: 'system_admin' })
    expect((await other.call('POST', `/api/users/${top.user.id}/reset-two-factor`)).statusCode).toBe(204)
  })

  test('whoever is alone at the top is helped from the terminal, which is recorded and told', async () => {
    const { db } = target.database
    const top = await withTwoFactor({ role: 'system_admin' })
    const other = await withTwoFactor({ role: 'hq_admin' })
    expect(await resetAdminTwoFactor(db, other.user.email)).toBe(false)
    expect(await resetAdminTwoFactor(db, top.user.email)).toBe(true)
    expect((await top.call('GET', '/api/auth/me')).statusCode).toBe(401)
    expect((await login(top.user)).statusCode).toBe(200)
    expect((await login(other.user)).statusCode).toBe(401)
    expect(await mailsTo(top.user.id)).toContain('two_factor.reset')
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
