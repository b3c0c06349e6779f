// Word of a sign-in from a new device, and what follows when it was somebody else.
import { and, desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accountTokens, trustedDevices } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { trustDevice } from '#server/identity/trusted-devices.service.ts'
import { renderLetter } from '#server/mail/templates.ts'
import { signToken } from '#server/secret.ts'
import { cookiesOf, setUpApp, testSecret } from '#server/test/app.ts'
import { buildUser, type TestUser, testPassword } from '#server/test/factories.ts'

const target = setUpApp({ LOGIN_LIMITS: '1000/1,1000/1' })
const phone = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'

function post(url: string, payload: object, cookie = '') {
  const headers = { origin: 'http://perantau.test', cookie, 'user-agent': phone }
  return target.app.inject({ method: 'POST', url, payload, headers })
}
type Answer = Awaited<ReturnType<typeof post>>
/** All that the browser keeps, as it would send it along the next time. */

async function isIn(answer: Answer): Promise<boolean> {
  const session = answer.cookies.find(({ name }) => name === 'session')
  const headers = { cookie: `session=${session?.value}` }
  return (await target.app.inject({ url: '/api/auth/me', headers })).statusCode === 200
}

async function enter({ email }: TestUser, cookie = '', password = testPassword): Promise<Answer> {
  const answer = await post('/api/auth/login', { email, password }, cookie)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}

const lettersTo = ({ id }: TestUser) =>
  target.database.db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.userId, id), eq(mailOutbox.kind, 'auth.new_device')))
    .orderBy(desc(mailOutbox.id))
const bellOf = ({ id }: TestUser) =>
  target.database.db.$count(
    notifications,
    and(eq(notifications.userId, id), eq(notifications.kind, 'auth.new_device')),
  )

/** The end of the link in the newest letter. */
async function linkTo(user: TestUser): Promise<string> {
  const [letter] = await lettersTo(user)
  return signToken(testSecret, String(letter?.params.token))
}

const newcomer = () => buildUser(target.database.db)

