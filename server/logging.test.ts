import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { hashingSemaphore } from '#server/identity/password.ts'
import { createTestApp, type TestApp } from '#server/test/harness/app.ts'
import { buildUser, testPassword } from '#server/test/harness/factories.ts'
import { createTestLog } from '#server/test/harness/test-log.ts'

let target: TestApp
const { log, text, lines } = createTestLog()

beforeAll(async () => {
  target = await createTestApp({ LOG_LEVEL: 'trace' }, log)
})
afterAll(async () => {
  await target.app.close()
  await target.database.close()
})

test('the log at level trace contains no password, cookie, token, identity number, phone number, email or name', async () => {
  const icNumber = '990101145678'
  const phone = '+441234567890'
  const caller = await target.asNew({ phone, icEncrypted: Buffer.from('x'), icHash: Buffer.from('y') })
  const attemptSignIn = (body: object) =>
    target.app.inject({ method: 'POST', url: '/api/auth/login', payload: body })
  await caller.call('GET', '/api/auth/me?icNumber=990101145678&search=Siti')
  await caller.call('GET', `/${icNumber}/${phone}`)
  await attemptSignIn({ email: caller.user.email, password: testPassword })
  await attemptSignIn({ email: caller.user.email, password: 'RAHSIA-SALAH' })
  await attemptSignIn({ email: caller.user.email, password: 'RAHSIA-SALAH', icNumber, phone })
  await target.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: `{"password":"RAHSIA-SALAH",`,
    headers: { 'content-type': 'application/json' },
  })
  // Database errors quote the offending values, which must not reach the log.
  const failures = [
    () => buildUser(target.database.db, { email: caller.user.email, phone }),
    () => target.database.db.execute(sql`select * from ${users} where phone = ${phone} and nothing = 1`),
    () => target.database.db.execute(sql`select ${icNumber}::date`),
  ]
  for (const causeFailure of failures) {
    await causeFailure().then(
      () => expect.unreachable('it should have failed'),
      error => target.app.log.error({ err: error }, 'request failed'),
    )
  }
  target.app.log.trace(
    { headers: { cookie: caller.cookie }, body: { password: testPassword } },
    'careless line',
  )

  const token = caller.cookie.split('=')[1] as string
  for (const secret of [
    testPassword,
    'RAHSIA-SALAH',
    token,
    icNumber,
    phone,
    caller.user.email,
    'Siti',
    '$argon2',
  ]) {
    expect(text()).not.toContain(secret)
  }
  expect(text()).toContain('"route":"/api/auth/login"')
  expect(text()).toContain('"code":"23505"')
  expect(text()).toContain('"constraint":"users_email_unique"')
})

interface LoggedCause {
  type: string
  code?: string
  message: string
}

/** Returns the chain of errors and causes in the newest log line of a failed request. */
function readLastLoggedErrorChain(): LoggedCause[] {
  const line = lines().findLast(({ msg }) => msg === 'request failed') as { err: { chain: LoggedCause[] } }
  return line.err.chain
}

describe('log line of a failed request', () => {
  it('a sign-in that returns 503 is logged with class, code and message of each cause', async () => {
    const { user } = await target.asNew()
    let releaseRequest = () => {}
    const released = new Promise<void>(resolve => {
      releaseRequest = resolve
    })
    // The test fills both slots and all 150 places in the queue of the semaphore for password hashing.
    const occupyingTasks = Array.from({ length: 152 }, () => hashingSemaphore.run(() => released))
    const payload = { email: user.email, password: testPassword }
    const response = await target.app.inject({ method: 'POST', url: '/api/auth/login', payload })
    releaseRequest()
    await Promise.all(occupyingTasks)
    expect(response.statusCode).toBe(503)
    expect(readLastLoggedErrorChain()).toMatchObject([
      { type: 'AppError', code: 'unavailable', message: expect.stringContaining('Sistem') },
      { type: 'Error', message: 'all 2 slots are taken and 150 callers wait' },
    ])
  })

  it('a failed SQL statement is logged with its text but without its parameters', async () => {
    const phone = '+60123456789'
    const { user } = await target.asNew({ phone })
    const statement = sql`select 'Siti' from ${users} where phone = ${phone} and email = ${user.email} and nothing`
    const failed = await target.database.db.execute(statement).catch(error => error)
    target.app.log.error({ err: failed }, 'request failed')
    expect(readLastLoggedErrorChain()).toMatchObject([
      {
        type: 'DrizzleQueryError',
        message: 'Failed query: select [value] from users where phone = $1 and email = $2 and nothing',
      },
      { code: '42703', message: 'column [value] does not exist' },
    ])
    for (const value of [phone, user.email, 'Siti'])
      expect(JSON.stringify(readLastLoggedErrorChain())).not.toContain(value)
  })

  it('a violated database constraint is named in the log', async () => {
    const { user } = await target.asNew()
    const failed = await buildUser(target.database.db, { email: user.email }).catch(error => error)
    target.app.log.error({ err: failed }, 'request failed')
    expect(readLastLoggedErrorChain()[1]).toMatchObject({
      code: '23505',
      message: 'duplicate key value violates unique constraint users_email_unique',
    })
  })

  it.each([
    ['user siti.aminah+1@contoh.my is unknown', 'user [email] is unknown'],
    ['identity number 990101-14-5678', 'identity number [number]'],
    ['call +44 (0)20 7946 0018 now', 'call [number] now'],
    ['invalid input syntax for type date: "Siti" Aminah"', 'invalid input syntax for type date: [value]'],
    ["Unexpected token 'S' in JSON", 'Unexpected token [value] in JSON'],
    ['session 3f2a9c1b-77aa-4c1d-9a55-0123456789ab ended', 'session [token] ended'],
    [`token ${'aB3_'.repeat(11)} is bad`, 'token [token] is bad'],
    ['hash $argon2id$v=19$m=19456,t=2,p=1$abc$def', 'hash [token]'],
    [`unknown value "Siti ${'x '.repeat(300)}"`, 'unknown value [value]'],
    ['timeout exceeded when trying to connect', 'timeout exceeded when trying to connect'],
  ])('the error message %j is redacted in the log', (message, redacted) => {
    target.app.log.error({ err: new Error(message) }, 'request failed')
    expect(readLastLoggedErrorChain()).toMatchObject([{ type: 'Error', message: redacted }])
    expect(JSON.stringify(readLastLoggedErrorChain()[0]).includes(message)).toBe(message === redacted)
  })

  it('a multi-line error message is not logged as part of the stack trace', () => {
    target.app.log.error({ err: new Error('first\n    at Siti Aminah') }, 'request failed')
    expect(
      JSON.stringify(readLastLoggedErrorChain().map(cause => ({ ...cause, message: '' }))),
    ).not.toContain('Siti')
  })
})
