// Mails about sign-ins from new devices, and the link "this was not me" in them.
import { and, desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accountTokens, trustedDevices } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { trustDevice } from '#server/identity/trusted-devices.service.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import { createSignedLinkToken } from '#server/secret.ts'
import { buildCookieHeader, setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildUser, type TestUser, testPassword } from '#server/test/harness/factories.ts'

const target = setUpApp({ LOGIN_LIMITS: '1000/1,1000/1' })
const phone = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'

function postJson(url: string, payload: object, cookie = '') {
  const headers = { origin: 'http://perantau.test', cookie, 'user-agent': phone }
  return target.app.inject({ method: 'POST', url, payload, headers })
}
type Response = Awaited<ReturnType<typeof postJson>>

async function hasValidSession(response: Response): Promise<boolean> {
  const session = response.cookies.find(({ name }) => name === 'session')
  const headers = { cookie: `session=${session?.value}` }
  return (await target.app.inject({ url: '/api/auth/me', headers })).statusCode === 200
}

async function signIn({ email }: TestUser, cookie = '', password = testPassword): Promise<Response> {
  const response = await postJson('/api/auth/login', { email, password }, cookie)
  expect(response.statusCode, response.body).toBe(200)
  return response
}

const listMails = ({ id }: TestUser) =>
  target.database.db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.userId, id), eq(mailOutbox.kind, 'auth.new_device')))
    .orderBy(desc(mailOutbox.id))
const countNotifications = ({ id }: TestUser) =>
  target.database.db.$count(
    notifications,
    and(eq(notifications.userId, id), eq(notifications.kind, 'auth.new_device')),
  )

/** Returns the signed token of the link in the newest mail. */
async function readReportToken(user: TestUser): Promise<string> {
  const [mail] = await listMails(user)
  return createSignedLinkToken(testSecret, String(mail?.params.token))
}

const buildNewUser = () => buildUser(target.database.db)

describe('new-device notification', () => {
  test('a sign-in sends a mail and a notification only when the device is new to the user', async () => {
    const user = await buildNewUser()
    const ownDevice = await signIn(user)
    // The first sign-in sends no new-device mail, because every device is new then.
    expect([(await listMails(user)).length, await countNotifications(user)]).toEqual([0, 0])
    const again = await signIn(user, buildCookieHeader(ownDevice))
    expect([(await listMails(user)).length, await countNotifications(user)]).toEqual([0, 0])
    await signIn(user)
    expect([(await listMails(user)).length, await countNotifications(user)]).toEqual([1, 1])
    // A known-device cookie of another user or a forged one does not make the browser known.
    const other = await buildNewUser()
    const foreignCookies = buildCookieHeader(await signIn(other)).replace(
      `known_${other.id}`,
      `known_${user.id}`,
    )
    await signIn(user, foreignCookies.replace(/session=[^;]*;?/, ''))
    await signIn(user, `known_${user.id}=rekaan`)
    expect((await listMails(user)).length).toBe(3)
    await signIn(user, buildCookieHeader(again))
    expect((await listMails(user)).length).toBe(3)
  })

  test('a sign-in removes the oldest known-device cookies when the browser has too many to send in one request', async () => {
    const user = await buildNewUser()
    const many = Array.from({ length: 30 }, (_, n) => `known_${1_000_000 + n}=${'x'.repeat(100)}`)
    const { cookies } = await signIn(user, many.join('; '))
    const known = cookies.filter(({ name }) => name.startsWith('known_'))
    // Browsers send the oldest cookies first.
    expect(known.filter(({ value }) => value === '').map(({ name }) => name)).toEqual(
      Array.from({ length: 11 }, (_, n) => `known_${1_000_000 + n}`),
    )
    expect(known.find(({ name }) => name === `known_${user.id}`)?.value).not.toBe('')
  })

  test('the new-device mail names device, time and sign-in method and links to the report page', async () => {
    const user = await buildNewUser()
    await signIn(user)
    await signIn(user)
    const [mail] = await listMails(user)
    expect(mail?.params).toMatchObject({ method: 'password', browser: 'Chrome', system: 'Android' })
    const mailInput = {
      appName: 'Perantau',
      fullName: user.fullName,
      params: mail?.params ?? {},
      sign: (id: string) => createSignedLinkToken(testSecret, id),
    }
    const { text } = renderMail('auth.new_device', mailInput, 'http://perantau.test')
    expect(text).toContain('dengan kata laluan')
    expect(text).toContain('Chrome di Android')
    expect(text).toContain(`http://perantau.test/not-me#${await readReportToken(user)}`)
  })

  test('the session list states the sign-in method of each session', async () => {
    const me = await target.asNew()
    const google = await target.as(me.user)
    await target.database.pool.query(
      `update sessions set method = 'google' where id = (select max(id) from sessions where user_id = $1)`,
      [me.user.id],
    )
    const list = (await google.call('GET', '/api/account/sessions')).json()
    expect(list.map(({ method }: { method: string }) => method)).toEqual(['google', 'password'])
  })
})

