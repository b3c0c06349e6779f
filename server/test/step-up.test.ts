// What an open browser alone is not enough for: whoever makes these calls has lately proved who they are.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { totpOf } from '#server/identity/two-factor.service.ts'
import { cookiesOf, setUpApp } from './app.ts'
import { createAuthenticator, type Said } from './authenticator.ts'
import { buildActivity, testPassword } from './factories.ts'

const target = setUpApp({ LOGIN_LIMITS: '5/30,1000/1' })
const origin = 'http://perantau.test'

type Person = Awaited<ReturnType<typeof target.asNew>>

/** As if this person had signed in, and proved anything, that long ago. */
async function age(me: Person, interval = '11 minutes'): Promise<void> {
  await target.database.db
    .update(sessions)
    .set({
      createdAt: sql`${sessions.createdAt} - ${interval}::interval`,
      confirmedAt: sql`${sessions.confirmedAt} - ${interval}::interval`,
    })
    .where(eq(sessions.userId, me.user.id))
}

async function aged(overrides: Parameters<typeof target.asNew>[0] = {}): Promise<Person> {
  const me = await target.asNew(overrides)
  await age(me)
  return me
}

const codeOf = (answer: { json(): { code?: string }; statusCode: number }) =>
  answer.statusCode < 300 ? answer.statusCode : answer.json().code

const code = '123456'
/** Each with a body that is well-formed. */
const calls: Record<string, object | undefined> = {
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
  'GET /api/imports/:id/errors': undefined,
  'POST /api/imports/:id/undo': {},
  'PUT /api/users/:id/role': { role: 'club_secretary' },
  'POST /api/users/:id/deactivate': {},
  'POST /api/offices/handover': { toId: 1 },
  'POST /api/users/deactivate': { ids: [1] },
  'POST /api/users/:id/reset-two-factor': {},
  'POST /api/merging/:id/with/:otherId': { take: [] },
  'POST /api/account/merging/:id/confirm': {},
  'POST /api/users/:id/unmask': {},
}

describe('the calls that ask for it', () => {
  test('are these, and each is refused to whoever signed in a while ago', async () => {
    const asking = target.app.accessList.filter(({ method, proof }) => proof && method !== 'HEAD')
    expect(asking.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(Object.keys(calls).sort())
    const admin = await aged({ role: 'system_admin' })
    // What one hands over one has to hold.
    const holder = await aged({ role: 'country_admin' })
    const { user } = await target.asNew()
    const activity = await buildActivity(target.database.db)
    const before = await target.database.db.$count(auditEvents)
    for (const { method, url } of asking) {
      const id = url.startsWith('/api/activities') ? activity.id : user.id
      const address = url
        .replace(':id', String(id))
        .replace(':otherId', String(admin.user.id))
        .replace(/export$/, 'export?format=csv')
      const caller = url.startsWith('/api/offices') ? holder : admin
      const answer = await caller.call(method as 'GET', address, calls[`${method} ${url}`])
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 403, 'prove_again'])
    }
    // Nothing has come of any of them.
    expect(await target.database.db.$count(auditEvents)).toBe(before)
  })

  test('are open to whoever has just signed in, but not by Google, where nobody may have been asked', async () => {
    const admin = await target.asNew({ role: 'system_admin' })
    const { user } = await target.asNew()
    const unmask = () => admin.call('POST', `/api/users/${user.id}/unmask`)
    expect(codeOf(await unmask())).toBe(200)
    await target.database.db
      .update(sessions)
      .set({ method: 'google' })
      .where(eq(sessions.userId, admin.user.id))
    expect(codeOf(await unmask())).toBe('prove_again')
  })

  test('say first that somebody never may', async () => {
    const member = await aged()
    expect(codeOf(await member.call('POST', `/api/users/${member.user.id}/unmask`))).toBe('forbidden')
    expect(codeOf(await member.call('GET', '/api/users/export?format=csv'))).toBe('forbidden')
  })

  test('take a password that comes along, and no wrong one', async () => {
    const me = await aged()
    const erase = (currentPassword: string) => me.call('POST', '/api/account/erase', { currentPassword })
    expect(codeOf(await erase('salah'))).toBe('bad_input')
    expect(codeOf(await erase(''))).toBe('prove_again')
    expect(codeOf(await erase(testPassword))).toBe(204)
  })

  test('are judged where they write: the time may end while they wait', async () => {
    const admin = await target.asNew({ role: 'system_admin' })
    const { user } = await target.asNew()
    const client = await target.database.pool.connect()
    await client.query('begin')
    await client.query('select 1 from users where id = $1 for update', [admin.user.id])
    const deciding = admin.call('PUT', `/api/users/${user.id}/role`, { role: 'club_secretary' })
    // The call has passed the door once it waits for its person.
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
    expect(codeOf(await deciding)).toBe('prove_again')
    const [row] = await target.database.db.select().from(users).where(eq(users.id, user.id))
    expect(row?.role).toBe('member')
  })

  test('a clock that was put back makes nothing last longer', async () => {
    const admin = await target.asNew({ role: 'system_admin' })
    const take = async () => codeOf(await admin.call('GET', '/api/users/export?format=csv'))
    // By a little, which the clocks of two machines may differ: the session lives, and what it proved does not count.
    await age(admin, '-30 seconds')
    expect(await take()).toBe('prove_again')
    await age(admin, '-1 hour')
    expect(await take()).toBe('unauthenticated')
  })
})

