// Passkeys: added, named, removed, and a way in. Guarantees 1, 2, 6 and 35.
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { keyWraps } from '#server/db/schema/e2ee.ts'
import { auditEvents, mailOutbox } from '#server/db/schema/events.ts'
import { passkeys } from '#server/db/schema/second-factor.ts'
import { totpOf } from '#server/identity/two-factor.service.ts'
import { cookiesOf, setUpApp } from '#server/test/app.ts'
import { createAuthenticator, type Said } from '#server/test/authenticator.ts'
import { testPassword } from '#server/test/factories.ts'

const target = setUpApp({ LOGIN_LIMITS: '5/30,60/1', REQUIRE_2FA: 'hq_admin' })
const origin = 'http://perantau.test'
const proof = { currentPassword: testPassword }

function post(url: string, payload: object, cookie = '') {
  return target.app.inject({ method: 'POST', url, payload, headers: { origin, cookie } })
}

type Person = Awaited<ReturnType<typeof target.asNew>>

/** As a browser does it: the question comes with a cookie, which goes along with the answer. */
async function begin(me: Person, body: object = proof) {
  const answer = await me.call('POST', '/api/account/passkeys/options', body)
  return { answer, options: answer.json(), cookie: `${me.cookie}; ${cookiesOf(answer)}` }
}

async function add(me: Person, said: Said = {}, extra: object = {}) {
  const authenticator = createAuthenticator()
  const { options, cookie } = await begin(me)
  const made = { ...authenticator.make(options, said), ...extra }
  return { authenticator, made, cookie, answer: await post('/api/account/passkeys', made, cookie) }
}

async function enter(authenticator: ReturnType<typeof createAuthenticator>, said: Said = {}) {
  const asked = await post('/api/auth/passkey/options', {})
  return post('/api/auth/passkey', authenticator.sign(asked.json().challenge, said), cookiesOf(asked))
}

const list = async (me: Person) => (await me.call('GET', '/api/account/passkeys')).json()
const eventsAbout = async (id: number) =>
  (
    await target.database.db
      .select({ kind: auditEvents.kind })
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(id)))
  ).map(({ kind }) => kind)

