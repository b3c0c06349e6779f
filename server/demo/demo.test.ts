import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { eraseRejectedApplicants } from '#server/features/my-data/erase-rejected-applicants.service.ts'
import { buildTestServiceContext, testSecret } from '#server/test/harness/app.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { demoAccounts } from './accounts.ts'
import { executeCountQuery } from './demo-queries.ts'
import { expectPlausibleDemoStatistics } from './expect-plausible-demo-statistics.ts'
import { loadDemoData } from './load-demo-data.ts'

test('demo data loaded in the first minute of a month in Kuala Lumpur gives the same key figures on the dashboard as at other times', () =>
  expectPlausibleDemoStatistics('2026-10-31T16:00:30Z'))

describe('loadDemoData', () => {
  // Applicants in demo data loaded five months ago have waited longest, so the retention job might erase them.
  const database = setUpDatabase()
  const fiveMonthsAgo = new Date(Date.now() - 150 * 86_400_000)

  test('loadDemoData runs once, creates the demo accounts, stores no identity number in plaintext, and advances the id sequences', async () => {
    const loaded = await Promise.all([1, 2].map(() => loadDemoData(database.db, testSecret, fiveMonthsAgo)))
    expect(loaded.filter(Boolean)).toHaveLength(1)
    const dump = JSON.stringify((await database.db.execute(sql`select * from users`)).rows)
    for (const { icNumber } of demoAccounts) {
      expect(dump).not.toContain(icNumber)
      expect(dump).not.toContain(icNumber.replaceAll('-', ''))
    }
    const { rows } = await database.db.execute<{
      email: string
      role: string
      status: string
      club_id: number | null
    }>(sql`select email, role, status, club_id from users order by id limit ${demoAccounts.length}`)
    expect(rows.map(({ email, role, status }) => ({ email, role, status }))).toEqual(
      demoAccounts.map(({ email, role, status }) => ({ email, role, status })),
    )
    expect(rows.slice(3, 6).map(row => row.club_id)).toEqual([1, 1, 1])
    await database.db.execute(
      sql`insert into users (username, email, full_name) values ('baru', 'baru@contoh.my', 'Baru')`,
    )
    await database.db.execute(sql`insert into clubs (name, country) values ('Baharu', 'Japan')`)
  })

  test('five months after the demo was loaded, the retention job erases no demo user', async () => {
    const countAccounts = () =>
      executeCountQuery(database, sql`select count(*) as value from users where erased_at is null`)
    const before = await countAccounts()
    await eraseRejectedApplicants(buildTestServiceContext(database.db))
    expect(await countAccounts()).toBe(before)
  })
})
