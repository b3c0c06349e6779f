// Guarantee 4: state, nonce and PKCE, each once; nobody is let in, or linked, whom Google does not vouch for.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox } from '#server/db/schema/events.ts'
import { createTestApp, setUpApp, type TestApp } from '#server/test/app.ts'
import { buildUser, testPassword } from '#server/test/factories.ts'
import { type OpenIdProvider, startOpenId } from '#server/test/openid.ts'
import { currentTerms } from '#shared/terms.ts'

let provider: OpenIdProvider
let target: TestApp

beforeAll(async () => {
  provider = await startOpenId()
  const google = { GOOGLE_CLIENT_ID: 'perantau-ujian', GOOGLE_CLIENT_SECRET: 'rahsia-ujian' }
  target = await createTestApp({ ...google, OIDC_ISSUER: provider.issuer })
})
afterAll(async () => {
  await target.app.close()
  await target.database.close()
  await provider.close()
})

let count = 0
beforeEach(() => {
  count++
  provider.fault = undefined
  provider.tamper = claims => claims
  provider.person = person()
})

function person(changes: object = {}) {
  return {
    sub: `g-${count}`,
    email: `google${count}@contoh.my`,
    email_verified: true,
    name: `Orang Google ${count}`,
    ...changes,
  }
}

/** A browser, as far as cookies go. */
function createBrowser() {
  const jar = new Map<string, string>()
  return {
    jar,
    async visit(url: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', payload?: object) {
      const headers = {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method !== 'GET' && { origin: 'http://perantau.test' }),
      }
      const response = await target.app.inject({ method, url, headers, ...(payload && { payload }) })
      for (const { name, value } of response.cookies) value ? jar.set(name, value) : jar.delete(name)
      return response
    },
  }
}
type Browser = ReturnType<typeof createBrowser>

/** Up to the way back, which is returned and not taken yet. */
async function begin(browser: Browser, query = ''): Promise<string> {
  const started = await browser.visit(`/api/auth/google${query}`)
  expect(started.statusCode).toBe(302)
  const asked = await fetch(String(started.headers.location), { redirect: 'manual' })
  const { pathname, search } = new URL(asked.headers.get('location') ?? '')
  return pathname + search
}

/** All the way; where it ended. */
async function go(browser: Browser, query = ''): Promise<string> {
  return String((await browser.visit(await begin(browser, query))).headers.location)
}

const findUser = async (email: string) =>
  (await target.database.db.select().from(users).where(eq(users.email, email)))[0]
const me = async (browser: Browser) => (await browser.visit('/api/auth/me')).statusCode

