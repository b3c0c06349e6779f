import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { analyseActivities } from '#server/features/analytics/analyse-activities.service.ts'
import { analyseCommunication } from '#server/features/analytics/analyse-communication.service.ts'
import { analyseMembers } from '#server/features/analytics/analyse-members.service.ts'
import { readDashboard } from '#server/features/dashboard/dashboard.service.ts'
import { eraseRejected } from '#server/features/my-data/erase-rejected.service.ts'
import { secretFrom } from '#server/secret.ts'
import { actingAs, testContext } from '#server/test/app.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { startOfMonth } from '#shared/calendar.ts'
import { demoAccounts } from './accounts.ts'
import { loadDemo } from './load.ts'

const secret = secretFrom('kunci-ujian-0123456789-abcdefghijklmnop')

async function figure({ db }: TestDatabase, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await db.execute<{ value: string }>(query)
  return Number(rows[0]?.value)
}

/** People and their places as they were at that moment, by the history alone. */
const peopleAt = (moment: Date) => sql`
  (select distinct on (user_id) * from user_history where created_at < ${moment.toISOString()}::timestamptz
    order by user_id, created_at desc, id desc)`

describe.each([
  ['in the middle of a month', '2026-11-15T02:30:00Z'],
  ['in the first minute of a month in Kuala Lumpur', '2026-10-31T16:00:30Z'],
  ['in the last minute of a year', '2026-12-31T15:59:30Z'],
  ['on a leap day', '2028-02-29T10:00:00Z'],
])('the demo, loaded %s', (_name, moment) => {
  const now = new Date(moment)
  const month = startOfMonth(now)

  test('gives the sample figures by plain counting', async () => {
    const database = await createTestDatabase()
    expect(await loadDemo(database.db, secret, now)).toBe(true)
    const count = (query: ReturnType<typeof sql>) => figure(database, query)

    const members = await count(sql`select count(*) as value from users where status = 'active'`)
    const membersBefore = await count(
      sql`select count(*) as value from ${peopleAt(month)} p where status = 'active'`,
    )
    expect([members, membersBefore]).toEqual([1080, 960])
    expect(((members - membersBefore) / membersBefore) * 100).toBe(12.5)

    const countries = await count(
      sql`select count(distinct current_country) as value from users where status = 'active'`,
    )
    const countriesBefore = await count(
      sql`select count(distinct current_country) as value from ${peopleAt(month)} p where status = 'active'`,
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

    const startingIn = (from: Date, to: Date) =>
      count(sql`
      select count(*) as value from activities
       where start_date >= ${from.toISOString()}::timestamptz and start_date < ${to.toISOString()}::timestamptz`)
    expect(await startingIn(month, startOfMonth(now, 1))).toBe(await startingIn(startOfMonth(now, -1), month))

    const admin = {
      id: 1,
      role: 'system_admin',
      status: 'active',
      currentCountry: null,
      clubId: null,
    } as const
    const dashboard = await readDashboard(actingAs(database.db, admin), now)
    expect([dashboard.totalMembers, dashboard.lastMonth.totalMembers]).toEqual([1080, 960])
    expect(dashboard.totalCountries - dashboard.lastMonth.totalCountries).toBe(3)
    const analytics = await analyseMembers(database, {}, now)
    expect([analytics.totalClubs, analytics.lastMonth.totalClubs]).toEqual([101, 96])
    expect(analytics.clubCountries - analytics.lastMonth.clubCountries).toBe(2)
    const { thisMonth, lastMonth } = await analyseActivities(database, {}, now)
    expect(thisMonth).toBe(lastMonth)
    const busy = await database.db.execute(sql`
      select distinct date_trunc('month', start_date at time zone 'Asia/Kuala_Lumpur') from activities`)
    expect(busy.rows.length).toBeGreaterThanOrEqual(14)
    const { totalMessages, timeline } = await analyseCommunication(database, {}, now)
    expect(totalMessages).toBe(await count(sql`select count(*) as value from messages`))
    // A line to look at: most days of the month have something, and no day has most of it.
    const daily = timeline.map(one => one.count)
    expect(daily.filter(Boolean).length).toBeGreaterThan(20)
    expect(Math.max(...daily)).toBeLessThan(daily.reduce((sum, one) => sum + one) / 3)
    const months = await database.db.execute(
      sql`select distinct date_trunc('month', created_at at time zone 'Asia/Kuala_Lumpur') from messages`,
    )
    expect(months.rows.length).toBeGreaterThanOrEqual(12)

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
  })
})

/** What must be true of any data, and so of the demo's. */
async function expectConsistent(database: TestDatabase, now: Date): Promise<void> {
  const count = (query: ReturnType<typeof sql>) => figure(database, query)
  const none: [string, ReturnType<typeof sql>][] = [
    [
      'the history ends where the person is',
      sql`
      select count(*) as value from users u left join ${peopleAt(new Date(now.getTime() + 60_000))} h on h.user_id = u.id
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
  const more: [string, ReturnType<typeof sql>][] = [
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
  for (const [rule, query] of [...none, ...more]) expect([rule, await count(query)]).toEqual([rule, 0])
  const statuses = await count(sql`select count(distinct status) as value from activities`)
  expect(statuses).toBe(4)
}

describe('loading', () => {
  test('is done once, brings the accounts, shows no identity number, and leaves the numbers free for what follows', async () => {
    const database = await createTestDatabase()
    const loaded = await Promise.all([1, 2, 3].map(() => loadDemo(database.db, secret)))
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
    await database.close()
  })

  test('nobody in it is due to be erased, now or five months later', async () => {
    const database = await createTestDatabase()
    await loadDemo(database.db, secret, new Date(Date.now() - 150 * 86_400_000))
    const accounts = () => figure(database, sql`select count(*) as value from users where erased_at is null`)
    const before = await accounts()
    await eraseRejected(testContext(database.db))
    expect(await accounts()).toBe(before)
    await database.close()
  })
})
