// Checks the demo data: the figures of the sample dashboard, whenever the demo is loaded, and consistent rows.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { analyseActivities } from '#server/features/analytics/analyse-activities.service.ts'
import { analyseCommunication } from '#server/features/analytics/analyse-communication.service.ts'
import { analyseMembers } from '#server/features/analytics/analyse-members.service.ts'
import { readDashboard } from '#server/features/dashboard/dashboard.service.ts'
import { createActorContext, testSecret } from '#server/test/harness/app.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness/database.ts'
import { getStartOfMonth } from '#shared/time/calendar.ts'
import { loadDemo } from './load-demo.ts'

export async function readCount({ db }: TestDatabase, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await db.execute<{ value: string }>(query)
  return Number(rows[0]?.value)
}

/** Users with status and location at that time, reconstructed from the history alone. */
const selectUsersAt = (moment: Date) => sql`
  (select distinct on (user_id) * from user_history where created_at < ${moment.toISOString()}::timestamptz
    order by user_id, created_at desc, id desc)`

export async function expectSampleFigures(moment: string): Promise<void> {
  const now = new Date(moment)
  const month = getStartOfMonth(now)
  const database = await createTestDatabase()
  expect(await loadDemo(database.db, testSecret, now)).toBe(true)
  const count = (query: ReturnType<typeof sql>) => readCount(database, query)

  const members = await count(sql`select count(*) as value from users where status = 'active'`)
  const membersBefore = await count(
    sql`select count(*) as value from ${selectUsersAt(month)} p where status = 'active'`,
  )
  expect([members, membersBefore]).toEqual([1080, 960])
  expect(((members - membersBefore) / membersBefore) * 100).toBe(12.5)

  const countries = await count(
    sql`select count(distinct current_country) as value from users where status = 'active'`,
  )
  const countriesBefore = await count(
    sql`select count(distinct current_country) as value from ${selectUsersAt(month)} p where status = 'active'`,
  )
  expect(countries - countriesBefore).toBe(3)

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

  const countActivities = (from: Date, to: Date) =>
    count(sql`
    select count(*) as value from activities
     where start_date >= ${from.toISOString()}::timestamptz and start_date < ${to.toISOString()}::timestamptz`)
  expect(await countActivities(month, getStartOfMonth(now, 1))).toBe(
    await countActivities(getStartOfMonth(now, -1), month),
  )

  const admin = {
    id: 1,
    role: 'system_admin',
    status: 'active',
    currentCountry: null,
    clubId: null,
  } as const
  const dashboard = await readDashboard(createActorContext(database.db, admin), now)
  expect([dashboard.totalMembers, dashboard.lastMonth.totalMembers]).toEqual([1080, 960])
  expect(dashboard.totalCountries - dashboard.lastMonth.totalCountries).toBe(3)
  const analytics = await analyseMembers(database, {}, now)
  expect([analytics.totalClubs, analytics.lastMonth.totalClubs]).toEqual([101, 96])
  expect(analytics.clubCountries - analytics.lastMonth.clubCountries).toBe(2)
  const { thisMonth, lastMonth } = await analyseActivities(database, {}, now)
  expect(thisMonth).toBe(lastMonth)
  const activityMonths = await database.db.execute(sql`
    select distinct date_trunc('month', start_date at time zone 'Asia/Kuala_Lumpur') from activities`)
  expect(activityMonths.rows.length).toBeGreaterThanOrEqual(14)
  const { totalMessages, timeline } = await analyseCommunication(database, {}, now)
  expect(totalMessages).toBe(await count(sql`select count(*) as value from messages`))
  // The chart needs a plausible line: most days of the month have messages, and no day has most of them.
  const daily = timeline.map(entry => entry.count)
  expect(daily.filter(Boolean).length).toBeGreaterThan(20)
  expect(Math.max(...daily)).toBeLessThan(daily.reduce((sum, dayCount) => sum + dayCount) / 3)
  const messageMonths = await database.db.execute(
    sql`select distinct date_trunc('month', created_at at time zone 'Asia/Kuala_Lumpur') from messages`,
  )
  expect(messageMonths.rows.length).toBeGreaterThanOrEqual(12)

  expect(
    await count(sql`select count(*) as value from notifications where user_id = 1 and read_at is null`),
  ).toBe(3)
  expect(
    await count(sql`
      select sum(g.last_seq - m.last_read_seq) as value from group_members m join message_groups g on g.id = m.group_id
       where m.user_id = 1`),
  ).toBe(5)
  await expectConsistent(database, now)
  await database.close()
}