describe('signing in', () => {
  test('the first time makes an account that waits, with a confirmed address; the second time opens it', async () => {
    const browser = createBrowser()
    expect(await go(browser)).toBe('/dashboard')
    const user = await findUser(`google${count}@contoh.my`)
    expect(user).toMatchObject({ status: 'pending', role: 'member', password: null, googleId: `g-${count}` })
    expect(user?.fullName).toBe(`Orang Google ${count}`)
    expect(user?.emailConfirmedAt).not.toBeNull()
    expect(await me(browser)).toBe(200)
    const { db } = target.database
    const mails = await db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.userId, user?.id ?? 0))
    expect(mails).toMatchObject([{ kind: 'user.registered', params: {} }])
    // By the account at Google, whatever its address is by then.
    provider.person = person({ email: `baharu${count}@contoh.my` })
    const again = createBrowser()
    expect(await go(again, '?redirect=/activities?page=2')).toBe('/activities?page=2')
    expect((await again.visit('/api/auth/me')).json().id).toBe(user?.id)
    const events = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.actorId, user?.id ?? 0))
    expect(events.filter(({ kind }) => kind === 'auth.login').map(({ details }) => details)).toEqual([
      { method: 'google' },
      { method: 'google' },
    ])
  })

  test('asks with state, nonce and PKCE, and keeps them where scripts and others cannot reach', async () => {
    const browser = createBrowser()
    const started = await browser.visit('/api/auth/google')
    const asked = new URL(String(started.headers.location)).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: 'http://perantau.test/api/auth/google/callback',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked.get(name)?.length).toBeGreaterThanOrEqual(43)
    }
    const cookie = String(started.headers['set-cookie'])
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).not.toContain(asked.get('state'))
  })

  test('a session that was there before ends, and a planted one is never adopted', async () => {
    const browser = createBrowser()
    browser.jar.set('session', 'ditanam')
    await go(browser)
    const first = browser.jar.get('session')
    expect(first).not.toBe('ditanam')
    await go(browser)
    expect(browser.jar.get('session')).not.toBe(first)
    const user = await findUser(`google${count}@contoh.my`)
    const open = await target.database.db.$count(sessions, eq(sessions.userId, user?.id ?? 0))
    expect(open).toBe(1)
  })

  test('two doors at once: one account', async () => {
    const [one, two] = [createBrowser(), createBrowser()]
    const [back1, back2] = [await begin(one), await begin(two)]
    const answers = await Promise.all([one.visit(back1), two.visit(back2)])
    expect(answers.map(({ headers }) => headers.location)).toEqual(['/dashboard', '/dashboard'])
    expect(await target.database.db.$count(users, eq(users.googleId, `g-${count}`))).toBe(1)
  })

  test.each([
    'https://jahat.example',
    '//jahat.example',
    '/\\jahat.example',
    '/api/auth/me',
    'javascript:alert(1)',
  ])('leads nowhere else afterwards: %s', async redirect => {
    expect(await go(createBrowser(), `?redirect=${encodeURIComponent(redirect)}`)).toBe('/dashboard')
  })

  test('an account that was erased does not come back by it', async () => {
    const browser = createBrowser()
    await go(browser)
    const { db } = target.database
    const user = await findUser(`google${count}@contoh.my`)
    await db
      .update(sessions)
      .set({ confirmedAt: new Date() })
      .where(eq(sessions.userId, user?.id ?? 0))
    expect((await browser.visit('/api/account/erase', 'POST', {})).statusCode).toBe(204)
    expect(await go(browser)).toBe('/dashboard')
    expect((await findUser(`google${count}@contoh.my`))?.id).not.toBe(user?.id)
  })
})

