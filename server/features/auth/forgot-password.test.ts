import { eq, sql } from 'drizzle-orm'
import { runOnce } from 'graphile-worker'
import { describe, expect, test } from 'vitest'
import { handOverJobs } from '#server/db/enqueue.ts'
import { accountTokens, sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox } from '#server/db/schema/events.ts'
import { createTasks } from '#server/jobs/jobs.ts'
import { sendMail } from '#server/mail/send-mail.service.ts'
import { signToken } from '#server/secret.ts'
import { setUpApp, testContext, testSecret } from '#server/test/app.ts'
import { testPassword } from '#server/test/factories.ts'

const target = setUpApp()

const post = (url: string, payload: object, remoteAddress = '10.0.0.1') =>
  target.app.inject({
    method: 'POST',
    url,
    headers: { origin: 'http://perantau.test' },
    payload,
    remoteAddress,
  })
const forgot = (email: string, address?: string) => post('/api/auth/forgot-password', { email }, address)
const reset = (token: string, password: string, confirmPassword = password) =>
  post('/api/auth/reset-password', { token, password, confirmPassword })
const login = (email: string, password: string) => post('/api/auth/login', { email, password }, '10.8.0.1')

async function work(): Promise<void> {
  const { db, appUrl } = target.database
  const taskList = createTasks(testContext(db, target.app.settings))
  await handOverJobs(db)
  await runOnce({ connectionString: appUrl, taskList, noHandleSignals: true })
}

const tokensOf = (userId: number) =>
  target.database.db
    .select()
    .from(accountTokens)
    .where(eq(accountTokens.userId, userId))
    .orderBy(accountTokens.createdAt)

async function askFor(email: string, userId: number): Promise<string> {
  await forgot(email)
  await work()
  return signToken(testSecret, (await tokensOf(userId)).at(-1)?.id ?? '')
}

describe('asking for a link', () => {
  test('gets the same answer whether or not the address exists', async () => {
    const { user } = await target.asNew()
    const [known, unknown] = [await forgot(user.email), await forgot('tiada@contoh.my')]
    expect(known.statusCode).toBe(200)
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    await work()
    const mails = await target.database.db.select().from(mailOutbox)
    expect(mails.map(({ recipient, kind }) => [recipient, kind])).toEqual([
      [user.email, 'password.forgotten'],
    ])
    // Neither the link nor anything that it could be made of stands in the database.
    const link = signToken(testSecret, (await tokensOf(user.id))[0]?.id ?? '')
    expect(JSON.stringify(mails)).not.toContain(link.slice(link.indexOf('_') + 1))
  })

  test('fills nobody’s inbox, and is limited from one address', async () => {
    const { user } = await target.asNew()
    for (let times = 0; times < 6; times++) {
      await forgot(user.email, '10.3.0.1')
      await work()
    }
    expect(await tokensOf(user.id)).toHaveLength(3)
    // What was refused did not count: an hour after the third, whoever kept asking has locked nobody out.
    await target.database.db.execute(
      sql`update rate_limits set hits = (select array_agg(h - interval '61 minutes') from unnest(hits) h)
           where cardinality(hits) = 3`,
    )
    await forgot(user.email, '10.3.0.2')
    await work()
    expect(await tokensOf(user.id)).toHaveLength(4)
    const answers = await Promise.all(Array.from({ length: 50 }, () => forgot('x@contoh.my', '10.3.0.1')))
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(6)
  })
})