/** Expects rules that must hold for all data, also outside the demo. Each query counts violations. */
async function expectConsistent(database: TestDatabase, now: Date): Promise<void> {
  const count = (query: ReturnType<typeof sql>) => readCount(database, query)
  const rules: [string, ReturnType<typeof sql>][] = [
    [
      'the history ends where the person is',
      sql`
      select count(*) as value from users u left join ${selectUsersAt(new Date(now.getTime() + 60_000))} h on h.user_id = u.id
       where h.status is distinct from u.status or h.current_country is distinct from u.current_country
          or h.club_id is distinct from u.club_id`,
    ],
    [
      'nothing has happened in the future',
      sql`
      select count(*) as value from user_history where created_at > ${now.toISOString()}::timestamptz`,
    ],
    [
      'a member has a number, others who never were have none',
      sql`
      select count(*) as value from users where (approved_at is null) <> (membership_number is null)`,
    ],
    [
      'numbers run without gaps',
      sql`
      select count(*) as value from membership_counters c where c.last_number <> (
        select count(*) from users where membership_number like c.country_code || '-' || c.year || '-%')`,
    ],
    [
      'a club is in the country of its members',
      sql`
      select count(*) as value from users u join clubs c on c.id = u.club_id where c.country <> u.current_country`,
    ],
    [
      'groups hold exactly those who belong',
      sql`
      select count(*) as value from users u cross join message_groups g
        left join group_members m on m.group_id = g.id and m.user_id = u.id
       where (m.id is not null) <> (u.status = 'active' and coalesce(
         g.type = 'global' or g.country = u.current_country or g.club_id = u.club_id, false))`,
    ],
    [
      'messages run from 1 to the last without gaps',
      sql`
      select count(*) as value from message_groups g
       where g.last_seq <> (select count(*) from messages where group_id = g.id)
          or g.last_seq <> (select coalesce(max(seq), 0) from messages where group_id = g.id)`,
    ],
    [
      'later messages are later',
      sql`
      select count(*) as value from messages a join messages b on b.group_id = a.group_id and b.seq = a.seq + 1
       where b.created_at < a.created_at`,
    ],
    [
      'nobody waits while there is room, nobody has a place too many',
      sql`
      select count(*) as value from activities a where
        (select count(*) from activity_participants where activity_id = a.id and status <> 'waiting') > a.max_participants
        or ((select count(*) from activity_participants where activity_id = a.id and status = 'waiting') > 0 and
            (select count(*) from activity_participants where activity_id = a.id and status <> 'waiting') < a.max_participants)`,
    ],
  ]
  const moreRules: [string, ReturnType<typeof sql>][] = [
    [
      'nobody joined before they were a member',
      sql`select count(*) as value from activity_participants p join users u on u.id = p.user_id where p.created_at < u.approved_at`,
    ],
    [
      'nobody was approved into a club that did not exist',
      sql`select count(*) as value from users u join clubs c on c.id = u.club_id where u.approved_at < c.created_at`,
    ],
    [
      'nobody began to study after they had registered',
      sql`select count(*) as value from users where start_year > extract(year from created_at + interval '8 hours')`,
    ],
    [
      'no message is older than its group, none from the future',
      sql`select count(*) as value from messages m join message_groups g on g.id = m.group_id
           where m.created_at < g.created_at or m.created_at > ${now.toISOString()}::timestamptz`,
    ],
    [
      'nobody speaks before they were a member',
      sql`select count(*) as value from messages m join users u on u.id = m.sender_id where m.created_at < u.approved_at`,
    ],
    [
      'nobody answers themselves and nothing is said twice',
      sql`select count(*) as value from messages a join messages b on b.group_id = a.group_id
           and ((b.seq = a.seq + 1 and b.sender_id = a.sender_id) or (b.seq > a.seq and b.content = a.content))
`,
    ],
    [
      'nothing starts or ends in the middle of the night, by the clock of its place',
      sql`select count(*) as value from activities a join clubs c on c.id = a.club_id
           where a.time_zone <> c.time_zone
              or extract(hour from a.start_wall) not between 9 and 20
              or extract(hour from a.end_wall) not between 9 and 22`,
    ],
    [
      'no name doubles itself',
      sql`select count(*) as value from users where split_part(full_name, ' ', 1) = split_part(full_name, ' ', 2)`,
    ],
  ]
  for (const [rule, query] of [...rules, ...moreRules]) expect([rule, await count(query)]).toEqual([rule, 0])
  const statuses = await count(sql`select count(distinct status) as value from activities`)
  expect(statuses).toBe(4)
}