describe('no session comes of', () => {
  const faults: [name: string, () => void, notice: string][] = [
    ['an unverified address', () => Object.assign(provider.person, { email_verified: false }), 'unverified'],
    [
      'an address about which nothing is said',
      () => Object.assign(provider.person, { email_verified: undefined }),
      'unverified',
    ],
    ['verified as a word', () => Object.assign(provider.person, { email_verified: 'true' }), 'unverified'],
    ['another issuer', () => set({ iss: 'https://lain.example' }), 'failed'],
    ['another audience', () => set({ aud: 'aplikasi-lain' }), 'failed'],
    ['another nonce', () => set({ nonce: 'lain' }), 'failed'],
    ['no nonce', () => set({ nonce: undefined }), 'failed'],
    ['an identity that has expired', () => set({ exp: Math.floor(Date.now() / 1000) - 600 }), 'failed'],
    ['no account', () => set({ sub: undefined }), 'failed'],
    ['an address that is none', () => Object.assign(provider.person, { email: 'bukan alamat' }), 'failed'],
    ['another key', () => fault('wrong key'), 'failed'],
    ['no identity at all', () => fault('no identity'), 'failed'],
    ['a provider that breaks half-way', () => fault('broken'), 'failed'],
  ]
  const set = (changes: object) => {
    provider.tamper = claims => ({ ...claims, ...changes })
  }
  const fault = (name: OpenIdProvider['fault']) => {
    provider.fault = name
  }

  test.each(faults)('%s', async (_name, misbehave, notice) => {
    const browser = createBrowser()
    const back = await begin(browser)
    misbehave()
    const response = await browser.visit(back)
    expect([response.statusCode, response.headers.location]).toEqual([302, `/login?google=${notice}`])
    expect(await me(browser)).toBe(401)
    expect(await findUser(`google${count}@contoh.my`)).toBeUndefined()
  })

  test('the same way back taken twice, even with the cookie kept and a provider that does not mind', async () => {
    provider.fault = 'endless codes'
    const browser = createBrowser()
    const back = await begin(browser)
    const ticket = browser.jar.get('google') ?? ''
    expect((await browser.visit(back)).headers.location).toBe('/dashboard')
    const thief = createBrowser()
    expect((await thief.visit(back)).headers.location).toBe('/login?google=failed')
    thief.jar.set('google', ticket)
    expect((await thief.visit(back)).headers.location).toBe('/login?google=failed')
    expect(await me(thief)).toBe(401)
  })

  test('a code that was used before', async () => {
    const [browser, other] = [createBrowser(), createBrowser()]
    const back = await begin(browser)
    const used = /code=[^&]+/.exec(back)?.[0] ?? ''
    const stolen = (await begin(other)).replace(/code=[^&]+/, used)
    expect((await browser.visit(back)).headers.location).toBe('/dashboard')
    expect((await other.visit(stolen)).headers.location).toBe('/login?google=failed')
    expect(await me(other)).toBe(401)
  })

  test('a forged, a missing or somebody else’s state', async () => {
    const [victim, attacker] = [createBrowser(), createBrowser()]
    await begin(victim)
    const attackers = await begin(attacker)
    for (const back of [
      attackers,
      attackers.replace(/state=[^&]+/, 'state=rekaan'),
      attackers.replace(/&?state=[^&]+/, ''),
      '/api/auth/google/callback',
      '/api/auth/google/callback?state=a&state=b&code=x',
      '/api/auth/google/callback?error=access_denied',
    ]) {
      expect([back, (await victim.visit(back)).headers.location]).toEqual([back, '/login?google=failed'])
    }
    expect(await me(victim)).toBe(401)
    // And what the victim began can still be finished.
    expect(victim.jar.has('google')).toBe(true)
  })

  test('a change of mind', async () => {
    const browser = createBrowser()
    const back = (await begin(browser, '?redirect=/clubs')).replace(/code=[^&]+/, 'error=access_denied')
    expect((await browser.visit(back)).headers.location).toBe('/login?google=cancelled&redirect=%2Fclubs')
  })
})

