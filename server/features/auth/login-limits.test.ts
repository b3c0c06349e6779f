import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { openConnectionPool } from '#server/db/connection/client.ts'
import { rateLimits } from '#server/db/schema/accounts.ts'
import { getIpNetwork } from '#server/identity/rate-limit.service.ts'
import { buildTestSettings, createTestApp, type TestApp, testSecret } from '#server/test/harness/app.ts'
import { buildUser, type TestUser, testPassword } from '#server/test/harness/factories.ts'

let target: TestApp
let user: TestUser
let next = 1
/** Every test uses its own IP address, so that limits do not carry over. */
const newIpAddress = () => `198.51.100.${next++}`

beforeAll(async () => {
  target = await createTestApp({ TRUST_PROXY: '127.0.0.1' })
  user = await buildUser(target.database.db)
})
afterAll(async () => {
  await target.app.close()
  await target.database.close()
})

function attemptSignIn(ipAddress: string, password: string, email = user.email, app = target.app) {
  return app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    headers: { 'x-forwarded-for': ipAddress },
  })
}

async function ageRateLimitHits(minutes: number) {
  const { sql } = await import('drizzle-orm')
  await target.database.db
    .update(rateLimits)
    .set({ hits: sql`array(select h - make_interval(mins => ${minutes}) from unnest(hits) h)` })
}

describe('login limit per account and IP address', () => {
  test('after five failed logins the sixth returns 429 even with the right password, but not from another IP address', async () => {
    const address = newIpAddress()
    for (let i = 0; i < 5; i++) expect((await attemptSignIn(address, 'salah')).statusCode).toBe(401)
    const sixth = await attemptSignIn(address, 'salah')
    expect(sixth.statusCode).toBe(429)
    expect(sixth.json().message).toBe('Terlalu banyak percubaan. Sila cuba sebentar lagi.')
    const waitSeconds = Number(sixth.headers['retry-after'])
    expect(waitSeconds).toBeGreaterThan(29 * 60)
    expect(waitSeconds).toBeLessThanOrEqual(30 * 60)
    expect((await attemptSignIn(address, testPassword)).statusCode).toBe(429)
    expect((await attemptSignIn(newIpAddress(), testPassword)).statusCode).toBe(200)
  })

  test('concurrent failed logins at two server instances share one limit, and successful logins do not count', async () => {
    const { app } = target
    const other = await createApp({
      database: { url: target.database.appUrl },
      settings: buildTestSettings({ TRUST_PROXY: '127.0.0.1' }),
      secret: testSecret,
      log: pino({ level: 'silent' }),
    })
    const address = newIpAddress()
    for (let n = 0; n < 10; n++) expect((await attemptSignIn(address, testPassword)).statusCode).toBe(200)
    const guesses = Array.from({ length: 40 }, (_, n) =>
      attemptSignIn(address, 'salah', user.email, n % 2 ? app : other),
    )
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(codes.filter(code => code === 401)).toHaveLength(5)
    expect(codes.filter(code => code === 429)).toHaveLength(35)
    await other.close()
  })

  test('failed logins whose timestamps lie a day in the future block no further login', async () => {
    const address = newIpAddress()
    for (let i = 0; i < 6; i++) await attemptSignIn(address, 'salah')
    await ageRateLimitHits(-24 * 60)
    expect((await attemptSignIn(address, testPassword)).statusCode).toBe(200)
  })

  test('login is possible again 30 minutes after the failed attempts', async () => {
    const address = newIpAddress()
    for (let i = 0; i < 6; i++) await attemptSignIn(address, 'salah')
    await ageRateLimitHits(29)
    expect((await attemptSignIn(address, testPassword)).statusCode).toBe(429)
    await ageRateLimitHits(2)
    expect((await attemptSignIn(address, testPassword)).statusCode).toBe(200)
  })

  test('the login limit is a sliding window: failures of 20 minutes ago still count', async () => {
    const address = newIpAddress()
    for (let i = 0; i < 3; i++) await attemptSignIn(address, 'salah')
    await ageRateLimitHits(20)
    for (let i = 0; i < 2; i++) expect((await attemptSignIn(address, 'salah')).statusCode).toBe(401)
    expect((await attemptSignIn(address, 'salah')).statusCode).toBe(429)
    await ageRateLimitHits(11)
    for (let i = 0; i < 3; i++) expect((await attemptSignIn(address, 'salah')).statusCode).toBe(401)
    expect((await attemptSignIn(address, 'salah')).statusCode).toBe(429)
  })

  test('a successful login clears the failed attempts of the account', async () => {
    const address = newIpAddress()
    for (let i = 0; i < 4; i++) await attemptSignIn(address, 'salah')
    expect((await attemptSignIn(address, testPassword)).statusCode).toBe(200)
    await ageRateLimitHits(2)
    for (let i = 0; i < 5; i++) expect((await attemptSignIn(address, 'salah')).statusCode).toBe(401)
    expect((await attemptSignIn(address, 'salah')).statusCode).toBe(429)
  })

  test('of forty concurrent logins with a wrong password exactly five return 401 and the others 429', async () => {
    const address = newIpAddress()
    const responses = await Promise.all(Array.from({ length: 40 }, () => attemptSignIn(address, 'salah')))
    expect(responses.filter(response => response.statusCode === 401)).toHaveLength(5)
    expect(responses.filter(response => response.statusCode === 429)).toHaveLength(35)
  })
})

describe('login limit per IP address', () => {
  test('the seventh failed login per minute from one IP address returns 429, whatever the account', async () => {
    const address = newIpAddress()
    for (let i = 0; i < 6; i++)
      expect((await attemptSignIn(address, 'salah', `orang${i}@contoh.my`)).statusCode).toBe(401)
    const seventh = await attemptSignIn(address, 'salah', 'orang7@contoh.my')
    expect(seventh.statusCode).toBe(429)
    expect(Number(seventh.headers['retry-after'])).toBeLessThanOrEqual(60)
    await ageRateLimitHits(1)
    expect((await attemptSignIn(address, testPassword)).statusCode).toBe(200)
  })

  test('thirty users behind one IP address can sign in at the same time', async () => {
    const address = newIpAddress()
    const people = await Promise.all(Array.from({ length: 30 }, () => buildUser(target.database.db)))
    const responses = await Promise.all(
      people.map(person => attemptSignIn(address, testPassword, person.email)),
    )
    expect(responses.filter(response => response.statusCode === 200)).toHaveLength(30)
  })

  test('the login limit also applies at another server instance and after a restart', async () => {
    const address = newIpAddress()
    for (let i = 0; i < 6; i++) await attemptSignIn(address, 'salah')
    const database = openConnectionPool(target.database.appUrl)
    const settings = buildTestSettings({ TRUST_PROXY: '127.0.0.1' })
    const other = await createApp({ database, settings, secret: testSecret, log: pino({ level: 'silent' }) })
    expect((await attemptSignIn(address, testPassword, user.email, other)).statusCode).toBe(429)
    await other.close()
    await database.close()
  })

  test('X-Forwarded-For is ignored unless it comes from the trusted proxy', async () => {
    const untrusted = await createTestApp()
    const person = await buildUser(untrusted.database.db)
    for (let i = 0; i < 5; i++) await attemptSignIn(newIpAddress(), 'salah', person.email, untrusted.app)
    expect((await attemptSignIn(newIpAddress(), 'salah', person.email, untrusted.app)).statusCode).toBe(429)
    await untrusted.app.close()
    await untrusted.database.close()
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('getIpNetwork maps the IP address %s to %s for rate limiting', (address, block) => {
  expect(getIpNetwork(address)).toBe(block)
})
