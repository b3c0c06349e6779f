import { eq, sql } from 'drizzle-orm'
import { runOnce } from 'graphile-worker'
import { describe, expect, test } from 'vitest'
import { moveQueuedJobsToGraphileWorker } from '#server/db/queue/enqueue-jobs.ts'
import { accountTokens, sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox } from '#server/db/schema/events.ts'
import { createJobHandlers } from '#server/jobs/jobs.ts'
import { sendMail } from '#server/mail/send-mail.service.ts'
import { createSignedLinkToken } from '#server/secret.ts'
import { buildTestServiceContext, setUpApp, testSecret } from '#server/test/harness/app.ts'
import { testPassword } from '#server/test/harness/factories.ts'

const target = setUpApp()

const postJson = (url: string, payload: object, remoteAddress = '10.0.0.1') =>
  target.app.inject({
    method: 'POST',
    url,
    headers: { origin: 'http://perantau.test' },
    payload,
    remoteAddress,
  })
const requestPasswordReset = (email: string, ipAddress?: string) =>
  postJson('/api/auth/forgot-password', { email }, ipAddress)
const resetPassword = (token: string, password: string, confirmPassword = password) =>
  postJson('/api/auth/reset-password', { token, password, confirmPassword })
const attemptSignIn = (email: string, password: string) =>
  postJson('/api/auth/login', { email, password }, '10.8.0.1')

async function runJobs(): Promise<void> {
  const { db, appUrl } = target.database
  const taskList = createJobHandlers(buildTestServiceContext(db, target.app.settings))
  await moveQueuedJobsToGraphileWorker(db)
  await runOnce({ connectionString: appUrl, taskList, noHandleSignals: true })
}

const listTokens = (userId: number) =>
  target.database.db
    .select()
    .from(accountTokens)
    .where(eq(accountTokens.userId, userId))
    .orderBy(accountTokens.createdAt)

async function requestResetToken(email: string, userId: number): Promise<string> {
  await requestPasswordReset(email)
  await runJobs()
  return createSignedLinkToken(testSecret, (await listTokens(userId)).at(-1)?.id ?? '')
}

describe('POST /api/auth/forgot-password', () => {
  test('POST /api/auth/forgot-password responds the same for known and unknown email addresses', async () => {
    const { user } = await target.asNew()
    const [known, unknown] = [
      await requestPasswordReset(user.email),
      await requestPasswordReset('tiada@contoh.my'),
    ]
    expect(known.statusCode).toBe(200)
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    await runJobs()
    const mails = await target.database.db.select().from(mailOutbox)
    expect(mails.map(({ recipient, kind }) => [recipient, kind])).toEqual([
      [user.email, 'password.forgotten'],
    ])
    // The database contains neither the password reset link nor anything from which it could be derived.
    const link = createSignedLinkToken(testSecret, (await listTokens(user.id))[0]?.id ?? '')
    expect(JSON.stringify(mails)).not.toContain(link.slice(link.indexOf('_') + 1))
  })

  test('POST /api/auth/forgot-password sends at most three mails per user and hour, and limits requests per IP address', async () => {
    const { user } = await target.asNew()
    for (let times = 0; times < 6; times++) {
      await requestPasswordReset(user.email, '10.3.0.1')
      await runJobs()
    }
    expect(await listTokens(user.id)).toHaveLength(3)
    // Refused password reset requests do not count, so an hour after the third mail a new one can be sent.
    await target.database.db.execute(
      sql`update rate_limits set hits = (select array_agg(h - interval '61 minutes') from unnest(hits) h)
           where cardinality(hits) = 3`,
    )
    await requestPasswordReset(user.email, '10.3.0.2')
    await runJobs()
    expect(await listTokens(user.id)).toHaveLength(4)
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => requestPasswordReset('x@contoh.my', '10.3.0.1')),
    )
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(6)
  })
})

