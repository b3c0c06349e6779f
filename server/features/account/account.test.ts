// Account settings: password, email address, sessions and preferences (guarantees 7, 12 and 35 of docs/guarantees.md).
import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accountTokens, sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { detectBrowserAndOperatingSystem } from '#server/identity/detect-browser-and-operating-system.ts'
import { createSignedLinkToken } from '#server/secret.ts'
import { type Caller, setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildActivity, buildUser, testPassword } from '#server/test/harness/factories.ts'
import type { Preference } from '#shared/contracts/account/preferences.schemas.ts'

const target = setUpApp()
const newPassword = 'sampan-di-muara-77'

async function signIn(email: string, password: string, userAgent = 'ujian') {
  return target.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    headers: { origin: 'http://perantau.test', 'user-agent': userAgent },
  })
}

const hasValidSession = async (caller: { call: Awaited<ReturnType<typeof target.as>>['call'] }) =>
  (await caller.call('GET', '/api/auth/me')).statusCode === 200

async function listAuditKinds(userId: number) {
  const rows = await target.database.db.select().from(auditEvents).where(eq(auditEvents.actorId, userId))
  return rows.map(({ kind }) => kind)
}

async function listMails(userId: number) {
  const rows = await target.database.db
    .select({ kind: mailOutbox.kind, recipient: mailOutbox.recipient })
    .from(mailOutbox)
    .where(eq(mailOutbox.userId, userId))
    .orderBy(desc(mailOutbox.id))
  return rows
}

describe('POST /api/account/confirm', () => {
  const reauthenticateByPassword = (caller: Caller, body: object = {}) =>
    caller.call('POST', '/api/account/confirm', body)

  test('re-authentication returns 429 after too many wrong password guesses, even for the right password', async () => {
    const me = await target.asNew()
    expect((await reauthenticateByPassword(me, { currentPassword: testPassword })).statusCode).toBe(204)
    expect((await reauthenticateByPassword(me)).json().fields).toHaveProperty('currentPassword')
    const codes: number[] = []
    for (let n = 0; n < 12; n++)
      codes.push((await reauthenticateByPassword(me, { currentPassword: 'salah' })).statusCode)
    expect([codes[0], codes.at(-1)]).toEqual([400, 429])
    expect((await reauthenticateByPassword(me, { currentPassword: testPassword })).statusCode).toBe(429)
  })

  test('re-authentication of a user without a password requires a recent sign-in at Google', async () => {
    const me = await target.asNew({ password: null, googleId: 'g-bukti' })
    expect((await reauthenticateByPassword(me)).json().code).toBe('confirm_first')
    const { db } = target.database
    await db.update(sessions).set({ confirmedAt: new Date() }).where(eq(sessions.userId, me.user.id))
    expect((await reauthenticateByPassword(me)).statusCode).toBe(204)
  })
})

