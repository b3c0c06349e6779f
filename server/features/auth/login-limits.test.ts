import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { connect } from '#server/db/client.ts'
import { rateLimits } from '#server/db/schema/accounts.ts'
import { addressBlock } from '#server/identity/rate-limit.service.ts'
import { createTestApp, type TestApp, testSecret, testSettings } from '#server/test/app.ts'
import { buildUser, type TestUser, testPassword } from '#server/test/factories.ts'

let target: TestApp
let user: TestUser
let next = 1
/** Every test comes from an address of its own. */
const newAddress = () => `198.51.100.${next++}`

beforeAll(async () => {
  target = await createTestApp({ TRUST_PROXY: '127.0.0.1' })
  user = await buildUser(target.database.db)
})
afterAll(async () => {
  await target.app.close()
  await target.database.close()
})

function login(address: string, password: string, email = user.email, app = target.app) {
  return app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    headers: { 'x-forwarded-for': address },
  })
}

async function ageHits(minutes: number) {
  const { sql } = await import('drizzle-orm')
  await target.database.db
    .update(rateLimits)
    .set({ hits: sql`array(select h - make_interval(mins => ${minutes}) from unnest(hits) h)` })
}

describe('one account from one address', () => {
  test('the sixth failure is refused, even with the right password; elsewhere the owner signs in', async () => {
    const address = newAddress()
    for (let i = 0; i < 5; i++) expect((await login(address, 'salah')).statusCode).toBe(401)
    const sixth = await login(address, 'salah')
    expect(sixth.statusCode).toBe(429)
    expect(sixth.json().message).toBe('Terlalu banyak percubaan. Sila cuba sebentar lagi.')
    const wait = Number(sixth.headers['retry-after'])
    expect(wait).toBeGreaterThan(29 * 60)
    expect(wait).toBeLessThanOrEqual(30 * 60)
    expect((await login(address, testPassword)).statusCode).toBe(429)
    expect((await login(newAddress(), testPassword)).statusCode).toBe(200)
  })

  test('guesses at once, at two instances, are let through like guesses in a row; a right one costs nothing', async () => {
    const { app } = target
    const other = await createApp({
      database: { url: target.database.appUrl },
      settings: testSettings({ TRUST_PROXY: '127.0.0.1' }),
      secret: testSecret,
      log: pino({ level: 'silent' }),
    })
    const address = newAddress()
    for (let n = 0; n < 10; n++) expect((await login(address, testPassword)).statusCode).toBe(200)
    const guesses = Array.from({ length: 40 }, (_, n) =>
      login(address, 'salah', user.email, n % 2 ? app : other),
    )
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(codes.filter(code => code === 401)).toHaveLength(5)
    expect(codes.filter(code => code === 429)).toHaveLength(35)
    await other.close()
  })

  test('failures of a clock that was a day ahead keep nobody out for that day', async () => {
    const address = newAddress()
    for (let i = 0; i < 6; i++) await login(address, 'salah')
    await ageHits(-24 * 60)
    expect((await login(address, testPassword)).statusCode).toBe(200)
  })

  test('half an hour later the door is open again', async () => {
    const address = newAddress()
    for (let i = 0; i < 6; i++) await login(address, 'salah')
    await ageHits(29)
    expect((await login(address, testPassword)).statusCode).toBe(429)
    await ageHits(2)
    expect((await login(address, testPassword)).statusCode).toBe(200)
  })

  test('the window slides: failures of 20 minutes ago still count', async () => {
    const address = newAddress()
    for (let i = 0; i < 3; i++) await login(address, 'salah')
    await ageHits(20)
    for (let i = 0; i < 2; i++) expect((await login(address, 'salah')).statusCode).toBe(401)
    expect((await login(address, 'salah')).statusCode).toBe(429)
    await ageHits(11)
    for (let i = 0; i < 3; i++) expect((await login(address, 'salah')).statusCode).toBe(401)
    expect((await login(address, 'salah')).statusCode).toBe(429)
  })

  test('a success forgets the mistypings before it', async () => {
    const address = newAddress()
    for (let i = 0; i < 4; i++) await login(address, 'salah')
    expect((await login(address, testPassword)).statusCode).toBe(200)
    await ageHits(2)
    for (let i = 0; i < 5; i++) expect((await login(address, 'salah')).statusCode).toBe(401)
    expect((await login(address, 'salah')).statusCode).toBe(429)
  })

  test('forty at once: exactly five are told they are wrong', async () => {
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 40 }, () => login(address, 'salah')))
    expect(answers.filter(answer => answer.statusCode === 401)).toHaveLength(5)
    expect(answers.filter(answer => answer.statusCode === 429)).toHaveLength(35)
  })
})

describe('one address', () => {
  test('the seventh failure in a minute is refused, whatever the account', async () => {
    const address = newAddress()
    for (let i = 0; i < 6; i++)
      expect((await login(address, 'salah', `orang${i}@contoh.my`)).statusCode).toBe(401)
    const seventh = await login(address, 'salah', 'orang7@contoh.my')
    expect(seventh.statusCode).toBe(429)
    expect(Number(seventh.headers['retry-after'])).toBeLessThanOrEqual(60)
    await ageHits(1)
    expect((await login(address, testPassword)).statusCode).toBe(200)
  })

  test('a hall full of people signing in at once is let in', async () => {
    const address = newAddress()
    const people = await Promise.all(Array.from({ length: 30 }, () => buildUser(target.database.db)))
    const answers = await Promise.all(people.map(person => login(address, testPassword, person.email)))
    expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(30)
  })

  test('another instance on the same database, or the same one after a restart, knows the count', async () => {
    const address = newAddress()
    for (let i = 0; i < 6; i++) await login(address, 'salah')
    const database = connect(target.database.appUrl)
    const settings = testSettings({ TRUST_PROXY: '127.0.0.1' })
    const other = await createApp({ database, settings, secret: testSecret, log: pino({ level: 'silent' }) })
    expect((await login(address, testPassword, user.email, other)).statusCode).toBe(429)
    await other.close()
    await database.close()
  })

  test('X-Forwarded-For from anybody but the proxy counts for nothing', async () => {
    const open = await createTestApp()
    const person = await buildUser(open.database.db)
    for (let i = 0; i < 5; i++) await login(newAddress(), 'salah', person.email, open.app)
    expect((await login(newAddress(), 'salah', person.email, open.app)).statusCode).toBe(429)
    await open.app.close()
    await open.database.close()
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block)
})