describe('a new passkey', () => {
  test('takes a proof, and an answer to this very question, once', async () => {
    const me = await target.asNew()
    expect((await begin(me, {})).answer.json().fields).toHaveProperty('currentPassword')
    const { answer, made, cookie } = await add(me)
    expect(answer.statusCode, answer.body).toBe(201)
    expect(await list(me)).toMatchObject([{ credentialId: made.credentialId, usedAt: null }])
    expect((await post('/api/account/passkeys', made, cookie)).json().code).toBe('passkey_failed')
    expect((await post('/api/account/passkeys', made, me.cookie)).json().code).toBe('passkey_failed')
    expect(await eventsAbout(me.user.id)).toContain('auth.passkey_added')
    const mails = await target.database.db.select().from(mailOutbox).where(eq(mailOutbox.userId, me.user.id))
    expect(mails.map(({ kind }) => kind)).toEqual(['passkey.added'])
  })

  test('is refused from another origin, for another host, without its person verified, and for somebody else', async () => {
    const me = await target.asNew()
    for (const said of [
      { origin: 'https://jahat.example' },
      { host: 'jahat.example' },
      { isVerified: false },
    ]) {
      const { answer } = await add(me, said)
      expect([said, answer.statusCode, answer.json().code]).toEqual([said, 400, 'passkey_failed'])
    }
    const other = await target.asNew()
    const { options, answer } = await begin(me)
    const made = createAuthenticator().make(options)
    const stolen = await post('/api/account/passkeys', made, `${other.cookie}; ${cookiesOf(answer)}`)
    expect(stolen.json().code).toBe('passkey_failed')
    expect([await list(me), await list(other)]).toEqual([[], []])
  })

  test('has no room for what opens one’s keys, nor for nonsense', async () => {
    const me = await target.asNew()
    const results = { prf: { results: { first: 'rahsia' } } }
    for (const extra of [
      { clientExtensionResults: results },
      { prf: 'x' },
      { attestationObject: '####' },
      { transports: 'usb' },
    ]) {
      const { answer } = await add(me, {}, extra)
      expect([extra, answer.statusCode]).toEqual([extra, 400])
    }
    expect((await add(me, {}, { attestationObject: 'AAAA' })).answer.json().code).toBe('passkey_failed')
  })

  test('is refused in another session of the same person than the one that requested the challenge', async () => {
    const me = await target.asNew()
    const elsewhere = await target.as(me.user)
    const { options, answer } = await begin(me)
    const made = createAuthenticator().make(options, {})
    const cookie = `${elsewhere.cookie}; ${cookiesOf(answer)}`
    expect((await post('/api/account/passkeys', made, cookie)).json().code).toBe('passkey_failed')
    expect(await list(me)).toEqual([])
  })

  test('is one of ten at most, also when two come at once', async () => {
    const me = await target.asNew()
    for (let n = 0; n < 9; n++) expect((await add(me)).answer.statusCode).toBe(201)
    const [first, second] = [await begin(me), await begin(me)]
    const both = await Promise.all(
      [first, second].map(({ options, cookie }) =>
        post('/api/account/passkeys', createAuthenticator().make(options), cookie),
      ),
    )
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect((await begin(me)).answer.json().code).toBe('too_many_passkeys')
  })

  test('is named and removed by its owner alone, and opens nothing after that', async () => {
    const me = await target.asNew()
    const { answer, authenticator } = await add(me)
    const { id } = answer.json()
    const other = await target.asNew()
    const rename = (who: Person, name: string) => who.call('PUT', `/api/account/passkeys/${id}`, { name })
    expect((await rename(other, 'Milik saya')).statusCode).toBe(404)
    expect((await rename(me, '')).statusCode).toBe(400)
    expect((await rename(me, 'Telefon biru')).statusCode).toBe(204)
    expect((await list(me))[0].name).toBe('Telefon biru')
    const { db } = target.database
    const wrap = {
      userId: me.user.id,
      gen: 1,
      kind: 'passkey' as const,
      credentialId: authenticator.credentialId,
    }
    await db.insert(keyWraps).values({ ...wrap, blob: 'terkunci' })
    const remove = (who: Person, body: object) => who.call('DELETE', `/api/account/passkeys/${id}`, body)
    expect((await remove(other, proof)).statusCode).toBe(404)
    expect((await remove(me, {})).statusCode).toBe(400)
    expect((await remove(me, proof)).statusCode).toBe(204)
    expect((await enter(authenticator)).json().code).toBe('passkey_failed')
    expect(await db.select().from(keyWraps).where(eq(keyWraps.userId, me.user.id))).toEqual([])
  })

  test('is not removed where it is the last way in', async () => {
    const me = await target.asNew()
    const { answer } = await add(me)
    const { db } = target.database
    await db.update(users).set({ password: null }).where(eq(users.id, me.user.id))
    await target.database.pool.query('update sessions set confirmed_at = now() where user_id = $1', [
      me.user.id,
    ])
    const removed = await me.call('DELETE', `/api/account/passkeys/${answer.json().id}`, {})
    expect(removed.json().code).toBe('last_way')
    expect(await list(me)).toHaveLength(1)
  })
})

