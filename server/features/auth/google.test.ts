// Google sign-in (guarantee 4 of docs/guarantees.md): state, nonce and PKCE verifier can each be used once.
// Only identities that Google has verified can sign in or be linked.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox } from '#server/db/schema/events.ts'
import { type OpenIdProvider, startFakeOpenIdProvider } from '#server/test/fakes/openid-provider.ts'
import { createTestApp, setUpApp, type TestApp } from '#server/test/harness/app.ts'
import { buildUser, testPassword } from '#server/test/harness/factories.ts'
import { currentTermsVersion } from '#shared/terms.ts'

let provider: OpenIdProvider
let target: TestApp

beforeAll(async () => {
  provider = await startFakeOpenIdProvider()
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
  provider.userClaims = buildGoogleClaims()
})

function buildGoogleClaims(changes: object = {}) {
  return {
    sub: `g-${count}`,
    email: `google${count}@contoh.my`,
    email_verified: true,
    name: `Orang Google ${count}`,
    ...changes,
  }
}

/** Test client that keeps cookies like a browser. */
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

/** Runs the Google sign-in up to the callback URL, which is returned and not requested yet. */
async function beginGoogleFlow(browser: Browser, query = ''): Promise<string> {
  const started = await browser.visit(`/api/auth/google${query}`)
  expect(started.statusCode).toBe(302)
  const authorization = await fetch(String(started.headers.location), { redirect: 'manual' })
  const { pathname, search } = new URL(authorization.headers.get('location') ?? '')
  return pathname + search
}

/** Runs the whole Google sign-in and returns the URL of the final redirect. */
async function completeGoogleFlow(browser: Browser, query = ''): Promise<string> {
  return String((await browser.visit(await beginGoogleFlow(browser, query))).headers.location)
}

const findUser = async (email: string) =>
  (await target.database.db.select().from(users).where(eq(users.email, email)))[0]
const readOwnAccountStatus = async (browser: Browser) => (await browser.visit('/api/auth/me')).statusCode

describe('sign-in with Google', () => {
  test('the first Google sign-in creates a pending account with a confirmed email address, the second signs in to it', async () => {
    const browser = createBrowser()
    expect(await completeGoogleFlow(browser)).toBe('/dashboard')
    const user = await findUser(`google${count}@contoh.my`)
    expect(user).toMatchObject({ status: 'pending', role: 'member', password: null, googleId: `g-${count}` })
    expect(user?.fullName).toBe(`Orang Google ${count}`)
    expect(user?.emailConfirmedAt).not.toBeNull()
    expect(await readOwnAccountStatus(browser)).toBe(200)
    const { db } = target.database
    const mails = await db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.userId, user?.id ?? 0))
    expect(mails).toMatchObject([{ kind: 'user.registered', params: {} }])
    // The account is found by its Google id even when the email address at Google has changed.
    provider.userClaims = buildGoogleClaims({ email: `baharu${count}@contoh.my` })
    const secondBrowser = createBrowser()
    expect(await completeGoogleFlow(secondBrowser, '?redirect=/activities?page=2')).toBe('/activities?page=2')
    expect((await secondBrowser.visit('/api/auth/me')).json().id).toBe(user?.id)
    const events = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.actorId, user?.id ?? 0))
    expect(events.filter(({ kind }) => kind === 'auth.login').map(({ details }) => details)).toEqual([
      { method: 'google' },
      { method: 'google' },
    ])
  })

  test('the authorization request carries state, nonce and PKCE challenge, and the cookie is HttpOnly and encrypted', async () => {
    const browser = createBrowser()
    const started = await browser.visit('/api/auth/google')
    const authorization = new URL(String(started.headers.location)).searchParams
    expect(Object.fromEntries(authorization)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: 'http://perantau.test/api/auth/google/callback',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(authorization.get(name)?.length).toBeGreaterThanOrEqual(43)
    }
    const cookie = String(started.headers['set-cookie'])
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).not.toContain(authorization.get('state'))
  })

  test('a Google sign-in ends the previous session of the browser and never continues a session whose cookie an attacker planted', async () => {
    const browser = createBrowser()
    browser.jar.set('session', 'ditanam')
    await completeGoogleFlow(browser)
    const first = browser.jar.get('session')
    expect(first).not.toBe('ditanam')
    await completeGoogleFlow(browser)
    expect(browser.jar.get('session')).not.toBe(first)
    const user = await findUser(`google${count}@contoh.my`)
    const openSessions = await target.database.db.$count(sessions, eq(sessions.userId, user?.id ?? 0))
    expect(openSessions).toBe(1)
  })

  test('two concurrent first Google sign-ins create one account', async () => {
    const [first, second] = [createBrowser(), createBrowser()]
    const [firstCallback, secondCallback] = [await beginGoogleFlow(first), await beginGoogleFlow(second)]
    const responses = await Promise.all([first.visit(firstCallback), second.visit(secondCallback)])
    expect(responses.map(({ headers }) => headers.location)).toEqual(['/dashboard', '/dashboard'])
    expect(await target.database.db.$count(users, eq(users.googleId, `g-${count}`))).toBe(1)
  })

  test.each([
    'https://jahat.example',
    '//jahat.example',
    '/\\jahat.example',
    '/api/auth/me',
    'javascript:alert(1)',
  ])('after a Google sign-in the redirect target %s is replaced by the dashboard', async redirect => {
    expect(await completeGoogleFlow(createBrowser(), `?redirect=${encodeURIComponent(redirect)}`)).toBe(
      '/dashboard',
    )
  })

  test('a Google sign-in after erasure creates a new account instead of restoring the erased one', async () => {
    const browser = createBrowser()
    await completeGoogleFlow(browser)
    const { db } = target.database
    const user = await findUser(`google${count}@contoh.my`)
    await db
      .update(sessions)
      .set({ confirmedAt: new Date() })
      .where(eq(sessions.userId, user?.id ?? 0))
    expect((await browser.visit('/api/account/erase', 'POST', {})).statusCode).toBe(204)
    expect(await completeGoogleFlow(browser)).toBe('/dashboard')
    expect((await findUser(`google${count}@contoh.my`))?.id).not.toBe(user?.id)
  })
})