describe('PUT /api/account/password', () => {
  test('a password change ends all other sessions of the user and keeps the session that made it', async () => {
    const me = await target.asNew()
    const other = await target.as(me.user)
    const response = await me.call('PUT', '/api/account/password', {
      currentPassword: testPassword,
      password: newPassword,
      confirmPassword: newPassword,
    })
    expect(response.statusCode).toBe(204)
    expect([await hasValidSession(me), await hasValidSession(other)]).toEqual([true, false])
    expect((await signIn(me.user.email, testPassword)).statusCode).toBe(401)
    expect((await signIn(me.user.email, newPassword)).statusCode).toBe(200)
    expect(await listAuditKinds(me.user.id)).toContain('auth.password_changed')
    expect(await listMails(me.user.id)).toEqual([{ kind: 'password.changed', recipient: me.user.email }])
  })

  test('a password change fails without the current password, with a common new password or when the repetition differs', async () => {
    const me = await target.asNew()
    const other = await target.as(me.user)
    const attemptPasswordChange = async (body: object) => {
      const response = await me.call('PUT', '/api/account/password', body)
      return [response.statusCode, Object.keys(response.json().fields ?? {})]
    }
    expect(await attemptPasswordChange({ currentPassword: 'salah', password: newPassword })).toEqual([
      400,
      ['currentPassword'],
    ])
    expect(await attemptPasswordChange({ password: newPassword })).toEqual([400, ['currentPassword']])
    expect(await attemptPasswordChange({ currentPassword: testPassword, password: 'password1' })).toEqual([
      400,
      ['password'],
    ])
    expect(
      await attemptPasswordChange({
        currentPassword: testPassword,
        password: newPassword,
        confirmPassword: 'lain',
      }),
    ).toEqual([400, ['confirmPassword']])
    expect([await hasValidSession(me), await hasValidSession(other)]).toEqual([true, true])
    expect((await signIn(me.user.email, testPassword)).statusCode).toBe(200)
  })

  test('the sixth attempt to change the password returns 429, even with the right current password', async () => {
    const me = await target.asNew()
    const attemptPasswordChange = (currentPassword: string) =>
      me.call('PUT', '/api/account/password', { currentPassword, password: newPassword })
    for (let i = 0; i < 5; i++) expect((await attemptPasswordChange(`salah${i}`)).statusCode).toBe(400)
    const refused = await attemptPasswordChange(testPassword)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_attempts'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('of sixty concurrent attempts to guess a password only five are checked', async () => {
    const me = await target.asNew()
    const guessPassword = (n: number) =>
      me.call('PUT', '/api/account/password', { currentPassword: `salah${n}`, password: newPassword })
    const responses = await Promise.all(Array.from({ length: 60 }, (_, n) => guessPassword(n)))
    const countResponsesWithStatus = (status: number) =>
      responses.filter(({ statusCode }) => statusCode === status).length
    expect(countResponsesWithStatus(400)).toBe(5)
    expect(countResponsesWithStatus(429) + countResponsesWithStatus(503)).toBe(55)
  })

  test('of two concurrent password changes one succeeds and the other returns 409', async () => {
    const me = await target.asNew()
    const changePassword = (password: string) =>
      me.call('PUT', '/api/account/password', { currentPassword: testPassword, password })
    const responses = await Promise.all([
      changePassword(`${newPassword}a`),
      changePassword(`${newPassword}b`),
    ])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
  })

  test('a recent sign-in at Google lets a user without a password set the first password, and permits only this one change', async () => {
    const me = await target.asNew({ password: null, googleId: 'g-77' })
    const setNewPassword = () => me.call('PUT', '/api/account/password', { password: newPassword })
    expect((await setNewPassword()).json().code).toBe('confirm_first')
    const { db } = target.database
    const setReauthenticationTime = (confirmedAt: Date) =>
      db.update(sessions).set({ confirmedAt }).where(eq(sessions.userId, me.user.id))
    await setReauthenticationTime(new Date(Date.now() - 11 * 60_000))
    expect((await setNewPassword()).json().code).toBe('confirm_first')
    await setReauthenticationTime(new Date())
    expect((await me.call('GET', '/api/account')).json()).toMatchObject({
      hasPassword: false,
      hasGoogle: true,
      isConfirmed: true,
    })
    expect((await setNewPassword()).statusCode).toBe(204)
    // Each re-authentication permits one password change, so the next change asks for the new password.
    expect((await setNewPassword()).json().fields).toEqual({ currentPassword: 'Kata laluan diperlukan' })
  })
})

