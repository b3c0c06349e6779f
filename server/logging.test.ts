import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { buildUser, testPassword } from '#server/test/factories.ts'
import { createTestLog } from '#server/test/log.ts'

let target: TestApp
const { log, text } = createTestLog()

beforeAll(async () => {
  target = await createTestApp({ LOG_LEVEL: 'trace' }, log)
})
afterAll(async () => {
  await target.app.close()
  await target.database.close()
})

test('at the lowest level there is no password, cookie, token, identity number or phone', async () => {
  const icNumber = '990101145678'
  const phone = '+441234567890'
  const caller = await target.asNew({ phone, icEncrypted: Buffer.from('x'), icHash: Buffer.from('y') })
  const login = (body: object) => target.app.inject({ method: 'POST', url: '/api/auth/login', payload: body })
  await caller.call('GET', '/api/auth/me?icNumber=990101145678&search=Siti')
  await caller.call('GET', `/${icNumber}/${phone}`)
  await login({ email: caller.user.email, password: testPassword })
  await login({ email: caller.user.email, password: 'RAHSIA-SALAH' })
  await login({ email: caller.user.email, password: 'RAHSIA-SALAH', icNumber, phone })
  await target.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: `{"password":"RAHSIA-SALAH",`,
    headers: { 'content-type': 'application/json' },
  })
  // Errors of the database quote what they choked on; ours of every kind have to pass without it.
  const failures = [
    () => buildUser(target.database.db, { email: caller.user.email, phone }),
    () => target.database.db.execute(sql`select * from ${users} where phone = ${phone} and nothing = 1`),
    () => target.database.db.execute(sql`select ${icNumber}::date`),
  ]
  for (const fail of failures) {
    await fail().then(
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
