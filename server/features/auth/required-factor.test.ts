// Roles that must have a second factor: the time they are given, and what is left to them after it.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { totpOf } from '#server/identity/two-factor.service.ts'
import { type Caller, setUpApp } from '#server/test/app.ts'
import { testPassword } from '#server/test/factories.ts'

const target = setUpApp({ REQUIRE_2FA: 'hq_admin,club_secretary' })
const day = 86_400_000

const me = async (caller: Caller) => (await caller.call('GET', '/api/auth/me')).json()
const setGrace = (id: number, interval: string) =>
  target.database.db
    .update(users)
    .set({ graceUntil: sql`now() + ${interval}::interval` })
    .where(eq(users.id, id))

async function turnOn(caller: Caller): Promise<string> {
  const proof = { currentPassword: testPassword }
  const { key } = (await caller.call('POST', '/api/account/two-factor/key', proof)).json()
  const code = totpOf(key).generate({ timestamp: Date.now() - 30_000 })
  expect((await caller.call('POST', '/api/account/two-factor', { code })).statusCode).toBe(200)
  return key
}

describe('a role that needs a second factor', () => {
  test('is given seven days, counted once', async () => {
    const who = await target.asNew({ role: 'hq_admin' })
    const { secureBy } = await me(who)
    expect(Date.parse(secureBy) - Date.now()).toBeGreaterThan(6.9 * day)
    expect(Date.parse(secureBy) - Date.now()).toBeLessThan(7.1 * day)
    const noted = (await me(who)).secureBy
    expect((await me(await target.as(who.user))).secureBy).toBe(noted)
    expect((await who.call('GET', '/api/users/summary')).statusCode).toBe(200)
    const other = await target.asNew({ role: 'country_admin' })
    expect(await me(other)).not.toHaveProperty('secureBy')
  })

  test('is given them by the clock that noted them, whatever this machine’s clock says', async () => {
    const [early, late] = [await target.asNew({ role: 'hq_admin' }), await target.asNew({ role: 'hq_admin' })]
    await setGrace(early.user.id, '1 hour')
    await setGrace(late.user.id, '-1 hour')
    const statusAt = async (who: typeof early, days: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * day })
      const { statusCode } = await who.call('GET', '/api/users/summary')
      vi.useRealTimers()
      return statusCode
    }
    expect([await statusAt(early, 1), await statusAt(late, -1)]).toEqual([200, 403])
  })

  test('is nothing after that but one’s own account, until there is one', async () => {
    const who = await target.asNew({ role: 'hq_admin' })
    await setGrace(who.user.id, '-1 second')
    for (const [method, url, body] of [
      ['GET', '/api/users/summary'],
      ['GET', '/api/groups'],
      ['GET', '/api/dashboard'],
      ['POST', '/api/users/1/approve', {}],
    ] as const) {
      const answer = await who.call(method, url, body)
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 403, 'secure_first'])
    }
    expect((await who.call('GET', '/api/account/sessions')).statusCode).toBe(200)
    const key = await turnOn(who)
    expect(await me(who)).not.toHaveProperty('secureBy')
    expect((await who.call('GET', '/api/users/summary')).statusCode).toBe(200)
    // And is not given up again.
    const body = { currentPassword: testPassword, code: totpOf(key).generate() }
    expect((await who.call('DELETE', '/api/account/two-factor', body)).json().code).toBe('two_factor_needed')
    expect((await who.call('GET', '/api/account/two-factor')).json().isOn).toBe(true)
  })

  test('a right that ends while a change is on its way is gone when it writes', async () => {
    const who = await target.asNew({ role: 'hq_admin' })
    const { user } = await target.asNew({ status: 'pending' })
    await me(who)
    // Held at the door of the transaction: the time is over before it begins.
    const { pool } = target.database
    const client = await pool.connect()
    await client.query('begin')
    await client.query('select 1 from users where id = $1 for update', [who.user.id])
    const deciding = who.call('POST', `/api/users/${user.id}/approve`, {})
    await client.query(`update users set grace_until = now() - interval '1 second' where id = $1`, [
      who.user.id,
    ])
    await client.query('commit')
    client.release()
    expect((await deciding).json().code).toBe('secure_first')
    const [row] = await target.database.db.select().from(users).where(eq(users.id, user.id))
    expect(row?.status).toBe('pending')
  })

  test('begins anew with a new role, and after a reset', async () => {
    const above = await target.asNew({ role: 'system_admin' })
    const who = await target.asNew({ role: 'club_secretary' })
    await setGrace(who.user.id, '-1 day')
    const role = (name: string) => above.call('PUT', `/api/users/${who.user.id}/role`, { role: name })
    expect((await role('member')).statusCode).toBe(200)
    expect(await me(who)).not.toHaveProperty('secureBy')
    await role('hq_admin')
    expect(Date.parse((await me(who)).secureBy)).toBeGreaterThan(Date.now() + 6 * day)
    await setGrace(who.user.id, '-1 day')
    await turnOn(who)
    await above.call('POST', `/api/users/${who.user.id}/reset-two-factor`)
    const again = await target.as(who.user)
    expect(Date.parse((await me(again)).secureBy)).toBeGreaterThan(Date.now() + 6 * day)
  })
})