describe('a sign-in', () => {
  test('is told of by mail and at the bell when the device is new, and only then', async () => {
    const user = await newcomer()
    const home = await enter(user)
    // The first of all: there is nothing yet that could be new.
    expect([(await lettersTo(user)).length, await bellOf(user)]).toEqual([0, 0])
    const again = await enter(user, cookiesOf(home))
    expect([(await lettersTo(user)).length, await bellOf(user)]).toEqual([0, 0])
    await enter(user)
    expect([(await lettersTo(user)).length, await bellOf(user)]).toEqual([1, 1])
    // What another person's browser knows of them, or what was made up, counts for nothing.
    const other = await newcomer()
    const theirs = cookiesOf(await enter(other)).replace(`known_${other.id}`, `known_${user.id}`)
    await enter(user, theirs.replace(/session=[^;]*;?/, ''))
    await enter(user, `known_${user.id}=rekaan`)
    expect((await lettersTo(user)).length).toBe(3)
    await enter(user, cookiesOf(again))
    expect((await lettersTo(user)).length).toBe(3)
  })

  test('a browser that many people use carries no more of them along than a request can hold', async () => {
    const user = await newcomer()
    const many = Array.from({ length: 30 }, (_, n) => `known_${1_000_000 + n}=${'x'.repeat(100)}`)
    const { cookies } = await enter(user, many.join('; '))
    const known = cookies.filter(({ name }) => name.startsWith('known_'))
    // Those that came first are the oldest.
    expect(known.filter(({ value }) => value === '').map(({ name }) => name)).toEqual(
      Array.from({ length: 11 }, (_, n) => `known_${1_000_000 + n}`),
    )
    expect(known.find(({ name }) => name === `known_${user.id}`)?.value).not.toBe('')
  })

  test('the letter says which device, when and how, and leads to a way out', async () => {
    const user = await newcomer()
    await enter(user)
    await enter(user)
    const [letter] = await lettersTo(user)
    expect(letter?.params).toMatchObject({ method: 'password', browser: 'Chrome', system: 'Android' })
    const occasion = {
      appName: 'Perantau',
      fullName: user.fullName,
      params: letter?.params ?? {},
      sign: (id: string) => signToken(testSecret, id),
    }
    const { text } = renderLetter('auth.new_device', occasion, 'http://perantau.test')
    expect(text).toContain('dengan kata laluan')
    expect(text).toContain('Chrome di Android')
    expect(text).toContain(`http://perantau.test/not-me#${await linkTo(user)}`)
  })

  test('the list of devices tells by what it was', async () => {
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

describe('“this was not me”', () => {
  const deny = (token: string) => post('/api/auth/not-me', { token })

  test('ends that session and leads to a new password, once', async () => {
    const user = await newcomer()
    const home = await enter(user)
    await trustDevice(target.database.db, user.id)
    const thief = await enter(user)
    const link = await linkTo(user)
    const answers = await Promise.all([deny(link), deny(link)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    expect([await isIn(home), await isIn(thief)]).toEqual([true, false])
    const { token } = answers.find(({ statusCode }) => statusCode === 200)?.json() ?? {}
    const { db } = target.database
    expect(await db.$count(trustedDevices, eq(trustedDevices.userId, user.id))).toBe(0)
    const password = 'ombak-biru-77'
    expect((await post('/api/auth/reset-password', { token, password })).statusCode).toBe(200)
    expect(await isIn(home)).toBe(false)
    // Not even with the new password is that device one that was known.
    await enter(user, cookiesOf(thief).replace(/session=[^;]*;?/, ''), password)
    expect((await lettersTo(user)).length).toBe(2)
    const kinds = await db
      .select({ kind: auditEvents.kind, details: auditEvents.details })
      .from(auditEvents)
      .where(and(eq(auditEvents.actorId, user.id), eq(auditEvents.kind, 'auth.entry_denied')))
    expect(kinds).toEqual([{ kind: 'auth.entry_denied', details: { hasEnded: true } }])
  })

  test('ends what followed in that browser as well: to sign in once more is no way to stay', async () => {
    const user = await newcomer()
    const home = await enter(user)
    const first = await enter(user)
    const known = cookiesOf(first)
    const second = await enter(user, known)
    const third = await enter(user, known.replace(/session=[^;]*;?/, ''))
    expect((await lettersTo(user)).length).toBe(1)
    expect((await deny(await linkTo(user))).statusCode).toBe(200)
    expect(await Promise.all([home, first, second, third].map(isIn))).toEqual([true, false, false, false])
  })

  test('also when that session is over; with another address by now, without a way to the password', async () => {
    const user = await newcomer()
    await enter(user)
    const thief = await enter(user)
    const link = await linkTo(user)
    await target.database.pool.query('update users set email = $1 where id = $2', [
      `lain-${user.id}@contoh.my`,
      user.id,
    ])
    expect((await deny(link)).json()).toEqual({ token: null })
    expect(await isIn(thief)).toBe(false)
    const second = await newcomer()
    await enter(second)
    await enter(second)
    await target.database.pool.query('delete from sessions where user_id = $1', [second.id])
    expect((await deny(await linkTo(second))).json().token).toEqual(expect.any(String))
  })

  test('nothing comes of a link that is made up, too old, for something else, or of somebody erased', async () => {
    const user = await newcomer()
    const home = await enter(user)
    await enter(user)
    const link = await linkTo(user)
    expect((await deny('x')).statusCode).toBe(400)
    expect((await deny(`${link.slice(0, -2)}aa`)).json().code).toBe('bad_link')
    const password = 'ombak-biru-77'
    expect((await post('/api/auth/reset-password', { token: link, password })).json().code).toBe('bad_link')
    const { db } = target.database
    const later = (expiresAt: Date) =>
      db.update(accountTokens).set({ expiresAt }).where(eq(accountTokens.userId, user.id))
    await later(new Date(Date.now() - 1000))
    expect((await deny(link)).json().code).toBe('bad_link')
    await later(new Date(Date.now() + 60_000))
    await db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, user.id))
    expect((await deny(link)).json().code).toBe('bad_link')
    await db.update(users).set({ erasedAt: null }).where(eq(users.id, user.id))
    expect(await isIn(home)).toBe(true)
  })
})