describe('the link', () => {
  test('sets a password once, ends every session and says so', async () => {
    const me = await target.asNew()
    const token = await askFor(me.user.email, me.user.id)
    const response = await reset(token, 'ombak-baharu-88')
    expect([response.statusCode, response.json().message]).toEqual([
      200,
      'Kata laluan anda telah ditukar. Sila log masuk dengan kata laluan baharu.',
    ])
    expect((await me.call('GET', '/api/auth/me')).statusCode).toBe(401)
    expect((await login(me.user.email, testPassword)).statusCode).toBe(401)
    expect((await login(me.user.email, 'ombak-baharu-88')).statusCode).toBe(200)
    expect((await reset(token, 'sekali-lagi-99')).json().code).toBe('bad_link')
    const { db } = target.database
    const [user] = await db.select().from(users).where(eq(users.id, me.user.id))
    expect(user?.emailConfirmedAt).not.toBeNull()
    const trail = await db.select().from(auditEvents).where(eq(auditEvents.actorId, me.user.id))
    expect(trail.map(({ kind }) => kind)).toContain('auth.password_reset')
    const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, me.user.id))
    expect(mails.map(({ kind }) => kind)).toEqual(['password.forgotten', 'password.changed'])
  })

  test('is good for no longer because a clock was ahead when it was sent', async () => {
    const me = await target.asNew()
    const token = await askFor(me.user.email, me.user.id)
    const [made] = await tokensOf(me.user.id)
    const expiresIn = (minutes: number) =>
      target.database.db
        .update(accountTokens)
        .set({ expiresAt: new Date(Date.now() + minutes * 60_000) })
        .where(eq(accountTokens.id, made?.id ?? ''))
    await expiresIn(24 * 60)
    expect((await reset(token, 'ombak-baharu-88')).json().code).toBe('bad_link')
    await expiresIn(59)
    expect((await reset(token, 'ombak-baharu-88')).statusCode).toBe(200)
  })

  test('lets somebody in who had guessed too often, and keeps out who is signing in with the old password', async () => {
    const me = await target.asNew()
    const tryAt = (email: string, password: string) =>
      post('/api/auth/login', { email, password }, '10.8.0.9')
    for (let times = 0; times < 5; times++) await tryAt(me.user.email, 'salah')
    expect((await tryAt(me.user.email, testPassword)).statusCode).toBe(429)
    const token = await askFor(me.user.email, me.user.id)
    await post('/api/auth/reset-password', { token, password: 'ombak-baharu-88' }, '10.8.0.9')
    expect((await tryAt(me.user.email, 'ombak-baharu-88')).statusCode).toBe(200)
    const thief = Array.from({ length: 20 }, () =>
      post('/api/auth/login', { email: me.user.email, password: 'ombak-baharu-88' }, '10.8.0.2'),
    )
    const again = await askFor(me.user.email, me.user.id)
    const [changed, ...answers] = await Promise.all([reset(again, 'lain-sekali-99'), ...thief])
    expect(changed.statusCode).toBe(200)
    const alive = await Promise.all(
      answers.map(answer =>
        target.app.inject({
          url: '/api/auth/me',
          headers: { cookie: String(answer.headers['set-cookie']).split(';')[0] },
        }),
      ),
    )
    expect(alive.filter(({ statusCode }) => statusCode === 200)).toEqual([])
  })

  test('is good for an hour from when it was mailed, however long the mail had to wait', async () => {
    const me = await target.asNew()
    await forgot(me.user.email)
    await work()
    const [row] = await tokensOf(me.user.id)
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
    expect((await reset(token, 'ombak-biru-77')).statusCode).toBe(200)
  })

  test('of several, one used ends the others; ten at once change it once', async () => {
    const me = await target.asNew()
    const [first, second] = [await askFor(me.user.email, me.user.id), await askFor(me.user.email, me.user.id)]
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(first, `ombak-biru-${n}`)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(400)])
    expect((await reset(second, 'ombak-lain-55')).statusCode).toBe(400)
  })

  test('lasts an hour, is not the other kind, and is not for an address that changed', async () => {
    const me = await target.asNew()
    const { db } = target.database
    const token = await askFor(me.user.email, me.user.id)
    const [row] = await tokensOf(me.user.id)
    expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(3_600_000)
    expect((await post('/api/auth/confirm-email', { token })).statusCode).toBe(400)
    await db.update(users).set({ email: 'pindah@contoh.my' }).where(eq(users.id, me.user.id))
    expect((await reset(token, 'ombak-biru-77')).statusCode).toBe(400)
    await db.update(users).set({ email: me.user.email }).where(eq(users.id, me.user.id))
    await db.execute(sql`update account_tokens set expires_at = now() where user_id = ${me.user.id}`)
    expect((await reset(token, 'ombak-biru-77')).json().code).toBe('bad_link')
    expect(await db.select().from(sessions).where(eq(sessions.userId, me.user.id))).toHaveLength(1)
  })

  test('holds the new password to the same rules, and is not used up by a refusal', async () => {
    const me = await target.asNew()
    const token = await askFor(me.user.email, me.user.id)
    const messages = async (password: string, again?: string) =>
      (await reset(token, password, again)).json().fields
    expect(await messages('lima5')).toEqual({
      password: 'Kata laluan mestilah sekurang-kurangnya 6 aksara',
    })
    expect(await messages('ombak-biru-77', 'lain')).toEqual({ confirmPassword: 'Kata laluan tidak sepadan' })
    expect(await messages('qwertyuiop')).toEqual({
      password: 'Kata laluan ini terlalu mudah diteka. Sila pilih yang lain.',
    })
    expect((await reset(token, 'ombak-biru-77')).statusCode).toBe(200)
  })
})
