// Step-up authentication: some endpoints require that the user re-authenticated within the last ten minutes.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { createTotpGenerator } from '#server/identity/two-factor.service.ts'
import {
  type AuthenticatorStatement,
  createFakePasskeyAuthenticator,
} from '#server/test/fakes/authenticator.ts'
import { buildCookieHeader, setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, testPassword } from '#server/test/harness/factories.ts'

const target = setUpApp({ LOGIN_LIMITS: '5/30,1000/1' })
const origin = 'http://perantau.test'

type SignedInUser = Awaited<ReturnType<typeof target.asNew>>

/** Moves the sign-in and the last re-authentication in the user's sessions into the past. */
async function ageSession(caller: SignedInUser, interval = '11 minutes'): Promise<void> {
  await target.database.db
    .update(sessions)
    .set({
      createdAt: sql`${sessions.createdAt} - ${interval}::interval`,
      confirmedAt: sql`${sessions.confirmedAt} - ${interval}::interval`,
    })
    .where(eq(sessions.userId, caller.user.id))
}

async function createAgedUser(overrides: Parameters<typeof target.asNew>[0] = {}): Promise<SignedInUser> {
  const caller = await target.asNew(overrides)
  await ageSession(caller)
  return caller
}

const getCodeOrStatus = (response: { json(): { code?: string }; statusCode: number }) =>
  response.statusCode < 300 ? response.statusCode : response.json().code

const code = '123456'
/** Endpoints that require re-authentication, each with a valid body. */
const protectedCalls: Record<string, object | undefined> = {
  'PUT /api/account/password': { password: 'ombak-biru-77' },
  'POST /api/account/email': { email: 'baharu@contoh.my' },
  'POST /api/account/erase': {},
  'POST /api/account/google': {},
  'DELETE /api/account/google': {},
  'POST /api/account/passkeys/options': {},
  'DELETE /api/account/passkeys/:id': {},
  'POST /api/account/two-factor/key': {},
  'DELETE /api/account/two-factor': { code },
  'POST /api/account/two-factor/codes': { code },
  'POST /api/keys/me/wraps': {
    wrap: { gen: 1, kind: 'phrase', credentialId: null, blob: 'A'.repeat(80) },
  },
  'DELETE /api/keys/me/wraps/:id': {},
  'GET /api/activities/:id/participants/export': undefined,
  'GET /api/roll-calls/:id/export': undefined,
  'GET /api/users/export': undefined,
  'GET /api/fees/plans/:id/export': undefined,
  'PUT /api/fees/rules': { isCardBlocked: false, isVoteBlocked: false },
  'GET /api/imports/:id/errors': undefined,
  'POST /api/imports/:id/undo': {},
  'PUT /api/users/:id/role': { role: 'club_secretary' },
  'POST /api/users/:id/deactivate': {},
  'POST /api/offices/handover': { toId: 1 },
  'POST /api/offices/appointments': { userId: 1, office: 'treasurer', over: 'club', endsOn: '2040-01-01' },
  'POST /api/offices/appointments/:id/end': {},
  'POST /api/users/deactivate': { ids: [1] },
  'POST /api/users/:id/reset-two-factor': {},
  'POST /api/merging/:id/with/:otherId': { take: [] },
  'POST /api/account/merging/:id/confirm': {},
  'POST /api/users/:id/unmask': {},
  'POST /api/fees/books/:id/payees': {
    kind: 'account',
    currency: 'MYR',
    holder: 'Kelab',
    accountNumber: '1',
  },
  'POST /api/fees/payees/:id/confirm': {},
  'POST /api/elections/:id/announce': {},
  'POST /api/elections/:id/close': { reason: 'Selesai' },
  'POST /api/elections/:id/annulment': { reason: 'Batal' },
  'POST /api/elections/:id/annulment/confirm': {},
}