describe('Google callback that must not open a session', () => {
  const faults: [name: string, () => void, notice: string][] = [
    [
      'an unverified email address',
      () => Object.assign(provider.userClaims, { email_verified: false }),
      'unverified',
    ],
    [
      'no email_verified claim',
      () => Object.assign(provider.userClaims, { email_verified: undefined }),
      'unverified',
    ],
    [
      'an email_verified claim that is a string',
      () => Object.assign(provider.userClaims, { email_verified: 'true' }),
      'unverified',
    ],
    ['another issuer', () => tamperClaims({ iss: 'https://lain.example' }), 'failed'],
    ['another audience', () => tamperClaims({ aud: 'aplikasi-lain' }), 'failed'],
    ['another nonce', () => tamperClaims({ nonce: 'lain' }), 'failed'],
    ['no nonce', () => tamperClaims({ nonce: undefined }), 'failed'],
    ['an expired ID token', () => tamperClaims({ exp: Math.floor(Date.now() / 1000) - 600 }), 'failed'],
    ['no subject claim', () => tamperClaims({ sub: undefined }), 'failed'],
    [
      'an invalid email address',
      () => Object.assign(provider.userClaims, { email: 'bukan alamat' }),
      'failed',
    ],
    ['an ID token signed with another key', () => setProviderFault('wrong key'), 'failed'],
    ['no ID token', () => setProviderFault('no identity'), 'failed'],
    ['a provider that closes the connection', () => setProviderFault('broken'), 'failed'],
  ]
  const tamperClaims = (changes: object) => {
    provider.tamper = claims => ({ ...claims, ...changes })
  }
  const setProviderFault = (name: OpenIdProvider['fault']) => {
    provider.fault = name
  }

  test.each(faults)(
    'the Google callback opens no session and creates no account when it is answered with: %s',
    async (_name, applyFault, notice) => {
      const browser = createBrowser()
      const callbackUrl = await beginGoogleFlow(browser)
      applyFault()
      const response = await browser.visit(callbackUrl)
      expect([response.statusCode, response.headers.location]).toEqual([302, `/login?google=${notice}`])
      expect(await readOwnAccountStatus(browser)).toBe(401)
      expect(await findUser(`google${count}@contoh.my`)).toBeUndefined()
    },
  )

  test('a Google callback URL works once, even if the browser keeps the cookie and the provider accepts the code again', async () => {
    provider.fault = 'endless codes'
    const browser = createBrowser()
    const callbackUrl = await beginGoogleFlow(browser)
    const ticket = browser.jar.get('google') ?? ''
    expect((await browser.visit(callbackUrl)).headers.location).toBe('/dashboard')
    const thief = createBrowser()
    expect((await thief.visit(callbackUrl)).headers.location).toBe('/login?google=failed')
    thief.jar.set('google', ticket)
    expect((await thief.visit(callbackUrl)).headers.location).toBe('/login?google=failed')
    expect(await readOwnAccountStatus(thief)).toBe(401)
  })

  test('a Google callback with an authorization code that was used before opens no session', async () => {
    const [browser, other] = [createBrowser(), createBrowser()]
    const callbackUrl = await beginGoogleFlow(browser)
    const usedCode = /code=[^&]+/.exec(callbackUrl)?.[0] ?? ''
    const stolenCallback = (await beginGoogleFlow(other)).replace(/code=[^&]+/, usedCode)
    expect((await browser.visit(callbackUrl)).headers.location).toBe('/dashboard')
    expect((await other.visit(stolenCallback)).headers.location).toBe('/login?google=failed')
    expect(await readOwnAccountStatus(other)).toBe(401)
  })

  test('a Google callback opens no session when its state parameter is forged, missing or from another browser', async () => {
    const [victim, attacker] = [createBrowser(), createBrowser()]
    await beginGoogleFlow(victim)
    const attackerCallback = await beginGoogleFlow(attacker)
    for (const callbackUrl of [
      attackerCallback,
      attackerCallback.replace(/state=[^&]+/, 'state=rekaan'),
      attackerCallback.replace(/&?state=[^&]+/, ''),
      '/api/auth/google/callback',
      '/api/auth/google/callback?state=a&state=b&code=x',
      '/api/auth/google/callback?error=access_denied',
    ]) {
      expect([callbackUrl, (await victim.visit(callbackUrl)).headers.location]).toEqual([
        callbackUrl,
        '/login?google=failed',
      ])
    }
    expect(await readOwnAccountStatus(victim)).toBe(401)
    // The Google authorization that the victim began can still be finished.
    expect(victim.jar.has('google')).toBe(true)
  })

  test('cancelling at Google leads back to the login page with the notice "cancelled"', async () => {
    const browser = createBrowser()
    const callbackUrl = (await beginGoogleFlow(browser, '?redirect=/clubs')).replace(
      /code=[^&]+/,
      'error=access_denied',
    )
    expect((await browser.visit(callbackUrl)).headers.location).toBe(
      '/login?google=cancelled&redirect=%2Fclubs',
    )
  })
})