describe('changing the email address', () => {
  const readLatestToken = async (userId: number) => {
    const [row] = await target.database.db
      .select()
      .from(accountTokens)
      .where(eq(accountTokens.userId, userId))
      .orderBy(desc(accountTokens.createdAt))
      .limit(1)
    return createSignedLinkToken(testSecret, row?.id ?? '')
  }
  const followLink = (token: string) =>
    target.app.inject({ method: 'POST', url: '/api/auth/confirm-email', payload: { token } })

  test('the email address changes when the link sent to the new address is opened, and the old address is notified', async () => {
    const me = await target.asNew()
    const email = `baharu${me.user.id}@contoh.my`
    const changeBody = { email: email.toUpperCase(), currentPassword: testPassword }
    expect((await me.call('POST', '/api/account/email', changeBody)).statusCode).toBe(200)
    expect((await me.call('GET', '/api/account')).json()).toMatchObject({
      email: me.user.email,
      pendingEmail: email,
    })
    expect(await listMails(me.user.id)).toEqual([{ kind: 'email.change', recipient: email }])
    const token = await readLatestToken(me.user.id)
    expect((await followLink(token)).statusCode).toBe(200)
    expect((await me.call('GET', '/api/account')).json()).toMatchObject({
      email,
      pendingEmail: null,
      isEmailConfirmed: true,
    })
    expect((await listMails(me.user.id))[0]).toEqual({ kind: 'email.changed', recipient: me.user.email })
    expect((await signIn(email, testPassword)).statusCode).toBe(200)
    expect((await signIn(me.user.email, testPassword)).statusCode).toBe(401)
    expect((await followLink(token)).statusCode).toBe(400)
  })

  test('an email change requires the password and an unused email address, and only the latest link works', async () => {
    const me = await target.asNew()
    const somebody = await buildUser(target.database.db)
    const requestEmailChange = (email: string, currentPassword?: string) =>
      me.call('POST', '/api/account/email', { email, ...(currentPassword && { currentPassword }) })
    expect((await requestEmailChange('lain@contoh.my')).json().fields).toHaveProperty('currentPassword')
    expect((await requestEmailChange('lain@contoh.my', 'salah')).json().fields).toHaveProperty(
      'currentPassword',
    )
    expect((await requestEmailChange(somebody.email, testPassword)).json().code).toBe('email_taken')
    await requestEmailChange('pertama@contoh.my', testPassword)
    const first = await readLatestToken(me.user.id)
    await requestEmailChange('kedua@contoh.my', testPassword)
    expect((await followLink(first)).statusCode).toBe(400)
    const second = await readLatestToken(me.user.id)
    // Before the confirmation link is followed, another account takes the new email address.
    const { db } = target.database
    const rival = await buildUser(db, { email: 'kedua@contoh.my' })
    expect((await followLink(second)).json().code).toBe('email_taken')
    await db.update(users).set({ email: 'pindah@contoh.my' }).where(eq(users.id, rival.id))
    expect((await followLink(second)).statusCode).toBe(200)
  })
})

describe('sessions of the own account', () => {
  test('the session list shows browser and operating system, the current session first, and no session token', async () => {
    const { email, id } = await buildUser(target.database.db)
    const phone = await signIn(
      email,
      testPassword,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    )
    const cookie = phone.headers['set-cookie'] as string
    await signIn(email, testPassword, 'curl/8.5')
    const response = await target.app.inject({ url: '/api/account/sessions', headers: { cookie } })
    expect(response.json()).toMatchObject([
      { browser: 'Safari', system: 'iPhone', isCurrent: true },
      { browser: null, system: null, isCurrent: false },
    ])
    const [stored] = await target.database.db.select().from(sessions).where(eq(sessions.userId, id))
    expect(response.body).not.toContain(stored?.token)
    expect(Object.keys(response.json()[0]).sort()).toEqual([
      'browser',
      'createdAt',
      'id',
      'isCurrent',
      'lastSeenAt',
      'method',
      'system',
    ])
  })

  test('a user can end one of their sessions or all except the current one, but no session of another user', async () => {
    const me = await target.asNew()
    const [second, third, stranger] = [
      await target.as(me.user),
      await target.as(me.user),
      await target.asNew(),
    ]
    const listSessions = async (caller: typeof me | typeof stranger) =>
      (await caller.call('GET', '/api/account/sessions')).json() as { id: number; isCurrent: boolean }[]
    const [foreign] = await listSessions(stranger)
    expect((await me.call('DELETE', `/api/account/sessions/${foreign?.id}`)).statusCode).toBe(404)
    expect(await hasValidSession(stranger)).toBe(true)
    const ownOther = (await listSessions(me)).find(({ isCurrent }) => !isCurrent)
    const endOtherSession = () => me.call('DELETE', `/api/account/sessions/${ownOther?.id}`)
    expect((await endOtherSession()).statusCode).toBe(204)
    expect((await endOtherSession()).statusCode).toBe(404)
    expect([await hasValidSession(second), await hasValidSession(third)].filter(Boolean)).toHaveLength(1)
    expect((await me.call('POST', '/api/account/sessions/end-others')).json()).toEqual({ count: 1 })
    expect([await hasValidSession(me), await hasValidSession(second), await hasValidSession(third)]).toEqual([
      true,
      false,
      false,
    ])
    expect(await listAuditKinds(me.user.id)).toEqual(['auth.sessions_ended', 'auth.sessions_ended'])
  })

  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/27 Chrome/130 Mobile Safari/537.36',
      'Samsung Internet',
      'Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18 Safari/605',
      'Safari',
      'macOS',
    ],
    [null, null, null],
  ])(
    'detectBrowserAndOperatingSystem recognizes browser and system of the user agent: %s',
    (userAgent, browser, system) => {
      expect(detectBrowserAndOperatingSystem(userAgent)).toEqual({ browser, system })
    },
  )
})