describe('POST /api/auth/reset-password', () => {
  test('a password reset link sets the password once and ends every session; the reset is audited and mailed', async () => {
    const me = await target.asNew()
    const token = await requestResetToken(me.user.email, me.user.id)
    const response = await resetPassword(token, 'ombak-baharu-88')
    expect([response.statusCode, response.json().message]).toEqual([
      200,
      'Kata laluan anda telah ditukar. Sila log masuk dengan kata laluan baharu.',
    ])
    expect((await me.call('GET', '/api/auth/me')).statusCode).toBe(401)
    expect((await attemptSignIn(me.user.email, testPassword)).statusCode).toBe(401)
    expect((await attemptSignIn(me.user.email, 'ombak-baharu-88')).statusCode).toBe(200)
    expect((await resetPassword(token, 'sekali-lagi-99')).json().code).toBe('bad_link')
    const { db } = target.database
    const [user] = await db.select().from(users).where(eq(users.id, me.user.id))
    expect(user?.emailConfirmedAt).not.toBeNull()
    const events = await db.select().from(auditEvents).where(eq(auditEvents.actorId, me.user.id))
    expect(events.map(({ kind }) => kind)).toContain('auth.password_reset')
    const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, me.user.id))
    expect(mails.map(({ kind }) => kind)).toEqual(['password.forgotten', 'password.changed'])
  })

  test('a password reset link whose stored expiry exceeds the allowed lifetime is refused', async () => {
    const me = await target.asNew()
    const token = await requestResetToken(me.user.email, me.user.id)
    const [stored] = await listTokens(me.user.id)
    const setTokenExpiry = (minutes: number) =>
      target.database.db
        .update(accountTokens)
        .set({ expiresAt: new Date(Date.now() + minutes * 60_000) })
        .where(eq(accountTokens.id, stored?.id ?? ''))
    await setTokenExpiry(24 * 60)
    expect((await resetPassword(token, 'ombak-baharu-88')).json().code).toBe('bad_link')
    await setTokenExpiry(59)
    expect((await resetPassword(token, 'ombak-baharu-88')).statusCode).toBe(200)
  })

  test('a password reset lifts the login limit and ends concurrent sign-ins with the old password', async () => {
    const me = await target.asNew()
    const attemptSignInFromOtherIpAddress = (email: string, password: string) =>
      postJson('/api/auth/login', { email, password }, '10.8.0.9')
    for (let times = 0; times < 5; times++) await attemptSignInFromOtherIpAddress(me.user.email, 'salah')
    expect((await attemptSignInFromOtherIpAddress(me.user.email, testPassword)).statusCode).toBe(429)
    const token = await requestResetToken(me.user.email, me.user.id)
    await postJson('/api/auth/reset-password', { token, password: 'ombak-baharu-88' }, '10.8.0.9')
    expect((await attemptSignInFromOtherIpAddress(me.user.email, 'ombak-baharu-88')).statusCode).toBe(200)
    const oldPasswordLogins = Array.from({ length: 20 }, () =>
      postJson('/api/auth/login', { email: me.user.email, password: 'ombak-baharu-88' }, '10.8.0.2'),
    )
    const secondToken = await requestResetToken(me.user.email, me.user.id)
    const [changed, ...responses] = await Promise.all([
      resetPassword(secondToken, 'lain-sekali-99'),
      ...oldPasswordLogins,
    ])
    expect(changed.statusCode).toBe(200)
    const sessionChecks = await Promise.all(
      responses.map(response =>
        target.app.inject({
          url: '/api/auth/me',
          headers: { cookie: String(response.headers['set-cookie']).split(';')[0] },
        }),
      ),
    )
    expect(sessionChecks.filter(({ statusCode }) => statusCode === 200)).toEqual([])
  })

  test('a password reset link is valid for an hour after its mail was sent, even if the mail was delayed', async () => {
    const me = await target.asNew()
    await requestPasswordReset(me.user.email)
    await runJobs()
    const [row] = await listTokens(me.user.id)
    const { db } = target.database
    await db.execute(
      sql`update account_tokens set expires_at = now() - interval '5 hours' where id = ${row?.id}`,
    )
    const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, me.user.id))
    const sent: string[] = []
    const transport = { send: async ({ text }: { text: string }) => void sent.push(text), close() {} }
    const { settings, log } = target.app
    await sendMail({ db, settings, secret: testSecret, transport, log }, mail?.id ?? 0)
    const token = /reset-password#([\w-]+)/.exec(sent[0] ?? '')?.[1] ?? ''
    expect((await resetPassword(token, 'ombak-biru-77')).statusCode).toBe(200)
  })

  test('using one password reset link invalidates the others, and of ten concurrent requests one succeeds', async () => {
    const me = await target.asNew()
    const [first, second] = [
      await requestResetToken(me.user.email, me.user.id),
      await requestResetToken(me.user.email, me.user.id),
    ]
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => resetPassword(first, `ombak-biru-${n}`)),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(400)])
    expect((await resetPassword(second, 'ombak-lain-55')).statusCode).toBe(400)
  })

  test('a password reset link lasts an hour, is not accepted as an email confirmation, and is invalid after an email change', async () => {
    const me = await target.asNew()
    const { db } = target.database
    const token = await requestResetToken(me.user.email, me.user.id)
    const [row] = await listTokens(me.user.id)
    expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(3_600_000)
    expect((await postJson('/api/auth/confirm-email', { token })).statusCode).toBe(400)
    await db.update(users).set({ email: 'pindah@contoh.my' }).where(eq(users.id, me.user.id))
    expect((await resetPassword(token, 'ombak-biru-77')).statusCode).toBe(400)
    await db.update(users).set({ email: me.user.email }).where(eq(users.id, me.user.id))
    await db.execute(sql`update account_tokens set expires_at = now() where user_id = ${me.user.id}`)
    expect((await resetPassword(token, 'ombak-biru-77')).json().code).toBe('bad_link')
    expect(await db.select().from(sessions).where(eq(sessions.userId, me.user.id))).toHaveLength(1)
  })

  test('a password reset checks the password rules, and a refused password does not use up the link', async () => {
    const me = await target.asNew()
    const token = await requestResetToken(me.user.email, me.user.id)
    const listValidationMessages = async (password: string, again?: string) =>
      (await resetPassword(token, password, again)).json().fields
    expect(await listValidationMessages('lima5')).toEqual({
      password: 'Kata laluan mestilah sekurang-kurangnya 6 aksara',
    })
    expect(await listValidationMessages('ombak-biru-77', 'lain')).toEqual({
      confirmPassword: 'Kata laluan tidak sepadan',
    })
    expect(await listValidationMessages('qwertyuiop')).toEqual({
      password: 'Kata laluan ini terlalu mudah diteka. Sila pilih yang lain.',
    })
    expect((await resetPassword(token, 'ombak-biru-77')).statusCode).toBe(200)
  })
})