describe('linking Google to an account with a password', () => {
  const signInWithPassword = (browser: Browser, email: string) =>
    browser.visit('/api/auth/login', 'POST', { email, password: testPassword })

  test('Google is linked to an existing account only after its owner has signed in and confirmed', async () => {
    const owner = await buildUser(target.database.db, { email: `google${count}@contoh.my` })
    const browser = createBrowser()
    expect(await completeGoogleFlow(browser)).toBe('/login?google=link')
    expect(await readOwnAccountStatus(browser)).toBe(401)
    expect((await findUser(owner.email))?.googleId).toBeNull()
    expect((await browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(401)
    await signInWithPassword(browser, owner.email)
    expect((await findUser(owner.email))?.googleId).toBeNull()
    expect((await browser.visit('/api/auth/google/link')).json()).toEqual({ email: owner.email })
    expect((await browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(204)
    expect((await findUser(owner.email))?.googleId).toBe(`g-${count}`)
    expect((await browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(404)
    expect(await completeGoogleFlow(createBrowser())).toBe('/dashboard')
    const mails = await target.database.db.select().from(mailOutbox).where(eq(mailOutbox.userId, owner.id))
    expect(mails.map(({ kind }) => kind)).toEqual(['google.linked', 'auth.new_device'])
  })

  test('a Google account waiting to be linked is refused for another user, in another browser and after it was discarded', async () => {
    const owner = await buildUser(target.database.db, { email: `google${count}@contoh.my` })
    const stranger = await buildUser(target.database.db)
    const browser = createBrowser()
    await completeGoogleFlow(browser)
    await signInWithPassword(browser, stranger.email)
    expect((await browser.visit('/api/auth/google/link')).statusCode).toBe(404)
    expect((await browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(404)
    const elsewhere = createBrowser()
    await signInWithPassword(elsewhere, owner.email)
    expect((await elsewhere.visit('/api/auth/google/link', 'POST')).statusCode).toBe(404)
    elsewhere.jar.set('google_link', browser.jar.get('google') ?? 'rekaan')
    expect((await elsewhere.visit('/api/auth/google/link', 'POST')).statusCode).toBe(404)
    await signInWithPassword(browser, owner.email)
    expect((await browser.visit('/api/auth/google/link', 'DELETE')).statusCode).toBe(204)
    expect((await browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(404)
    const ids = await target.database.db
      .select()
      .from(users)
      .where(eq(users.googleId, `g-${count}`))
    expect(ids).toEqual([])
  })

  test('an account linked to one Google account does not accept another Google account with the same email address', async () => {
    const email = `google${count}@contoh.my`
    await buildUser(target.database.db, { email, googleId: `lain-${count}` })
    const browser = createBrowser()
    expect(await completeGoogleFlow(browser)).toBe('/login?google=other')
    expect([await readOwnAccountStatus(browser), browser.jar.has('google_link')]).toEqual([401, false])
  })
})

describe('re-authentication with Google', () => {
  const isReauthenticated = async (browser: Browser) =>
    (await browser.visit('/api/account')).json().isConfirmed

  test('re-authentication with Google requires a new sign-in at Google and is valid for one session only', async () => {
    const browser = createBrowser()
    await completeGoogleFlow(browser)
    expect(await isReauthenticated(browser)).toBe(false)
    expect(await completeGoogleFlow(browser, '?purpose=confirm&redirect=/settings')).toBe('/settings')
    expect(Object.fromEntries(provider.authorizationQuery)).toMatchObject({ prompt: 'login', max_age: '0' })
    expect(await isReauthenticated(browser)).toBe(true)
    const other = createBrowser()
    await completeGoogleFlow(other)
    expect(await isReauthenticated(other)).toBe(false)
  })

  test('re-authentication with Google is refused for a user who has a password', async () => {
    const browser = createBrowser()
    await completeGoogleFlow(browser)
    const { db } = target.database
    await db
      .update(users)
      .set({ password: 'x' })
      .where(eq(users.googleId, `g-${count}`))
    expect(await completeGoogleFlow(browser, '?purpose=confirm&redirect=/settings%23password')).toBe(
      '/settings?google=mismatch#password',
    )
    expect(await isReauthenticated(browser)).toBe(false)
    await db
      .update(users)
      .set({ password: null })
      .where(eq(users.googleId, `g-${count}`))
    expect(await completeGoogleFlow(browser, '?purpose=confirm&redirect=/settings')).toBe('/settings')
    const events = await db
      .select({ details: auditEvents.details })
      .from(auditEvents)
      .innerJoin(users, eq(users.id, auditEvents.actorId))
      .where(and(eq(users.googleId, `g-${count}`), eq(auditEvents.kind, 'auth.proved')))
    expect(events).toEqual([{ details: { method: 'google' } }])
  })

  test('re-authentication is refused for another Google account, an old sign-in, and without a session', async () => {
    const browser = createBrowser()
    await completeGoogleFlow(browser)
    const reauthenticateByGoogle = () =>
      completeGoogleFlow(browser, '?purpose=confirm&redirect=/settings?tab=data')
    provider.userClaims = buildGoogleClaims({ sub: 'g-lain', email: 'lain@contoh.my' })
    expect(await reauthenticateByGoogle()).toBe('/settings?tab=data&google=mismatch')
    provider.userClaims = buildGoogleClaims()
    provider.tamper = claims => ({ ...claims, auth_time: Number(claims.auth_time) - 3600 })
    expect(await reauthenticateByGoogle()).toBe('/settings?tab=data&google=mismatch')
    expect(await isReauthenticated(browser)).toBe(false)
    expect(await completeGoogleFlow(createBrowser(), '?purpose=confirm&redirect=/settings')).toBe(
      '/settings?google=mismatch',
    )
    expect(await target.database.db.$count(users, eq(users.googleId, 'g-lain'))).toBe(0)
  })
})

describe('unavailable Google provider', () => {
  const plain = setUpApp()
  test('without Google settings the browser is redirected to the login page with the notice "unavailable"', async () => {
    const response = await plain.app.inject('/api/auth/google')
    expect([response.statusCode, response.headers.location]).toEqual([302, '/login?google=unavailable'])
  })

  test('while the Google provider responds with errors, a sign-in leads to the login page with the notice "down", and works again afterwards', async () => {
    const restartedProvider = await startFakeOpenIdProvider()
    const google = { GOOGLE_CLIENT_ID: 'perantau-ujian', GOOGLE_CLIENT_SECRET: 'rahsia-ujian' }
    const app = await createTestApp({ ...google, OIDC_ISSUER: restartedProvider.issuer })
    const visit = async () => String((await app.app.inject('/api/auth/google')).headers.location)
    restartedProvider.fault = 'broken'
    expect(await visit()).toBe('/login?google=down')
    restartedProvider.fault = 'wrong issuer'
    expect(await visit()).toBe('/login?google=down')
    restartedProvider.fault = undefined
    expect(await visit()).toContain(`${restartedProvider.issuer}/authorize?`)
    await app.app.close()
    await app.database.close()
    await restartedProvider.close()
  })
})

describe('connecting and disconnecting Google in the settings', () => {
  const passwordBody = { currentPassword: testPassword }

  async function signInForSettings() {
    const user = await buildUser(target.database.db)
    const browser = createBrowser()
    await browser.visit('/api/auth/login', 'POST', { email: user.email, password: testPassword })
    return { user, browser }
  }
  const connectGoogleAccount = (browser: Browser) =>
    completeGoogleFlow(browser, '?purpose=connect&redirect=/settings')

  test('connecting Google requires re-authentication and confirmation, and does not confirm a different email address', async () => {
    const { user, browser } = await signInForSettings()
    expect(await connectGoogleAccount(browser)).toBe('/settings?google=failed')
    expect((await browser.visit('/api/account/google', 'POST', {})).statusCode).toBe(400)
    expect((await browser.visit('/api/account/google', 'POST', passwordBody)).statusCode).toBe(204)
    expect(await connectGoogleAccount(browser)).toBe('/link-google?redirect=%2Fsettings')
    expect((await findUser(user.email))?.googleId).toBeNull()
    expect((await browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(204)
    expect(await findUser(user.email)).toMatchObject({ googleId: `g-${count}`, emailConfirmedAt: null })
    // Each re-authentication permits a single attempt to connect Google.
    expect(await connectGoogleAccount(browser)).toBe('/settings?google=failed')
    expect(await completeGoogleFlow(createBrowser())).toBe('/dashboard')
  })

  test('linking a Google account is refused for the Google account of another user and with the connect cookie of another user', async () => {
    const first = await signInForSettings()
    await first.browser.visit('/api/account/google', 'POST', passwordBody)
    await connectGoogleAccount(first.browser)
    await first.browser.visit('/api/auth/google/link', 'POST')
    const second = await signInForSettings()
    await second.browser.visit('/api/account/google', 'POST', passwordBody)
    await connectGoogleAccount(second.browser)
    expect((await second.browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(409)
    const third = await signInForSettings()
    await third.browser.visit('/api/account/google', 'POST', passwordBody)
    const fourth = await signInForSettings()
    fourth.browser.jar.set('google_allowed', third.browser.jar.get('google_allowed') ?? '')
    expect(await connectGoogleAccount(fourth.browser)).toBe('/settings?google=failed')
  })

  test('connecting a Google account is refused in another session than the one that began it', async () => {
    const { user, browser } = await signInForSettings()
    const signInWithPasswordAgain = () =>
      browser.visit('/api/auth/login', 'POST', { email: user.email, password: testPassword })
    await browser.visit('/api/account/google', 'POST', passwordBody)
    await signInWithPasswordAgain()
    expect(await connectGoogleAccount(browser)).toBe('/settings?google=failed')
    await browser.visit('/api/account/google', 'POST', passwordBody)
    expect(await connectGoogleAccount(browser)).toBe('/link-google?redirect=%2Fsettings')
    await signInWithPasswordAgain()
    expect((await browser.visit('/api/auth/google/link', 'POST')).statusCode).toBe(404)
    expect((await findUser(user.email))?.googleId).toBeNull()
  })

  test('disconnecting Google requires the password and is refused when Google is the only sign-in method', async () => {
    const { user, browser } = await signInForSettings()
    const { db } = target.database
    await db
      .update(users)
      .set({ googleId: `g-${count}` })
      .where(eq(users.id, user.id))
    const disconnectGoogleAccount = (body: object) => browser.visit('/api/account/google', 'DELETE', body)
    expect((await disconnectGoogleAccount({})).statusCode).toBe(400)
    const responses = await Promise.all([
      disconnectGoogleAccount(passwordBody),
      disconnectGoogleAccount(passwordBody),
    ])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    expect(await completeGoogleFlow(createBrowser())).toBe('/dashboard')
    expect((await findUser(user.email))?.googleId).toBeNull()
    const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))
    expect(mails.map(({ kind }) => kind)).toEqual(['google.unlinked'])

    const googleOnly = createBrowser()
    provider.userClaims = buildGoogleClaims({ sub: `g-saja-${count}`, email: `saja${count}@contoh.my` })
    await completeGoogleFlow(googleOnly)
    await db
      .update(users)
      .set({ status: 'active' })
      .where(eq(users.email, `saja${count}@contoh.my`))
    const agreed = { version: currentTermsVersion, terms: true, consent: true }
    expect((await googleOnly.visit('/api/profile/terms', 'POST', agreed)).statusCode).toBe(204)
    await completeGoogleFlow(googleOnly, '?purpose=confirm&redirect=/settings')
    const response = await googleOnly.visit('/api/account/google', 'DELETE', {})
    expect(response.json().code).toBe('last_way')
  })
})
