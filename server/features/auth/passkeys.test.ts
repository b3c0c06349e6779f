// Passkeys: registration, renaming, removal and sign-in (guarantees 1, 2, 6 and 35 of docs/guarantees.md).
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { keyWraps } from '#server/db/schema/e2ee.ts'
import { auditEvents, mailOutbox } from '#server/db/schema/events.ts'
import { passkeys } from '#server/db/schema/second-factor.ts'
import { createTotpGenerator } from '#server/identity/two-factor.service.ts'
import {
  type AuthenticatorStatement,
  createFakePasskeyAuthenticator,
} from '#server/test/fakes/authenticator.ts'
import { buildCookieHeader, setUpApp } from '#server/test/harness/app.ts'
import { testPassword } from '#server/test/harness/factories.ts'

const target = setUpApp({ LOGIN_LIMITS: '5/30,60/1', REQUIRE_2FA: 'hq_admin' })
const origin = 'http://perantau.test'
const passwordBody = { currentPassword: testPassword }

function postJson(url: string, payload: object, cookie = '') {
  return target.app.inject({ method: 'POST', url, payload, headers: { origin, cookie } })
}

type Person = Awaited<ReturnType<typeof target.asNew>>

/** Requests registration options; the challenge cookie has to be sent along with the response. */
async function requestRegistrationOptions(me: Person, body: object = passwordBody) {
  const answer = await me.call('POST', '/api/account/passkeys/options', body)
  return { answer, options: answer.json(), cookie: `${me.cookie}; ${buildCookieHeader(answer)}` }
}

async function registerPasskey(me: Person, claims: AuthenticatorStatement = {}, extra: object = {}) {
  const authenticator = createFakePasskeyAuthenticator()
  const { options, cookie } = await requestRegistrationOptions(me)
  const credential = { ...authenticator.createCredential(options, claims), ...extra }
  return {
    authenticator,
    made: credential,
    cookie,
    answer: await postJson('/api/account/passkeys', credential, cookie),
  }
}

async function signInWithPasskey(
  authenticator: ReturnType<typeof createFakePasskeyAuthenticator>,
  claims: AuthenticatorStatement = {},
) {
  const challenge = await postJson('/api/auth/passkey/options', {})
  return postJson(
    '/api/auth/passkey',
    authenticator.signAssertion(challenge.json().challenge, claims),
    buildCookieHeader(challenge),
  )
}

const listPasskeys = async (me: Person) => (await me.call('GET', '/api/account/passkeys')).json()
const listAuditKinds = async (id: number) =>
  (
    await target.database.db
      .select({ kind: auditEvents.kind })
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(id)))
  ).map(({ kind }) => kind)