const post = (url: string, payload: object, cookie: string) =>
  target.app.inject({ method: 'POST', url, payload, headers: { origin, cookie } })

async function withPasskey() {
  const me = await target.asNew({ role: 'system_admin' })
  const authenticator = createAuthenticator()
  const asked = await me.call('POST', '/api/account/passkeys/options', { currentPassword: testPassword })
  const cookie = `${me.cookie}; ${cookiesOf(asked)}`
  const made = await post('/api/account/passkeys', authenticator.make(asked.json()), cookie)
  expect(made.statusCode, made.body).toBe(201)
  await age(me)
  return { ...me, authenticator }
}

describe('proving it once more', () => {
  const isOpen = async (me: Person) =>
    codeOf(await me.call('GET', '/api/users/export?format=csv')) !== 'prove_again'
  const ways = async (me: Person) => (await me.call('GET', '/api/auth/proof')).json()

  test('by password: for ten minutes, in this session and no other', async () => {
    const me = await aged({ role: 'system_admin' })
    const elsewhere = { ...me, ...(await target.as(me.user)) }
    await age(me)
    const prove = (currentPassword: unknown) =>
      me.call('POST', '/api/auth/proof/password', { currentPassword })
    expect(await ways(me)).toEqual({
      isProved: false,
      hasPassword: true,
      hasCode: false,
      hasPasskey: false,
      hasGoogle: false,
    })
    expect((await prove('salah')).json().fields).toHaveProperty('currentPassword')
    expect((await prove('')).statusCode).toBe(400)
    expect((await prove(7)).statusCode).toBe(400)
    expect(await isOpen(me)).toBe(false)
    expect((await prove(testPassword)).statusCode).toBe(204)
    expect(await isOpen(me)).toBe(true)
    expect((await ways(me)).isProved).toBe(true)
    expect(await isOpen(elsewhere)).toBe(false)
    // Said to be over a little before it is, so that nothing begun on it comes too late.
    await age(me, '9 minutes 30 seconds')
    expect([(await ways(me)).isProved, await isOpen(me)]).toEqual([false, true])
    await age(me, '40 seconds')
    expect(await isOpen(me)).toBe(false)
    const trail = await target.database.db
      .select({ details: auditEvents.details })
      .from(auditEvents)
      .where(sql`${auditEvents.actorId} = ${me.user.id} and ${auditEvents.kind} = 'auth.proved'`)
    expect(trail).toEqual([{ details: { method: 'password' } }])
  })

  test('sixty guesses at once get no more than the limit', async () => {
    const me = await aged()
    const guesses = Array.from({ length: 60 }, (_, n) =>
      me.call('POST', '/api/auth/proof/password', { currentPassword: `salah${n}` }),
    )
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    // A machine that is short of breath may turn some away, counted or not.
    expect(statuses.filter(status => status === 400).length).toBeLessThanOrEqual(5)
    for (let n = 0; n < 6; n++)
      await me.call('POST', '/api/auth/proof/password', { currentPassword: `salah${n}` })
    const right = await me.call('POST', '/api/auth/proof/password', { currentPassword: testPassword })
    expect([right.statusCode, Number(right.headers['retry-after']) > 0]).toEqual([429, true])
  })

  test('by a code of the app, once', async () => {
    const me = await target.asNew({ role: 'system_admin' })
    const proof = { currentPassword: testPassword }
    const { key } = (await me.call('POST', '/api/account/two-factor/key', proof)).json()
    const at = (steps: number) => totpOf(key).generate({ timestamp: Date.now() + steps * 30_000 })
    await me.call('POST', '/api/account/two-factor', { code: at(-1) })
    await age(me)
    const prove = (given: string) => me.call('POST', '/api/auth/proof/code', { code: given })
    expect((await ways(me)).hasCode).toBe(true)
    expect((await prove(at(-1))).json().fields).toHaveProperty('code')
    expect(await isOpen(me)).toBe(false)
    expect((await prove(at(1))).statusCode).toBe(204)
    expect(await isOpen(me)).toBe(true)
    await age(me)
    expect((await prove(at(1))).statusCode).toBe(400)
    expect(await isOpen(me)).toBe(false)
    const without = await aged()
    expect(codeOf(await without.call('POST', '/api/auth/proof/code', { code }))).toBe('two_factor_off')
  })

  test('by one’s own passkey, in answer to this very question', async () => {
    const me = await withPasskey()
    const other = await withPasskey()
    const prove = async (by: typeof me, said: Said = {}) => {
      const asked = await me.call('POST', '/api/auth/proof/passkey/options', {})
      const cookie = `${me.cookie}; ${cookiesOf(asked)}`
      const body = by.authenticator.sign(asked.json().challenge, said)
      return { body, cookie, answer: await post('/api/auth/proof/passkey', body, cookie) }
    }
    expect((await ways(me)).hasPasskey).toBe(true)
    expect(codeOf((await prove(other)).answer)).toBe('passkey_failed')
    expect(codeOf((await prove(me, { isVerified: false })).answer)).toBe('passkey_failed')
    expect(codeOf((await prove(me, { origin: 'https://jahat.example' })).answer)).toBe('passkey_failed')
    expect(await isOpen(me)).toBe(false)
    const { answer, body, cookie } = await prove(me)
    expect(answer.statusCode, answer.body).toBe(204)
    expect(await isOpen(me)).toBe(true)
    await age(me)
    expect(codeOf(await post('/api/auth/proof/passkey', body, cookie))).toBe('passkey_failed')
    expect(await isOpen(me)).toBe(false)
  })

  test('a passkey challenge of one session is refused in another session of the same person', async () => {
    const me = await withPasskey()
    const elsewhere = await target.as(me.user)
    const asked = await elsewhere.call('POST', '/api/auth/proof/passkey/options', {})
    const body = me.authenticator.sign(asked.json().challenge)
    const cookie = `${me.cookie}; ${cookiesOf(asked)}`
    expect(codeOf(await post('/api/auth/proof/passkey', body, cookie))).toBe('passkey_failed')
    expect(await isOpen(me)).toBe(false)
  })

  test('by Google where there is nothing else', async () => {
    const me = await aged({ password: null, googleId: 'g-step-up' })
    expect(await ways(me)).toMatchObject({ hasGoogle: true, hasPassword: false })
    const both = await aged({ googleId: 'g-step-up-2' })
    expect(await ways(both)).toMatchObject({ hasGoogle: false, hasPassword: true })
  })
})