describe('endpoints that require re-authentication', () => {
  test('every endpoint that requires re-authentication returns 403 prove_again when the last re-authentication of the session is too old', async () => {
    const protectedRoutes = target.app.accessList.filter(({ method, proof }) => proof && method !== 'HEAD')
    expect(protectedRoutes.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(
      Object.keys(protectedCalls).sort(),
    )
    const admin = await createAgedUser({ role: 'system_admin' })
    // Only the holder of an office can call the route for handing it over.
    const holder = await createAgedUser({ role: 'country_admin' })
    const { user } = await target.asNew()
    const activity = await buildActivity(target.database.db)
    const before = await target.database.db.$count(auditEvents)
    for (const { method, url } of protectedRoutes) {
      const id = url.startsWith('/api/activities') ? activity.id : user.id
      const path = url
        .replace(':id', String(id))
        .replace(':otherId', String(admin.user.id))
        .replace(/export$/, 'export?format=csv')
      const caller = url.startsWith('/api/offices') ? holder : admin
      const response = await caller.call(method as 'GET', path, protectedCalls[`${method} ${url}`])
      expect([url, response.statusCode, response.json().code]).toEqual([url, 403, 'prove_again'])
    }
    // Requests rejected for a missing re-authentication recorded no audit event.
    expect(await target.database.db.$count(auditEvents)).toBe(before)
  })

  test('endpoints that require re-authentication accept requests right after a password sign-in, but return 403 prove_again after a Google sign-in', async () => {
    const admin = await target.asNew({ role: 'system_admin' })
    const { user } = await target.asNew()
    const revealIdentityNumber = () => admin.call('POST', `/api/users/${user.id}/unmask`)
    expect(getCodeOrStatus(await revealIdentityNumber())).toBe(200)
    await target.database.db
      .update(sessions)
      .set({ method: 'google' })
      .where(eq(sessions.userId, admin.user.id))
    expect(getCodeOrStatus(await revealIdentityNumber())).toBe('prove_again')
  })

  test('endpoints that require re-authentication return 403 forbidden instead of prove_again to a user without the permission', async () => {
    const member = await createAgedUser()
    expect(getCodeOrStatus(await member.call('POST', `/api/users/${member.user.id}/unmask`))).toBe(
      'forbidden',
    )
    expect(getCodeOrStatus(await member.call('GET', '/api/users/export?format=csv'))).toBe('forbidden')
  })

  test('erasing the account accepts the current password in the body, and rejects an empty or wrong one', async () => {
    const caller = await createAgedUser()
    const eraseOwnAccount = (currentPassword: string) =>
      caller.call('POST', '/api/account/erase', { currentPassword })
    expect(getCodeOrStatus(await eraseOwnAccount('salah'))).toBe('bad_input')
    expect(getCodeOrStatus(await eraseOwnAccount(''))).toBe('prove_again')
    expect(getCodeOrStatus(await eraseOwnAccount(testPassword))).toBe(204)
  })

  test('a re-authentication that expires while the request waits for a lock is not accepted by the transaction', async () => {
    const admin = await target.asNew({ role: 'system_admin' })
    const { user } = await target.asNew()
    const client = await target.database.pool.connect()
    await client.query('begin')
    await client.query('select 1 from users where id = $1 for update', [admin.user.id])
    const roleChange = admin.call('PUT', `/api/users/${user.id}/role`, { role: 'club_secretary' })
    // The request has passed the first check when it waits for the lock on the user row.
    await expect
      .poll(async () => {
        const waiting = `select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        return (await client.query(waiting)).rows[0].count
      })
      .toBe(1)
    await client.query(`update sessions set created_at = now() - interval '11 minutes' where user_id = $1`, [
      admin.user.id,
    ])
    await client.query('commit')
    client.release()
    expect(getCodeOrStatus(await roleChange)).toBe('prove_again')
    const [row] = await target.database.db.select().from(users).where(eq(users.id, user.id))
    expect(row?.role).toBe('member')
  })

  test('setting the clock back does not extend the validity of a re-authentication', async () => {
    const admin = await target.asNew({ role: 'system_admin' })
    const exportUserList = async () =>
      getCodeOrStatus(await admin.call('GET', '/api/users/export?format=csv'))
    // Clocks of two machines may differ by seconds. The session stays valid, but its re-authentication does not count.
    await ageSession(admin, '-30 seconds')
    expect(await exportUserList()).toBe('prove_again')
    await ageSession(admin, '-1 hour')
    expect(await exportUserList()).toBe('unauthenticated')
  })
})

const postJson = (url: string, payload: object, cookie: string) =>
  target.app.inject({ method: 'POST', url, payload, headers: { origin, cookie } })

async function createUserWithPasskey() {
  const caller = await target.asNew({ role: 'system_admin' })
  const authenticator = createFakePasskeyAuthenticator()
  const options = await caller.call('POST', '/api/account/passkeys/options', {
    currentPassword: testPassword,
  })
  const cookie = `${caller.cookie}; ${buildCookieHeader(options)}`
  const registered = await postJson(
    '/api/account/passkeys',
    authenticator.createCredential(options.json()),
    cookie,
  )
  expect(registered.statusCode, registered.body).toBe(201)
  await ageSession(caller)
  return { ...caller, authenticator }
}

describe('POST /api/auth/proof', () => {
  const canCallerExport = async (caller: SignedInUser) =>
    getCodeOrStatus(await caller.call('GET', '/api/users/export?format=csv')) !== 'prove_again'
  const readReauthenticationMethods = async (caller: SignedInUser) =>
    (await caller.call('GET', '/api/auth/proof')).json()

  test('a re-authentication by password is valid for ten minutes, and only in the same session', async () => {
    const caller = await createAgedUser({ role: 'system_admin' })
    const otherSession = { ...caller, ...(await target.as(caller.user)) }
    await ageSession(caller)
    const reauthenticateWithPassword = (currentPassword: unknown) =>
      caller.call('POST', '/api/auth/proof/password', { currentPassword })
    expect(await readReauthenticationMethods(caller)).toEqual({
      isProved: false,
      hasPassword: true,
      hasCode: false,
      hasPasskey: false,
      hasGoogle: false,
    })
    expect((await reauthenticateWithPassword('salah')).json().fields).toHaveProperty('currentPassword')
    expect((await reauthenticateWithPassword('')).statusCode).toBe(400)
    expect((await reauthenticateWithPassword(7)).statusCode).toBe(400)
    expect(await canCallerExport(caller)).toBe(false)
    expect((await reauthenticateWithPassword(testPassword)).statusCode).toBe(204)
    expect(await canCallerExport(caller)).toBe(true)
    expect((await readReauthenticationMethods(caller)).isProved).toBe(true)
    expect(await canCallerExport(otherSession)).toBe(false)
    // The server reports the expiry half a minute early, so that an action started before it still completes in time.
    await ageSession(caller, '9 minutes 30 seconds')
    expect([(await readReauthenticationMethods(caller)).isProved, await canCallerExport(caller)]).toEqual([
      false,
      true,
    ])
    await ageSession(caller, '40 seconds')
    expect(await canCallerExport(caller)).toBe(false)
    const events = await target.database.db
      .select({ details: auditEvents.details })
      .from(auditEvents)
      .where(sql`${auditEvents.actorId} = ${caller.user.id} and ${auditEvents.kind} = 'auth.proved'`)
    expect(events).toEqual([{ details: { method: 'password' } }])
  })

  test('sixty concurrent wrong passwords for re-authentication are limited to five attempts', async () => {
    const caller = await createAgedUser()
    const guesses = Array.from({ length: 60 }, (_, n) =>
      caller.call('POST', '/api/auth/proof/password', { currentPassword: `salah${n}` }),
    )
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    // An overloaded server may return 503 for some requests, and may or may not have counted them as attempts.
    expect(statuses.filter(status => status === 400).length).toBeLessThanOrEqual(5)
    for (let n = 0; n < 6; n++)
      await caller.call('POST', '/api/auth/proof/password', { currentPassword: `salah${n}` })
    const response = await caller.call('POST', '/api/auth/proof/password', { currentPassword: testPassword })
    expect([response.statusCode, Number(response.headers['retry-after']) > 0]).toEqual([429, true])
  })

  test('re-authentication accepts each code of the authenticator app once', async () => {
    const caller = await target.asNew({ role: 'system_admin' })
    const password = { currentPassword: testPassword }
    const { key } = (await caller.call('POST', '/api/account/two-factor/key', password)).json()
    const generateCode = (steps: number) =>
      createTotpGenerator(key).generate({ timestamp: Date.now() + steps * 30_000 })
    await caller.call('POST', '/api/account/two-factor', { code: generateCode(-1) })
    await ageSession(caller)
    const reauthenticateWithAppCode = (appCode: string) =>
      caller.call('POST', '/api/auth/proof/code', { code: appCode })
    expect((await readReauthenticationMethods(caller)).hasCode).toBe(true)
    expect((await reauthenticateWithAppCode(generateCode(-1))).json().fields).toHaveProperty('code')
    expect(await canCallerExport(caller)).toBe(false)
    expect((await reauthenticateWithAppCode(generateCode(1))).statusCode).toBe(204)
    expect(await canCallerExport(caller)).toBe(true)
    await ageSession(caller)
    expect((await reauthenticateWithAppCode(generateCode(1))).statusCode).toBe(400)
    expect(await canCallerExport(caller)).toBe(false)
    const userWithoutApp = await createAgedUser()
    expect(getCodeOrStatus(await userWithoutApp.call('POST', '/api/auth/proof/code', { code }))).toBe(
      'two_factor_off',
    )
  })

  test('re-authentication accepts only a passkey of the same user that signs the current challenge', async () => {
    const caller = await createUserWithPasskey()
    const other = await createUserWithPasskey()
    const reauthenticateWithPasskey = async (by: typeof caller, statement: AuthenticatorStatement = {}) => {
      const options = await caller.call('POST', '/api/auth/proof/passkey/options', {})
      const cookie = `${caller.cookie}; ${buildCookieHeader(options)}`
      const body = by.authenticator.signAssertion(options.json().challenge, statement)
      return { body, cookie, answer: await postJson('/api/auth/proof/passkey', body, cookie) }
    }
    expect((await readReauthenticationMethods(caller)).hasPasskey).toBe(true)
    expect(getCodeOrStatus((await reauthenticateWithPasskey(other)).answer)).toBe('passkey_failed')
    expect(getCodeOrStatus((await reauthenticateWithPasskey(caller, { isVerified: false })).answer)).toBe(
      'passkey_failed',
    )
    expect(
      getCodeOrStatus((await reauthenticateWithPasskey(caller, { origin: 'https://jahat.example' })).answer),
    ).toBe('passkey_failed')
    expect(await canCallerExport(caller)).toBe(false)
    const { answer: accepted, body, cookie } = await reauthenticateWithPasskey(caller)
    expect(accepted.statusCode, accepted.body).toBe(204)
    expect(await canCallerExport(caller)).toBe(true)
    await ageSession(caller)
    expect(getCodeOrStatus(await postJson('/api/auth/proof/passkey', body, cookie))).toBe('passkey_failed')
    expect(await canCallerExport(caller)).toBe(false)
  })

  test('a passkey challenge of one session is rejected in another session of the same user', async () => {
    const caller = await createUserWithPasskey()
    const otherSession = await target.as(caller.user)
    const options = await otherSession.call('POST', '/api/auth/proof/passkey/options', {})
    const body = caller.authenticator.signAssertion(options.json().challenge)
    const cookie = `${caller.cookie}; ${buildCookieHeader(options)}`
    expect(getCodeOrStatus(await postJson('/api/auth/proof/passkey', body, cookie))).toBe('passkey_failed')
    expect(await canCallerExport(caller)).toBe(false)
  })

  test('re-authentication offers Google only to a user without a password', async () => {
    const caller = await createAgedUser({ password: null, googleId: 'g-step-up' })
    expect(await readReauthenticationMethods(caller)).toMatchObject({ hasGoogle: true, hasPassword: false })
    const userWithPassword = await createAgedUser({ googleId: 'g-step-up-2' })
    expect(await readReauthenticationMethods(userWithPassword)).toMatchObject({
      hasGoogle: false,
      hasPassword: true,
    })
  })
})