describe('passkey registration', () => {
  test('adding a passkey requires re-authentication and works once per challenge', async () => {
    const me = await target.asNew()
    expect((await requestRegistrationOptions(me, {})).answer.json().fields).toHaveProperty('currentPassword')
    const { answer, made: credential, cookie } = await registerPasskey(me)
    expect(answer.statusCode, answer.body).toBe(201)
    expect(await listPasskeys(me)).toMatchObject([{ credentialId: credential.credentialId, usedAt: null }])
    expect((await postJson('/api/account/passkeys', credential, cookie)).json().code).toBe('passkey_failed')
    expect((await postJson('/api/account/passkeys', credential, me.cookie)).json().code).toBe(
      'passkey_failed',
    )
    expect(await listAuditKinds(me.user.id)).toContain('auth.passkey_added')
    const mails = await target.database.db.select().from(mailOutbox).where(eq(mailOutbox.userId, me.user.id))
    expect(mails.map(({ kind }) => kind)).toEqual(['passkey.added'])
  })

  test('adding a passkey is refused for another origin or host, without user verification, and with the challenge of another user', async () => {
    const me = await target.asNew()
    for (const claims of [
      { origin: 'https://jahat.example' },
      { host: 'jahat.example' },
      { isVerified: false },
    ]) {
      const { answer } = await registerPasskey(me, claims)
      expect([claims, answer.statusCode, answer.json().code]).toEqual([claims, 400, 'passkey_failed'])
    }
    const other = await target.asNew()
    const { options, answer } = await requestRegistrationOptions(me)
    const credential = createFakePasskeyAuthenticator().createCredential(options)
    const stolen = await postJson(
      '/api/account/passkeys',
      credential,
      `${other.cookie}; ${buildCookieHeader(answer)}`,
    )
    expect(stolen.json().code).toBe('passkey_failed')
    expect([await listPasskeys(me), await listPasskeys(other)]).toEqual([[], []])
  })

  test('adding a passkey rejects extension results such as PRF secrets, and malformed fields', async () => {
    const me = await target.asNew()
    const results = { prf: { results: { first: 'rahsia' } } }
    for (const extra of [
      { clientExtensionResults: results },
      { prf: 'x' },
      { attestationObject: '####' },
      { transports: 'usb' },
    ]) {
      const { answer } = await registerPasskey(me, {}, extra)
      expect([extra, answer.statusCode]).toEqual([extra, 400])
    }
    expect((await registerPasskey(me, {}, { attestationObject: 'AAAA' })).answer.json().code).toBe(
      'passkey_failed',
    )
  })

  test('adding a passkey is refused in another session than the one that requested the challenge', async () => {
    const me = await target.asNew()
    const elsewhere = await target.as(me.user)
    const { options, answer } = await requestRegistrationOptions(me)
    const credential = createFakePasskeyAuthenticator().createCredential(options, {})
    const cookie = `${elsewhere.cookie}; ${buildCookieHeader(answer)}`
    expect((await postJson('/api/account/passkeys', credential, cookie)).json().code).toBe('passkey_failed')
    expect(await listPasskeys(me)).toEqual([])
  })

  test('a user can have ten passkeys at most, also with concurrent requests', async () => {
    const me = await target.asNew()
    for (let n = 0; n < 9; n++) expect((await registerPasskey(me)).answer.statusCode).toBe(201)
    const [first, second] = [await requestRegistrationOptions(me), await requestRegistrationOptions(me)]
    const both = await Promise.all(
      [first, second].map(({ options, cookie }) =>
        postJson('/api/account/passkeys', createFakePasskeyAuthenticator().createCredential(options), cookie),
      ),
    )
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect((await requestRegistrationOptions(me)).answer.json().code).toBe('too_many_passkeys')
  })

  test('only the owner renames and removes a passkey, and a removed passkey no longer signs in', async () => {
    const me = await target.asNew()
    const { answer, authenticator } = await registerPasskey(me)
    const { id } = answer.json()
    const other = await target.asNew()
    const renamePasskey = (who: Person, name: string) =>
      who.call('PUT', `/api/account/passkeys/${id}`, { name })
    expect((await renamePasskey(other, 'Milik saya')).statusCode).toBe(404)
    expect((await renamePasskey(me, '')).statusCode).toBe(400)
    expect((await renamePasskey(me, 'Telefon biru')).statusCode).toBe(204)
    expect((await listPasskeys(me))[0].name).toBe('Telefon biru')
    const { db } = target.database
    const wrap = {
      userId: me.user.id,
      gen: 1,
      kind: 'passkey' as const,
      credentialId: authenticator.credentialId,
    }
    await db.insert(keyWraps).values({ ...wrap, blob: 'terkunci' })
    const removePasskey = (who: Person, body: object) =>
      who.call('DELETE', `/api/account/passkeys/${id}`, body)
    expect((await removePasskey(other, passwordBody)).statusCode).toBe(404)
    expect((await removePasskey(me, {})).statusCode).toBe(400)
    expect((await removePasskey(me, passwordBody)).statusCode).toBe(204)
    expect((await signInWithPasskey(authenticator)).json().code).toBe('passkey_failed')
    expect(await db.select().from(keyWraps).where(eq(keyWraps.userId, me.user.id))).toEqual([])
  })

  test('removing the passkey is refused when it is the only sign-in method', async () => {
    const me = await target.asNew()
    const { answer } = await registerPasskey(me)
    const { db } = target.database
    await db.update(users).set({ password: null }).where(eq(users.id, me.user.id))
    await target.database.pool.query('update sessions set confirmed_at = now() where user_id = $1', [
      me.user.id,
    ])
    const removed = await me.call('DELETE', `/api/account/passkeys/${answer.json().id}`, {})
    expect(removed.json().code).toBe('last_way')
    expect(await listPasskeys(me)).toHaveLength(1)
  })
})

