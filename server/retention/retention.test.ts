import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { eraseRejected } from '#server/features/my-data/erase-rejected.service.ts'
import { setUpApp, testContext } from '#server/test/app.ts'
import { buildUser } from '#server/test/factories.ts'
import { rules } from './rules.queries.ts'
import { sweepExpired } from './sweep.service.ts'

const target = setUpApp()

async function rejected(months: number, more: Partial<typeof users.$inferInsert> = {}) {
  const { db } = target.database
  const user = await buildUser(db, { status: 'rejected', ...more })
  await db.insert(userHistory).values({
    userId: user.id,
    status: 'rejected',
    createdAt: sql`now() - make_interval(months => ${months})`,
  })
  return user
}
const find = async (id: number) =>
  (await target.database.db.select().from(users).where(eq(users.id, id)))[0] as typeof users.$inferSelect

describe('what has run out', () => {
  test('goes in parts, however much there is, and what has not stays', async () => {
    const { db, pool } = target.database
    const { id } = await buildUser(db)
    const fill = (table: string, columns: string, values: string) =>
      pool.query(`insert into ${table} (${columns}) select ${values} from generate_series(1, 25) n,
        (values (interval '14 months'), (interval '10 months')) as ago (t) order by t desc`)
    await fill(
      'notifications',
      'user_id, kind, params, created_at',
      `${id}, 'user.approved', '{}', now() - t`,
    )
    const letter = 'user_id, recipient, kind, message_id, status, created_at, params'
    for (const status of ['sent', 'bounced']) {
      const values = `${id}, 'a@contoh.my', 'user.approved', '${status}' || n || t, '${status}', now() - t, '{}'`
      await fill('mail_outbox', letter, values)
    }
    await fill('invitations', 'created_by, country, most, expires_at', `${id}, 'Japan', 1, now() - t`)
    await sweepExpired(db, 10)
    const count = async (table: string) =>
      (await pool.query(`select count(*)::int from ${table}`)).rows[0].count
    expect(await count('notifications')).toBe(25)
    expect(await count(`mail_outbox where status = 'sent'`)).toBe(25)
    expect(await count(`mail_outbox where status = 'bounced'`)).toBe(50)
    expect(await count('invitations')).toBe(25)
  })

  test('every rule that sweeps can be carried out', async () => {
    for (const { what, remove } of rules)
      if (remove) await expect(target.database.db.execute(remove(1)), what).resolves.toBeDefined()
  })
})

describe('an application that was turned down', () => {
  test('is erased after twelve months with all that is about it, and not before', async () => {
    const context = testContext(target.database.db)
    const [old, young] = [await rejected(13), await rejected(11)]
    const again = await rejected(13, { status: 'pending' })
    await Promise.all([eraseRejected(context), eraseRejected(context)])
    expect(await find(old.id)).toMatchObject({
      fullName: 'Bekas ahli',
      erasedAt: expect.any(Date),
      password: null,
    })
    expect((await find(old.id)).email).not.toContain('contoh.my')
    expect(await find(young.id)).toMatchObject({ fullName: young.fullName, erasedAt: null })
    expect(await find(again.id)).toMatchObject({ fullName: again.fullName, erasedAt: null })
    const { rows } = await target.database.pool.query(
      `select actor_id from audit_events where kind = 'user.expired' and target_id = $1`,
      [String(old.id)],
    )
    expect(rows).toEqual([{ actor_id: null }])
  })

  test('turned down again lately, it counts from then', async () => {
    const user = await rejected(13)
    await target.database.db.insert(userHistory).values({ userId: user.id, status: 'rejected' })
    await eraseRejected(testContext(target.database.db))
    expect(await find(user.id)).toMatchObject({ erasedAt: null })
  })
})
