// Roles that require a second factor (REQUIRE_2FA): the grace period of seven days and the restrictions after it.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { createTotpGenerator } from '#server/identity/two-factor.service.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { testPassword } from '#server/test/harness/factories.ts'

const target = setUpApp({ REQUIRE_2FA: 'hq_admin,club_secretary' })
const day = 86_400_000

const readOwnAccount = async (caller: Caller) => (await caller.call('GET', '/api/auth/me')).json()
const setGracePeriodEnd = (id: number, interval: string) =>
  target.database.db
    .update(users)
    .set({ graceUntil: sql`now() + ${interval}::interval` })
    .where(eq(users.id, id))

async function turnOnTwoFactor(caller: Caller): Promise<string> {
  const proof = { currentPassword: testPassword }
  const { key } = (await caller.call('POST', '/api/account/two-factor/key', proof)).json()
  const code = createTotpGenerator(key).generate({ timestamp: Date.now() - 30_000 })
  expect((await caller.call('POST', '/api/account/two-factor', { code })).statusCode).toBe(200)
  return key
}

describe('roles that require a second factor', () => {
  test('a user whose role requires a second factor gets a grace period of seven days, which a new sign-in does not extend', async () => {
    const admin = await target.asNew({ role: 'hq_admin' })
    const { secureBy } = await readOwnAccount(admin)
    expect(Date.parse(secureBy) - Date.now()).toBeGreaterThan(6.9 * day)
    expect(Date.parse(secureBy) - Date.now()).toBeLessThan(7.1 * day)
    const graceEnd = (await readOwnAccount(admin)).secureBy
    expect((await readOwnAccount(await target.as(admin.user))).secureBy).toBe(graceEnd)
    expect((await admin.call('GET', '/api/users/summary')).statusCode).toBe(200)
    const countryAdmin = await target.asNew({ role: 'country_admin' })
    expect(await readOwnAccount(countryAdmin)).not.toHaveProperty('secureBy')
  })

  test('the grace period for the second factor follows the database clock, not the clock of the server', async () => {
    const [beforeDeadline, afterDeadline] = [
      await target.asNew({ role: 'hq_admin' }),
      await target.asNew({ role: 'hq_admin' }),
    ]
    await setGracePeriodEnd(beforeDeadline.user.id, '1 hour')
    await setGracePeriodEnd(afterDeadline.user.id, '-1 hour')
    const readStatusAfterDays = async (admin: typeof beforeDeadline, days: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * day })
      const { statusCode } = await admin.call('GET', '/api/users/summary')
      vi.useRealTimers()
      return statusCode
    }
    expect([
      await readStatusAfterDays(beforeDeadline, 1),
      await readStatusAfterDays(afterDeadline, -1),
    ]).toEqual([200, 403])
  })

  test('after the grace period a user can only reach the account settings until a second factor is set up', async () => {
    const admin = await target.asNew({ role: 'hq_admin' })
    await setGracePeriodEnd(admin.user.id, '-1 second')
    for (const [method, url, body] of [
      ['GET', '/api/users/summary'],
      ['GET', '/api/groups'],
      ['GET', '/api/dashboard'],
      ['POST', '/api/users/1/approve', {}],
    ] as const) {
      const response = await admin.call(method, url, body)
      expect([url, response.statusCode, response.json().code]).toEqual([url, 403, 'secure_first'])
    }
    expect((await admin.call('GET', '/api/account/sessions')).statusCode).toBe(200)
    const key = await turnOnTwoFactor(admin)
    expect(await readOwnAccount(admin)).not.toHaveProperty('secureBy')
    expect((await admin.call('GET', '/api/users/summary')).statusCode).toBe(200)
    // A second factor that the role requires cannot be turned off again.
    const body = { currentPassword: testPassword, code: createTotpGenerator(key).generate() }
    expect((await admin.call('DELETE', '/api/account/two-factor', body)).json().code).toBe(
      'two_factor_needed',
    )
    expect((await admin.call('GET', '/api/account/two-factor')).json().isOn).toBe(true)
  })

  test('approving an applicant returns secure_first when the grace period of the approver for a second factor ends while the request waits for a lock', async () => {
    const admin = await target.asNew({ role: 'hq_admin' })
    const { user } = await target.asNew({ status: 'pending' })
    await readOwnAccount(admin)
    // A row lock delays the transaction of the approval until the grace period is over.
    const { pool } = target.database
    const client = await pool.connect()
    await client.query('begin')
    await client.query('select 1 from users where id = $1 for update', [admin.user.id])
    const approval = admin.call('POST', `/api/users/${user.id}/approve`, {})
    await client.query(`update users set grace_until = now() - interval '1 second' where id = $1`, [
      admin.user.id,
    ])
    await client.query('commit')
    client.release()
    expect((await approval).json().code).toBe('secure_first')
    const [row] = await target.database.db.select().from(users).where(eq(users.id, user.id))
    expect(row?.status).toBe('pending')
  })

  test('the grace period restarts after a change of role and after a reset of the second factor', async () => {
    const systemAdmin = await target.asNew({ role: 'system_admin' })
    const admin = await target.asNew({ role: 'club_secretary' })
    await setGracePeriodEnd(admin.user.id, '-1 day')
    const changeRole = (name: string) =>
      systemAdmin.call('PUT', `/api/users/${admin.user.id}/role`, { role: name })
    expect((await changeRole('member')).statusCode).toBe(200)
    expect(await readOwnAccount(admin)).not.toHaveProperty('secureBy')
    await changeRole('hq_admin')
    expect(Date.parse((await readOwnAccount(admin)).secureBy)).toBeGreaterThan(Date.now() + 6 * day)
    await setGracePeriodEnd(admin.user.id, '-1 day')
    await turnOnTwoFactor(admin)
    await systemAdmin.call('POST', `/api/users/${admin.user.id}/reset-two-factor`)
    const signedInAgain = await target.as(admin.user)
    expect(Date.parse((await readOwnAccount(signedInAgain)).secureBy)).toBeGreaterThan(Date.now() + 6 * day)
  })
})