describe('POST /api/auth/not-me', () => {
  const denySignIn = (token: string) => postJson('/api/auth/not-me', { token })

  test('reporting an unrecognized sign-in ends its session and permits a password reset, once', async () => {
    const user = await buildNewUser()
    const ownDevice = await signIn(user)
    await trustDevice(target.database.db, user.id)
    const thief = await signIn(user)
    const link = await readReportToken(user)
    const responses = await Promise.all([denySignIn(link), denySignIn(link)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    expect([await hasValidSession(ownDevice), await hasValidSession(thief)]).toEqual([true, false])
    const { token } = responses.find(({ statusCode }) => statusCode === 200)?.json() ?? {}
    const { db } = target.database
    expect(await db.$count(trustedDevices, eq(trustedDevices.userId, user.id))).toBe(0)
    const password = 'ombak-biru-77'
    expect((await postJson('/api/auth/reset-password', { token, password })).statusCode).toBe(200)
    expect(await hasValidSession(ownDevice)).toBe(false)
    // The reported device is no longer known, even when it signs in with the new password.
    await signIn(user, buildCookieHeader(thief).replace(/session=[^;]*;?/, ''), password)
    expect((await listMails(user)).length).toBe(2)
    const kinds = await db
      .select({ kind: auditEvents.kind, details: auditEvents.details })
      .from(auditEvents)
      .where(and(eq(auditEvents.actorId, user.id), eq(auditEvents.kind, 'auth.entry_denied')))
    expect(kinds).toEqual([{ kind: 'auth.entry_denied', details: { hasEnded: true } }])
  })

  test('reporting an unrecognized sign-in also ends all later sessions of the user', async () => {
    const user = await buildNewUser()
    const ownDevice = await signIn(user)
    const first = await signIn(user)
    const known = buildCookieHeader(first)
    const second = await signIn(user, known)
    const third = await signIn(user, known.replace(/session=[^;]*;?/, ''))
    expect((await listMails(user)).length).toBe(1)
    expect((await denySignIn(await readReportToken(user))).statusCode).toBe(200)
    expect(await Promise.all([ownDevice, first, second, third].map(hasValidSession))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('an unknown sign-in can be reported after its session ended, and a report after an email change issues no password reset token', async () => {
    const user = await buildNewUser()
    await signIn(user)
    const thief = await signIn(user)
    const link = await readReportToken(user)
    await target.database.pool.query('update users set email = $1 where id = $2', [
      `lain-${user.id}@contoh.my`,
      user.id,
    ])
    expect((await denySignIn(link)).json()).toEqual({ token: null })
    expect(await hasValidSession(thief)).toBe(false)
    const second = await buildNewUser()
    await signIn(second)
    await signIn(second)
    await target.database.pool.query('delete from sessions where user_id = $1', [second.id])
    expect((await denySignIn(await readReportToken(second))).json().token).toEqual(expect.any(String))
  })

  test('a link for reporting a sign-in returns the error bad_link when it is forged, expired, of another kind or of an erased user', async () => {
    const user = await buildNewUser()
    const ownDevice = await signIn(user)
    await signIn(user)
    const link = await readReportToken(user)
    expect((await denySignIn('x')).statusCode).toBe(400)
    expect((await denySignIn(`${link.slice(0, -2)}aa`)).json().code).toBe('bad_link')
    const password = 'ombak-biru-77'
    expect((await postJson('/api/auth/reset-password', { token: link, password })).json().code).toBe(
      'bad_link',
    )
    const { db } = target.database
    const setTokenExpiry = (expiresAt: Date) =>
      db.update(accountTokens).set({ expiresAt }).where(eq(accountTokens.userId, user.id))
    await setTokenExpiry(new Date(Date.now() - 1000))
    expect((await denySignIn(link)).json().code).toBe('bad_link')
    await setTokenExpiry(new Date(Date.now() + 60_000))
    await db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, user.id))
    expect((await denySignIn(link)).json().code).toBe('bad_link')
    await db.update(users).set({ erasedAt: null }).where(eq(users.id, user.id))
    expect(await hasValidSession(ownDevice)).toBe(true)
  })
})
