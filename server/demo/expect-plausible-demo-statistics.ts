// Checks that the demo dashboard shows the same key figures on whatever date the demo is loaded.
import { type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { computeActivityAnalytics } from '#server/features/analytics/compute-activity-analytics.service.ts'
import { computeCommunicationAnalytics } from '#server/features/analytics/compute-communication-analytics.service.ts'
import { computeMemberAnalytics } from '#server/features/analytics/compute-member-analytics.service.ts'
import { readDashboard } from '#server/features/dashboard/dashboard.service.ts'
import { createServiceContextForActor, testSecret } from '#server/test/harness/app.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness/database.ts'
import { getStartOfMonth } from '#shared/time/kuala-lumpur-calendar.ts'
import { buildUsersAtTimeSql, executeCountQuery } from './demo-queries.ts'
import { expectConsistentDemoData } from './expect-consistent-demo-data.ts'
import { loadDemoData } from './load-demo-data.ts'

async function expectMemberGrowth(database: TestDatabase, now: Date): Promise<void> {
  const count = (query: SQL) => executeCountQuery(database, query)
  const month = getStartOfMonth(now)
  const members = await count(sql`select count(*) as value from users where status = 'active'`)
  const membersBefore = await count(
    sql`select count(*) as value from ${buildUsersAtTimeSql(month)} p where status = 'active'`,
  )
  expect([members, membersBefore]).toEqual([1080, 960])
  expect(((members - membersBefore) / membersBefore) * 100).toBe(12.5)

  const countries = await count(
    sql`select count(distinct current_country) as value from users where status = 'active'`,
  )
  const countriesBefore = await count(
    sql`select count(distinct current_country) as value from ${buildUsersAtTimeSql(month)} p where status = 'active'`,
  )
  expect(countries - countriesBefore).toBe(3)
}

async function expectClubGrowth(database: TestDatabase, now: Date): Promise<void> {
  const count = (query: SQL) => executeCountQuery(database, query)
  const month = getStartOfMonth(now)
  const clubs = await count(sql`select count(*) as value from clubs where is_active`)
  const clubsBefore = await count(sql`
    select count(*) as value from (select distinct on (club_id) * from club_history
      where created_at < ${month.toISOString()}::timestamptz order by club_id, created_at desc) h where is_active`)
  expect([clubs, clubsBefore]).toEqual([101, 96])
  expect((((clubs - clubsBefore) / clubsBefore) * 100).toFixed(1)).toBe('5.2')

  const clubCountries = await count(sql`select count(distinct country) as value from clubs where is_active`)
  const clubCountriesBefore = await count(
    sql`select count(distinct country) as value from clubs where created_at < ${month.toISOString()}::timestamptz`,
  )
  expect(clubCountries - clubCountriesBefore).toBe(2)
}

async function expectPlausibleActivities(database: TestDatabase, now: Date): Promise<void> {
  const count = (query: SQL) => executeCountQuery(database, query)
  const month = getStartOfMonth(now)
  const countActivities = (from: Date, to: Date) =>
    count(sql`
    select count(*) as value from activities
     where start_date >= ${from.toISOString()}::timestamptz and start_date < ${to.toISOString()}::timestamptz`)
  expect(await countActivities(month, getStartOfMonth(now, 1))).toBe(
    await countActivities(getStartOfMonth(now, -1), month),
  )

  const activityMonths = await database.db.execute(sql`
    select distinct date_trunc('month', start_date at time zone 'Asia/Kuala_Lumpur') from activities`)
  expect(activityMonths.rows.length).toBeGreaterThanOrEqual(14)
}

async function expectPlausibleAnalytics(database: TestDatabase, now: Date): Promise<void> {
  const admin = {
    id: 1,
    role: 'system_admin',
    status: 'active',
    currentCountry: null,
    clubId: null,
  } as const
  const dashboard = await readDashboard(createServiceContextForActor(database.db, admin), now)
  expect([dashboard.totalMembers, dashboard.lastMonth.totalMembers]).toEqual([1080, 960])
  expect(dashboard.totalCountries - dashboard.lastMonth.totalCountries).toBe(3)
  const analytics = await computeMemberAnalytics(database, {}, now)
  expect([analytics.totalClubs, analytics.lastMonth.totalClubs]).toEqual([101, 96])
  expect(analytics.clubCountries - analytics.lastMonth.clubCountries).toBe(2)
  const { thisMonth, lastMonth } = await computeActivityAnalytics(database, {}, now)
  expect(thisMonth).toBe(lastMonth)
}

async function expectPlausibleMessages(database: TestDatabase, now: Date): Promise<void> {
  const count = (query: SQL) => executeCountQuery(database, query)
  const { totalMessages, timeline } = await computeCommunicationAnalytics(database, {}, now)
  expect(totalMessages).toBe(await count(sql`select count(*) as value from messages`))
  // The demo message chart looks realistic: most days have messages, and no day has a third of all messages.
  const daily = timeline.map(entry => entry.count)
  expect(daily.filter(Boolean).length).toBeGreaterThan(20)
  expect(Math.max(...daily)).toBeLessThan(daily.reduce((sum, dayCount) => sum + dayCount) / 3)
  const messageMonths = await database.db.execute(
    sql`select distinct date_trunc('month', created_at at time zone 'Asia/Kuala_Lumpur') from messages`,
  )
  expect(messageMonths.rows.length).toBeGreaterThanOrEqual(12)
}

/** Expects that the demo account with user id 1 has three unread notifications and five unread messages. */
async function expectPlausibleUnreadCounts(database: TestDatabase): Promise<void> {
  const count = (query: SQL) => executeCountQuery(database, query)
  expect(
    await count(sql`select count(*) as value from notifications where user_id = 1 and read_at is null`),
  ).toBe(3)
  expect(
    await count(sql`
      select sum(g.last_seq - m.last_read_seq) as value from group_members m join message_groups g on g.id = m.group_id
       where m.user_id = 1`),
  ).toBe(5)
}

export async function expectPlausibleDemoStatistics(timestamp: string): Promise<void> {
  const now = new Date(timestamp)
  const database = await createTestDatabase()
  expect(await loadDemoData(database.db, testSecret, now)).toBe(true)
  await expectMemberGrowth(database, now)
  await expectClubGrowth(database, now)
  await expectPlausibleActivities(database, now)
  await expectPlausibleAnalytics(database, now)
  await expectPlausibleMessages(database, now)
  await expectPlausibleUnreadCounts(database)
  await expectConsistentDemoData(database, now)
  await database.close()
}