describe('an account with a password', () => {
  const signIn = (browser: Browser, email: string) =>
    browser.visit('/api/auth/login', 'POST', { email, password: testPassword })

  test('is linked only after its owner has signed in and said so', async () => {
    const owner = await buildUser(target.database.db, { email: `google${count}@contoh.my` })
    const browser = createBrowser()
    expect(await go(browser)).toBe('/login?google=link')
    expect(await me(browser)).toBe(401)
    expect((await findUser(owner.email))?.googleId).toBeNull()
    expect((await browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(401)
    await signIn(browser, owner.email)
    expect((await findUser(owner.email))?.googleId).toBeNull()
    expect((await browser.visit('/api/auth/google/link')).json()).toEqual({ email: owner.email })
    expect((await browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(204)
    expect((await findUser(owner.email))?.googleId).toBe(`g-${count}`)
    expect((await browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(404)
    expect(await go(createBrowser())).toBe('/dashboard')
    const mails = await target.database.db.select().from(mailOutbox).where(eq(mailOutbox.userId, owner.id))
    expect(mails.map(({ kind }) => kind)).toEqual(['google.linked', 'auth.new_device'])
  })

  test('not by somebody else in the same browser, not from another browser, not after a no', async () => {
    const owner = await buildUser(target.database.db, { email: `google${count}@contoh.my` })
    const stranger = await buildUser(target.database.db)
    const browser = createBrowser()
    await go(browser)
    await signIn(browser, stranger.email)
    expect((await browser.visit('/api/auth/google/link')).statusCode).toBe(404)
    expect((await browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(404)
    const elsewhere = createBrowser()
    await signIn(elsewhere, owner.email)
    expect((await elsewhere.visit('/api/auth/google/link', 'POST')).statusCode).toBe(404)
    elsewhere.jar.set('google_link', browser.jar.get('google') ?? 'rekaan')
    expect((await elsewhere.visit('/api/auth/google/link', 'POST')).statusCode).toBe(404)
    await signIn(browser, owner.email)
    expect((await browser.visit('/api/auth/google/link', 'DELETE')).statusCode).toBe(204)
    expect((await browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(404)
    const ids = await target.database.db
      .select()
      .from(users)
      .where(eq(users.googleId, `g-${count}`))
    expect(ids).toEqual([])
  })

  test('that belongs to another Google account already is not handed over', async () => {
    const email = `google${count}@contoh.my`
    await buildUser(target.database.db, { email, googleId: `lain-${count}` })
    const browser = createBrowser()
    expect(await go(browser)).toBe('/login?google=other')
    expect([await me(browser), browser.jar.has('google_link')]).toEqual([401, false])
  })
})

describe('proving once more who one is', () => {
  const isConfirmed = async (browser: Browser) => (await browser.visit('/api/account')).json().isConfirmed

  test('asks Google to ask again, and counts for this session', async () => {
    const browser = createBrowser()
    await go(browser)
    expect(await isConfirmed(browser)).toBe(false)
    expect(await go(browser, '?purpose=confirm&redirect=/settings')).toBe('/settings')
    expect(Object.fromEntries(provider.asked)).toMatchObject({ prompt: 'login', max_age: '0' })
    expect(await isConfirmed(browser)).toBe(true)
    const other = createBrowser()
    await go(other)
    expect(await isConfirmed(other)).toBe(false)
  })

  test('is no way for who has another: whoever sits at an open browser may sit at an open Google, too', async () => {
    const browser = createBrowser()
    await go(browser)
    const { db } = target.database
    await db
      .update(users)
      .set({ password: 'x' })
      .where(eq(users.googleId, `g-${count}`))
    expect(await go(browser, '?purpose=confirm&redirect=/settings%23password')).toBe(
      '/settings?google=mismatch#password',
    )
    expect(await isConfirmed(browser)).toBe(false)
    await db
      .update(users)
      .set({ password: null })
      .where(eq(users.googleId, `g-${count}`))
    expect(await go(browser, '?purpose=confirm&redirect=/settings')).toBe('/settings')
    const trail = await db
      .select({ details: auditEvents.details })
      .from(auditEvents)
      .innerJoin(users, eq(users.id, auditEvents.actorId))
      .where(and(eq(users.googleId, `g-${count}`), eq(auditEvents.kind, 'auth.proved')))
    expect(trail).toEqual([{ details: { method: 'google' } }])
  })

  test('not by another Google account, an old sign-in, or without a session', async () => {
    const browser = createBrowser()
    await go(browser)
    const confirm = () => go(browser, '?purpose=confirm&redirect=/settings?tab=data')
    provider.person = person({ sub: 'g-lain', email: 'lain@contoh.my' })
    expect(await confirm()).toBe('/settings?tab=data&google=mismatch')
    provider.person = person()
    provider.tamper = claims => ({ ...claims, auth_time: Number(claims.auth_time) - 3600 })
    expect(await confirm()).toBe('/settings?tab=data&google=mismatch')
    expect(await isConfirmed(browser)).toBe(false)
    expect(await go(createBrowser(), '?purpose=confirm&redirect=/settings')).toBe('/settings?google=mismatch')
    expect(await target.database.db.$count(users, eq(users.googleId, 'g-lain'))).toBe(0)
  })
})

describe('a provider that is not there', () => {
  const plain = setUpApp()
  test('not set up: said on the login screen', async () => {
    const response = await plain.app.inject('/api/auth/google')
    expect([response.statusCode, response.headers.location]).toEqual([302, '/login?google=unavailable'])
  })

  test('down or pretending: the program runs, says so, and finds it when it is back', async () => {
    const late = await startOpenId()
    const google = { GOOGLE_CLIENT_ID: 'perantau-ujian', GOOGLE_CLIENT_SECRET: 'rahsia-ujian' }
    const app = await createTestApp({ ...google, OIDC_ISSUER: late.issuer })
    const visit = async () => String((await app.app.inject('/api/auth/google')).headers.location)
    late.fault = 'broken'
    expect(await visit()).toBe('/login?google=down')
    late.fault = 'wrong issuer'
    expect(await visit()).toBe('/login?google=down')
    late.fault = undefined
    expect(await visit()).toContain(`${late.issuer}/authorize?`)
    await app.app.close()
    await app.database.close()
    await late.close()
  })
})

describe('from the settings', () => {
  const proof = { currentPassword: testPassword }

  async function atSettings() {
    const user = await buildUser(target.database.db)
    const browser = createBrowser()
    await browser.visit('/api/auth/login', 'POST', { email: user.email, password: testPassword })
    return { user, browser }
  }
  const connect = (browser: Browser) => go(browser, '?purpose=connect&redirect=/settings')

  test('connected after a proof and a question, without confirming another address', async () => {
    const { user, browser } = await atSettings()
    expect(await connect(browser)).toBe('/settings?google=failed')
    expect((await browser.visit('/api/account/google', 'POST', {})).statusCode).toBe(400)
    expect((await browser.visit('/api/account/google', 'POST', proof)).statusCode).toBe(204)
    expect(await connect(browser)).toBe('/link-google?redirect=%2Fsettings')
    expect((await findUser(user.email))?.googleId).toBeNull()
    expect((await browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(204)
    expect(await findUser(user.email)).toMatchObject({ googleId: `g-${count}`, emailConfirmedAt: null })
    // A proof is good for one way there.
    expect(await connect(browser)).toBe('/settings?google=failed')
    expect(await go(createBrowser())).toBe('/dashboard')
  })

  test('one that belongs to somebody else is not, and nobody’s proof is another’s', async () => {
    const first = await atSettings()
    await first.browser.visit('/api/account/google', 'POST', proof)
    await connect(first.browser)
    await first.browser.visit('/api/auth/google/link', 'POST')
    const second = await atSettings()
    await second.browser.visit('/api/account/google', 'POST', proof)
    await connect(second.browser)
    expect((await second.browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(409)
    const third = await atSettings()
    await third.browser.visit('/api/account/google', 'POST', proof)
    const fourth = await atSettings()
    fourth.browser.jar.set('google_allowed', third.browser.jar.get('google_allowed') ?? '')
    expect(await connect(fourth.browser)).toBe('/settings?google=failed')
  })

  test('a connection is refused in another session than the one that began it', async () => {
    const { user, browser } = await atSettings()
    const signInAgain = () =>
      browser.visit('/api/auth/login', 'POST', { email: user.email, password: testPassword })
    await browser.visit('/api/account/google', 'POST', proof)
    await signInAgain()
    expect(await connect(browser)).toBe('/settings?google=failed')
    await browser.visit('/api/account/google', 'POST', proof)
    expect(await connect(browser)).toBe('/link-google?redirect=%2Fsettings')
    await signInAgain()
    expect((await browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(404)
    expect((await findUser(user.email))?.googleId).toBeNull()
  })

  test('disconnected with the password, once, and never where it is the last way in', async () => {
    const { user, browser } = await atSettings()
    const { db } = target.database
    await db
      .update(users)
      .set({ googleId: `g-${count}` })
      .where(eq(users.id, user.id))
    const disconnect = (body: object) => browser.visit('/api/account/google', 'DELETE', body)
    expect((await disconnect({})).statusCode).toBe(400)
    const both = await Promise.all([disconnect(proof), disconnect(proof)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    expect(await go(createBrowser())).toBe('/dashboard')
    expect((await findUser(user.email))?.googleId).toBeNull()
    const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))
    expect(mails.map(({ kind }) => kind)).toEqual(['google.unlinked'])

    const only = createBrowser()
    provider.person = person({ sub: `g-saja-${count}`, email: `saja${count}@contoh.my` })
    await go(only)
    await db
      .update(users)
      .set({ status: 'active' })
      .where(eq(users.email, `saja${count}@contoh.my`))
    const agreed = { version: currentTerms, terms: true, consent: true }
    expect((await only.visit('/api/profile/terms', 'POST', agreed)).statusCode).toBe(204)
    await go(only, '?purpose=confirm&redirect=/settings')
    const answer = await only.visit('/api/account/google', 'DELETE', {})
    expect(answer.json().code).toBe('last_way')
  })
})