describe('POST /api/auth/passkey', () => {
  test('a passkey sign-in needs no email address or second factor, opens a session and records the use of the passkey', async () => {
    const me = await target.asNew()
    const { authenticator } = await registerPasskey(me)
    const { key } = (await me.call('POST', '/api/account/two-factor/key', passwordBody)).json()
    await me.call('POST', '/api/account/two-factor', { code: createTotpGenerator(key).generate() })
    const challenge = await postJson('/api/auth/passkey/options', {})
    expect(challenge.json()).not.toHaveProperty('allowCredentials')
    const signedIn = await signInWithPasskey(authenticator, { counter: 1 })
    expect(signedIn.statusCode, signedIn.body).toBe(200)
    expect(signedIn.json()).toMatchObject({ id: me.user.id })
    const session = signedIn.cookies.find(({ name }) => name === 'session')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect((await listPasskeys(me))[0].usedAt).not.toBeNull()
  })

  test('a signed passkey challenge is accepted once, and only in the browser that requested it', async () => {
    const me = await target.asNew()
    const { authenticator } = await registerPasskey(me)
    const challenge = await postJson('/api/auth/passkey/options', {})
    const answer = authenticator.signAssertion(challenge.json().challenge)
    const cookie = buildCookieHeader(challenge)
    expect((await postJson('/api/auth/passkey', answer)).statusCode).toBe(401)
    const elsewhere = buildCookieHeader(await postJson('/api/auth/passkey/options', {}))
    expect((await postJson('/api/auth/passkey', answer, elsewhere)).statusCode).toBe(401)
    const both = await Promise.all([
      postJson('/api/auth/passkey', answer, cookie),
      postJson('/api/auth/passkey', answer, cookie),
    ])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  test('passkey sign-in returns passkey_failed for a reused counter, wrong origin or host, missing user verification or the passkey of another user', async () => {
    const me = await target.asNew()
    const { authenticator } = await registerPasskey(me, { counter: 5 })
    expect((await signInWithPasskey(authenticator, { counter: 9 })).statusCode).toBe(200)
    const other = await target.asNew()
    const theirs = await registerPasskey(other)
    const handle = Buffer.from(`perantau/${other.user.id}`).toString('base64url')
    const answers = [
      // A counter that did not increase means that a copy of the passkey has signed in.
      await signInWithPasskey(authenticator, { counter: 9 }),
      await signInWithPasskey(authenticator, { counter: 7 }),
      await signInWithPasskey(authenticator, { counter: 0 }),
      await signInWithPasskey(authenticator, { counter: 10, origin: 'https://jahat.example' }),
      await signInWithPasskey(authenticator, { counter: 10, host: 'jahat.example' }),
      await signInWithPasskey(authenticator, { counter: 10, isVerified: false }),
      await signInWithPasskey(authenticator, { counter: 10, userHandle: handle }),
      await signInWithPasskey(createFakePasskeyAuthenticator(), { counter: 10, userHandle: handle }),
    ]
    const challenge = await postJson('/api/auth/passkey/options', {})
    const mixed = {
      ...authenticator.signAssertion(challenge.json().challenge, { counter: 10 }),
      credentialId: theirs.authenticator.credentialId,
      userHandle: handle,
    }
    answers.push(await postJson('/api/auth/passkey', mixed, buildCookieHeader(challenge)))
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'passkey_failed'])
      expect(answer.cookies.find(({ name }) => name === 'session')).toBeUndefined()
    }
    expect(await listAuditKinds(me.user.id)).toContain('auth.passkey_refused')
    expect((await signInWithPasskey(authenticator, { counter: 10 })).statusCode).toBe(200)
    const [stored] = await target.database.db.select().from(passkeys).where(eq(passkeys.userId, me.user.id))
    expect(stored?.counter).toBe(10)
  })

  test('the passkey of an erased user does not sign in', async () => {
    const me = await target.asNew()
    const { authenticator } = await registerPasskey(me)
    await target.database.db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, me.user.id))
    expect((await signInWithPasskey(authenticator)).statusCode).toBe(401)
  })

  test('passkey sign-ins from one IP address are counted before they are verified', async () => {
    const me = await target.asNew()
    const { authenticator } = await registerPasskey(me)
    await target.database.pool.query('delete from rate_limits')
    const challenge = await postJson('/api/auth/passkey/options', {})
    const forged = { ...authenticator.signAssertion(challenge.json().challenge), signature: 'AAAA' }
    const statuses: number[] = []
    for (let n = 0; n < 64; n++)
      statuses.push((await postJson('/api/auth/passkey', forged, buildCookieHeader(challenge))).statusCode)
    expect([statuses.filter(code => code === 401).length, statuses.at(-1)]).toEqual([60, 429])
    expect((await signInWithPasskey(authenticator)).statusCode).toBe(429)
    await target.database.pool.query('delete from rate_limits')
  })
})

describe('passkey as the required second factor', () => {
  test('a passkey satisfies the required second factor, blocks password-only login and cannot be removed', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    expect((await me.call('GET', '/api/auth/me')).json()).toHaveProperty('secureBy')
    const { answer, authenticator } = await registerPasskey(me)
    expect((await me.call('GET', '/api/auth/me')).json()).not.toHaveProperty('secureBy')
    const login = await postJson('/api/auth/login', { email: me.user.email, password: testPassword })
    expect(login.json().code).toBe('second_step')
    expect((await signInWithPasskey(authenticator)).statusCode).toBe(200)
    const removed = await me.call('DELETE', `/api/account/passkeys/${answer.json().id}`, passwordBody)
    expect(removed.json().code).toBe('two_factor_needed')
    // A lost passkey is reset by a user with a higher role.
    const systemAdmin = await target.asNew({ role: 'system_admin' })
    expect((await systemAdmin.call('POST', `/api/users/${me.user.id}/reset-two-factor`)).statusCode).toBe(204)
    expect((await signInWithPasskey(authenticator)).statusCode).toBe(401)
  })
})