describe('notification preferences', () => {
  const setPreference = (caller: Caller, channel: string, kind: string, isOn: boolean) =>
    caller.call('PUT', '/api/account/preferences', { channel, kind, isOn })

  test('all notifications are on by default, and each preference turns off one kind of notification on one channel', async () => {
    const { db } = target.database
    const [me, other, admin] = [
      await target.asNew(),
      await target.asNew(),
      await target.asNew({ role: 'system_admin' }),
    ]
    const all = (await me.call('GET', '/api/account/preferences')).json() as Preference[]
    expect(new Set(all.map(({ isOn }) => isOn))).toEqual(new Set([true]))
    expect((await setPreference(me, 'app', 'activity.cancelled', false)).statusCode).toBe(204)
    expect((await setPreference(me, 'mail', 'activity.changed', false)).statusCode).toBe(204)
    // Turning a preference off twice has the same effect as once.
    await setPreference(me, 'mail', 'activity.changed', false)
    const switchedOff = ((await me.call('GET', '/api/account/preferences')).json() as Preference[]).filter(
      ({ isOn }) => !isOn,
    )
    expect(switchedOff.map(({ channel, kind }) => `${channel} ${kind}`).sort()).toEqual([
      'app activity.cancelled',
      'mail activity.changed',
    ])
    const activity = await buildActivity(db, { startDate: new Date(Date.now() + 86_400_000) })
    for (const caller of [me, other]) await caller.call('POST', `/api/activities/${activity.id}/join`)
    await admin.call('PUT', `/api/activities/${activity.id}`, { title: activity.title, location: 'Dewan' })
    await admin.call('POST', `/api/activities/${activity.id}/status`, { status: 'cancelled' })
    const listNotifiedKinds = async ({ user }: { user: { id: number } }) => {
      const rows = await db.select().from(notifications).where(eq(notifications.userId, user.id))
      const aboutActivity = rows.filter(({ params }) => params.activityId === activity.id)
      return [
        aboutActivity.map(({ kind }) => kind).sort(),
        (await listMails(user.id)).map(({ kind }) => kind).sort(),
      ]
    }
    expect(await listNotifiedKinds(other)).toEqual([
      ['activity.cancelled', 'activity.changed'],
      ['activity.cancelled', 'activity.changed'],
    ])
    expect(await listNotifiedKinds(me)).toEqual([['activity.changed'], ['activity.cancelled']])
    await setPreference(me, 'mail', 'activity.changed', true)
    expect((await me.call('GET', '/api/account/preferences')).json()).toContainEqual({
      channel: 'mail',
      kind: 'activity.changed',
      isOn: true,
    })
  })

  test('notifications about account security cannot be switched off', async () => {
    const me = await target.asNew()
    for (const [channel, kind] of [
      ['mail', 'password.changed'],
      ['mail', 'user.approved'],
      ['mail', 'activity.created'],
      ['app', 'user.approved'],
    ] as const) {
      expect([kind, (await setPreference(me, channel, kind, false)).statusCode]).toEqual([kind, 400])
    }
  })
})