describe('signing in with one', () => {
  test('needs no name and no second step, opens a session of its own and counts as its use', async () => {
    const me = await target.asNew()
    const { authenticator } = await add(me)
    const { key } = (await me.call('POST', '/api/account/two-factor/key', proof)).json()
    await me.call('POST', '/api/account/two-factor', { code: totpOf(key).generate() })
    const asked = await post('/api/auth/passkey/options', {})
    expect(asked.json()).not.toHaveProperty('allowCredentials')
    const entered = await enter(authenticator, { counter: 1 })
    expect(entered.statusCode, entered.body).toBe(200)
    expect(entered.json()).toMatchObject({ id: me.user.id })
    const session = entered.cookies.find(({ name }) => name === 'session')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect((await list(me))[0].usedAt).not.toBeNull()
  })

  test('an answer is good once, and only in the browser that was asked', async () => {
    const me = await target.asNew()
    const { authenticator } = await add(me)
    const asked = await post('/api/auth/passkey/options', {})
    const answer = authenticator.sign(asked.json().challenge)
    const cookie = cookiesOf(asked)
    expect((await post('/api/auth/passkey', answer)).statusCode).toBe(401)
    const elsewhere = cookiesOf(await post('/api/auth/passkey/options', {}))
    expect((await post('/api/auth/passkey', answer, elsewhere)).statusCode).toBe(401)
    const both = await Promise.all([
      post('/api/auth/passkey', answer, cookie),
      post('/api/auth/passkey', answer, cookie),
    ])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  test('refused alike: a copy, another origin or host, an unverified person, a foreign handle, a foreign key, none', async () => {
    const me = await target.asNew()
    const { authenticator } = await add(me, { counter: 5 })
    expect((await enter(authenticator, { counter: 9 })).statusCode).toBe(200)
    const other = await target.asNew()
    const theirs = await add(other)
    const handle = Buffer.from(`perantau/${other.user.id}`).toString('base64url')
    const answers = [
      // Its copy has signed in meanwhile.
      await enter(authenticator, { counter: 9 }),
      await enter(authenticator, { counter: 7 }),
      await enter(authenticator, { counter: 0 }),
      await enter(authenticator, { counter: 10, origin: 'https://jahat.example' }),
      await enter(authenticator, { counter: 10, host: 'jahat.example' }),
      await enter(authenticator, { counter: 10, isVerified: false }),
      await enter(authenticator, { counter: 10, userHandle: handle }),
      await enter(createAuthenticator(), { counter: 10, userHandle: handle }),
    ]
    const asked = await post('/api/auth/passkey/options', {})
    const mixed = {
      ...authenticator.sign(asked.json().challenge, { counter: 10 }),
      credentialId: theirs.authenticator.credentialId,
      userHandle: handle,
    }
    answers.push(await post('/api/auth/passkey', mixed, cookiesOf(asked)))
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'passkey_failed'])
      expect(answer.cookies.find(({ name }) => name === 'session')).toBeUndefined()
    }
    expect(await eventsAbout(me.user.id)).toContain('auth.passkey_refused')
    expect((await enter(authenticator, { counter: 10 })).statusCode).toBe(200)
    const [kept] = await target.database.db.select().from(passkeys).where(eq(passkeys.userId, me.user.id))
    expect(kept?.counter).toBe(10)
  })

  test('not after its person was erased', async () => {
    const me = await target.asNew()
    const { authenticator } = await add(me)
    await target.database.db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, me.user.id))
    expect((await enter(authenticator)).statusCode).toBe(401)
  })

  test('attempts from one address are counted before they are looked at', async () => {
    const me = await target.asNew()
    const { authenticator } = await add(me)
    await target.database.pool.query('delete from rate_limits')
    const asked = await post('/api/auth/passkey/options', {})
    const forged = { ...authenticator.sign(asked.json().challenge), signature: 'AAAA' }
    const statuses: number[] = []
    for (let n = 0; n < 64; n++)
      statuses.push((await post('/api/auth/passkey', forged, cookiesOf(asked))).statusCode)
    expect([statuses.filter(code => code === 401).length, statuses.at(-1)]).toEqual([60, 429])
    expect((await enter(authenticator)).statusCode).toBe(429)
    await target.database.pool.query('delete from rate_limits')
  })
})

describe('where a second factor is required', () => {
  test('a passkey is one: the password alone opens nothing any more, and it is not removed', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    expect((await me.call('GET', '/api/auth/me')).json()).toHaveProperty('secureBy')
    const { answer, authenticator } = await add(me)
    expect((await me.call('GET', '/api/auth/me')).json()).not.toHaveProperty('secureBy')
    const login = await post('/api/auth/login', { email: me.user.email, password: testPassword })
    expect(login.json().code).toBe('second_step')
    expect((await enter(authenticator)).statusCode).toBe(200)
    const removed = await me.call('DELETE', `/api/account/passkeys/${answer.json().id}`, proof)
    expect(removed.json().code).toBe('two_factor_needed')
    // Lost: somebody above.
    const above = await target.asNew({ role: 'system_admin' })
    expect((await above.call('POST', `/api/users/${me.user.id}/reset-two-factor`)).statusCode).toBe(204)
    expect((await enter(authenticator)).statusCode).toBe(401)
  })
})
