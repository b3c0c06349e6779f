import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { eraseRejectedApplicants } from '#server/features/my-data/erase-rejected-applicants.service.ts'
import { buildTestServiceContext, setUpApp } from '#server/test/harness/app.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import { deleteExpiredRows } from './delete-expired-rows.service.ts'
import { retentionRules } from './retention-rules.queries.ts'

const target = setUpApp()

async function buildRejectedUser(months: number, overrides: Partial<typeof users.$inferInsert> = {}) {
  const { db } = target.database
  const user = await buildUser(db, { status: 'rejected', ...overrides })
  await db.insert(userHistory).values({
    userId: user.id,
    status: 'rejected',
    createdAt: sql`now() - make_interval(months => ${months})`,
  })
  return user
}
const findUser = async (id: number) =>
  (await target.database.db.select().from(users).where(eq(users.id, id)))[0] as typeof users.$inferSelect

describe('deleteExpiredRows', () => {
  test('the retention job deletes all expired rows in batches and keeps all other rows', async () => {
    const { db, pool } = target.database
    const { id } = await buildUser(db)
    const insertRows = (table: string, columns: string, values: string) =>
      pool.query(`insert into ${table} (${columns}) select ${values} from generate_series(1, 25) n,
        (values (interval '14 months'), (interval '10 months')) as ago (t) order by t desc`)
    await insertRows(
      'notifications',
      'user_id, kind, params, created_at',
      `${id}, 'user.approved', '{}', now() - t`,
    )
    const mailColumns = 'user_id, recipient, kind, message_id, status, created_at, params'
    for (const status of ['sent', 'bounced']) {
      const values = `${id}, 'a@contoh.my', 'user.approved', '${status}' || n || t, '${status}', now() - t, '{}'`
      await insertRows('mail_outbox', mailColumns, values)
    }
    await insertRows('invitations', 'created_by, country, most, expires_at', `${id}, 'Japan', 1, now() - t`)
    await deleteExpiredRows(db, 10)
    const countRows = async (table: string) =>
      (await pool.query(`select count(*)::int from ${table}`)).rows[0].count
    expect(await countRows('notifications')).toBe(25)
    expect(await countRows(`mail_outbox where status = 'sent'`)).toBe(25)
    expect(await countRows(`mail_outbox where status = 'bounced'`)).toBe(50)
    expect(await countRows('invitations')).toBe(25)
  })

  test('every retention rule has a valid SQL statement for deletion', async () => {
    for (const { name, remove } of retentionRules)
      if (remove) await expect(target.database.db.execute(remove(1)), name).resolves.toBeDefined()
  })
})

describe('eraseRejectedApplicants', () => {
  test('a rejected applicant is erased after twelve months, but neither earlier nor after applying again', async () => {
    const context = buildTestServiceContext(target.database.db)
    const [expired, recent] = [await buildRejectedUser(13), await buildRejectedUser(11)]
    const reapplied = await buildRejectedUser(13, { status: 'pending' })
    await Promise.all([eraseRejectedApplicants(context), eraseRejectedApplicants(context)])
    expect(await findUser(expired.id)).toMatchObject({
      fullName: 'Bekas ahli',
      erasedAt: expect.any(Date),
      password: null,
    })
    expect((await findUser(expired.id)).email).not.toContain('contoh.my')
    expect(await findUser(recent.id)).toMatchObject({ fullName: recent.fullName, erasedAt: null })
    expect(await findUser(reapplied.id)).toMatchObject({ fullName: reapplied.fullName, erasedAt: null })
    const { rows } = await target.database.pool.query(
      `select actor_id from audit_events where kind = 'user.expired' and target_id = $1`,
      [String(expired.id)],
    )
    expect(rows).toEqual([{ actor_id: null }])
  })

  test('the retention period of a rejected applicant starts at the latest rejection', async () => {
    const user = await buildRejectedUser(13)
    await target.database.db.insert(userHistory).values({ userId: user.id, status: 'rejected' })
    await eraseRejectedApplicants(buildTestServiceContext(target.database.db))
    expect(await findUser(user.id)).toMatchObject({ erasedAt: null })
  })
})
