// Property test: after random events, every figure of dashboard and analytics equals a direct count of the rows.

import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { readDashboard } from '#server/features/dashboard/dashboard.service.ts'
import { findIncorrectMaterializedCounters } from '#server/summaries/summaries.service.ts'
import { type Caller, createServiceContextForActor, setUpApp } from '#server/test/harness/app.ts'
import type { TestUser } from '#server/test/harness/factories.ts'
import { chooseNumberOfRuns } from '#server/test/harness/pick-test-case-subset.ts'
import { educationLevels, type Period, periods } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { getStartOfMonth, listMonthsUpTo } from '#shared/time/kuala-lumpur-calendar.ts'
import { computeActivityAnalytics } from './compute-activity-analytics.service.ts'
import { computeCommunicationAnalytics } from './compute-communication-analytics.service.ts'
import { computeMemberAnalytics } from './compute-member-analytics.service.ts'
import { countNewMessagesForAnalytics } from './count-new-messages-for-analytics.service.ts'

const target = setUpApp({ REGISTER_LIMIT: '100000/1' })
let admin: Caller & { user: TestUser }
let countryAdmin: Caller & { user: TestUser }
beforeAll(async () => {
  admin = await target.asNew({ role: 'system_admin' })
  countryAdmin = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
  // Users created by the server get a row in user_history; the rows of the test users are added here.
  await target.database.db.execute(
    sql`insert into user_history (user_id, status, current_country) select id, status, current_country from users`,
  )
})

async function queryRows<T extends Record<string, unknown>>(query: SQL): Promise<T[]> {
  return (await target.database.db.execute(query)).rows as T[]
}
async function queryValue(query: SQL): Promise<number> {
  return Number((await queryRows<{ value: string }>(query))[0]?.value)
}

const kinds = [
  'register',
  'register',
  'register',
  'approve',
  'approve',
  'approve',
  'reject',
  'deactivate',
  'reactivate',
  'place',
  'place',
  'erase',
  'club',
  'closeClub',
  'activity',
  'status',
  'group',
  'message',
  'message',
  'count',
  'countTwice',
  'month',
  'lastMoment',
] as const
/** Random event. The affected record is picked from those that exist when the event is applied. */
const step = fc.record({
  what: fc.constantFrom(...kinds),
  country: fc.constantFrom(...countries.slice(3, 7)),
  level: fc.constantFrom('', ...educationLevels),
  birthYear: fc.constantFrom('', '82', '95', '99', '01', '03', '05', '09'),
  daysAgo: fc.integer({ min: -40, max: 75 }),
  status: fc.constantFrom('planned', 'ongoing', 'completed', 'cancelled'),
  pick: fc.nat(1000),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function pickFromQuery(query: SQL, pick: number): Promise<number | undefined> {
  const found = await queryRows<{ id: number }>(query)
  return found[pick % Math.max(1, found.length)]?.id
}
const pickUser = (status: string, pick: number) =>
  pickFromQuery(
    sql`select id from users where status = ${status} and role = 'member' and erased_at is null order by id`,
    pick,
  )
const pickClub = (country: string, pick: number) =>
  pickFromQuery(sql`select id from clubs where country = ${country} and is_active order by id`, pick)

let registered = 0
async function registerApplicant({ country, level, birthYear, pick }: Step): Promise<void> {
  registered++
  const { statusCode, body } = await target.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: { origin: 'http://perantau.test' },
    payload: {
      email: `rawak${registered}@contoh.my`,
      password: 'kata-laluan-ujian-88',
      fullName: `Rawak ${registered}`,
      currentCountry: country,
      educationLevel: level,
      icNumber: birthYear && `${birthYear}0203-01-${String(1000 + registered).padStart(4, '0')}`,
      clubId: (pick % 3 > 0 && (await pickClub(country, pick))) || undefined,
    },
  })
  expect(statusCode, body).toBe(201)
}

async function decideAboutUser(path: string, status: string, pick: number): Promise<void> {
  const id = await pickUser(status, pick)
  if (!id) return
  const { statusCode, body } = await admin.call('POST', `/api/users/${id}/${path}`, undefined)
  expect(statusCode, body).toBe(200)
}

/** Inserts a message as the chat does: one statement increments the group's message number and uses it. */
async function sendMessage({ daysAgo, pick }: Step): Promise<void> {
  const group = await pickFromQuery(sql`select id from message_groups order by id`, pick)
  const type = pick % 4 === 0 ? 'image' : 'text'
  await queryRows(sql`
    with g as (update message_groups set last_seq = last_seq + 1 where id = ${group ?? 0} returning id, last_seq)
    insert into messages (sender_id, group_id, seq, content, message_type, created_at)
    select ${admin.user.id}, id, last_seq, 'x', ${type}, now() - ${Math.abs(daysAgo)} * interval '1 day' from g`)
}

const dated: [table: string, column: string][] = [
  ['users', 'created_at'],
  ['users', 'erased_at'],
  ['user_history', 'created_at'],
  ['club_history', 'created_at'],
]

/** Simulates the passing of a month by dating all past events a month earlier. */
async function moveRowsBackByOneMonth(): Promise<void> {
  for (const [table, column] of dated) {
    const [name, moment] = [sql.identifier(table), sql.identifier(column)]
    await queryRows(
      sql`update ${name} set ${moment} = ${moment} - interval '1 month' where ${moment} is not null`,
    )
  }
}

/** Dates the events of this month to the last millisecond of the previous month. */
async function moveRowsToEndOfLastMonth(): Promise<void> {
  const end = getStartOfMonth(new Date()).toISOString()
  for (const [table, column] of dated) {
    const [name, moment] = [sql.identifier(table), sql.identifier(column)]
    await queryRows(sql`update ${name} set ${moment} = ${end}::timestamptz - interval '1 millisecond'
                    where ${moment} >= ${end}::timestamptz`)
  }
}

async function applyStepToDatabase(event: Step): Promise<void> {
  const { what, country, pick, status, daysAgo } = event
  switch (what) {
    case 'register':
      return registerApplicant(event)
    case 'approve':
      return decideAboutUser('approve', 'pending', pick)
    case 'reject':
      return decideAboutUser('reject', 'pending', pick)
    case 'deactivate':
      return decideAboutUser('deactivate', 'active', pick)
    case 'reactivate':
      return decideAboutUser('reactivate', 'inactive', pick)
    case 'place': {
      const id = await pickUser(pick % 2 ? 'active' : 'pending', pick)
      const clubId = (await pickClub(country, pick)) ?? null
      return void (
        id && (await admin.call('PUT', `/api/users/${id}/placement`, { currentCountry: country, clubId }))
      )
    }
    case 'erase': {
      const id = await pickUser(pick % 3 ? 'active' : 'pending', pick)
      return void (await queryRows(sql`update users set erased_at = now() where id = ${id ?? 0}`))
    }
    case 'club':
      return void (await admin.call('POST', '/api/clubs', { name: `Kelab ${pick}`, country }))
    case 'closeClub': {
      const id = await pickFromQuery(sql`select id from clubs where country = ${country} order by id`, pick)
      const body = { name: `Kelab ${pick}`, country, isActive: pick % 2 === 0 }
      return void (id && (await admin.call('PUT', `/api/clubs/${id}`, body)))
    }
    case 'activity':
      return void (await admin.call('POST', '/api/activities', {
        title: 'Aktiviti',
        clubId: pick % 4 ? ((await pickClub(country, pick)) ?? null) : null,
        startDate: pick % 9 ? new Date(Date.now() - daysAgo * 86_400_000).toISOString() : null,
      }))
    case 'status': {
      const id = await pickFromQuery(sql`select id from activities order by id`, pick)
      return void (await queryRows(sql`update activities set status = ${status} where id = ${id ?? 0}`))
    }
    case 'group':
      return void (await queryRows(sql`insert into message_groups (name, type) values ('Kami', 'custom')`))
    case 'message':
      return sendMessage(event)
    case 'count':
      return countNewMessagesForAnalytics(target.database.db)
    case 'countTwice':
      return void (await Promise.all([
        countNewMessagesForAnalytics(target.database.db),
        countNewMessagesForAnalytics(target.database.db),
      ]))
    case 'month':
      return moveRowsBackByOneMonth()
    case 'lastMoment':
      return moveRowsToEndOfLastMonth()
  }
}

interface Scope {
  country?: (typeof countries)[number]
  clubId?: number
}

/** SQL condition on a table of people for a country or club filter. */
function buildUserScopeCondition({ country, clubId }: Scope, table: string): SQL {
  const t = sql.identifier(table)
  if (clubId) return sql`${t}.club_id = ${clubId}`
  return country ? sql`${t}.current_country = ${country}` : sql`true`
}
const buildTimestampSql = (instant: Date) => sql`${instant.toISOString()}::timestamptz`
const buildUsersOfScopeSql = (scope: Scope) =>
  sql`users where status = 'active' and erased_at is null and ${buildUserScopeCondition(scope, 'users')}`
/** Finds the members at a past time, each by the latest history row before that time. */
const buildUsersOfScopeAtSql = (scope: Scope, instant: Date) => sql`
  (select distinct on (h.user_id) h.* from user_history h where h.created_at < ${buildTimestampSql(instant)}
    order by h.user_id, h.created_at desc, h.id desc) h join users u on u.id = h.user_id
   where h.status = 'active' and (u.erased_at is null or u.erased_at >= ${buildTimestampSql(instant)}) and ${buildUserScopeCondition(scope, 'h')}`
const buildClubScopeCondition = ({ country, clubId }: Scope) =>
  clubId ? sql`c.id = ${clubId}` : country ? sql`c.country = ${country}` : sql`true`
const buildClubsOfScopeAtSql = (scope: Scope, instant: Date) => sql`
  clubs c join lateral (select is_active from club_history h where h.club_id = c.id and h.created_at < ${buildTimestampSql(instant)}
    order by h.created_at desc, h.id desc limit 1) h on h.is_active where ${buildClubScopeCondition(scope)}`

async function countKeyFigures(scope: Scope) {
  return {
    totalMembers: await queryValue(sql`select count(*) as value from ${buildUsersOfScopeSql(scope)}`),
    totalCountries: await queryValue(
      sql`select count(distinct current_country) as value from ${buildUsersOfScopeSql(scope)}`,
    ),
    totalClubs: await queryValue(
      sql`select count(*) as value from clubs c where is_active and ${buildClubScopeCondition(scope)}`,
    ),
    clubCountries: await queryValue(
      sql`select count(distinct country) as value from clubs c where is_active and ${buildClubScopeCondition(scope)}`,
    ),
  }
}

async function countKeyFiguresAt(scope: Scope, instant: Date) {
  return {
    totalMembers: await queryValue(
      sql`select count(*) as value from ${buildUsersOfScopeAtSql(scope, instant)}`,
    ),
    totalCountries: await queryValue(
      sql`select count(distinct h.current_country) as value from ${buildUsersOfScopeAtSql(scope, instant)}`,
    ),
    totalClubs: await queryValue(
      sql`select count(*) as value from ${buildClubsOfScopeAtSql(scope, instant)}`,
    ),
    clubCountries: await queryValue(
      sql`select count(distinct c.country) as value from ${buildClubsOfScopeAtSql(scope, instant)}`,
    ),
  }
}

async function expectCorrectMemberAnalytics(scope: Scope, period: Period, now: Date): Promise<void> {
  const found = await computeMemberAnalytics(target.database, { ...scope, period }, now)
  const { membersByEducationLevel, membersByAge, membersByCountry, changesByCountry, growth, ...rest } = found
  expect(rest).toEqual({
    ...(await countKeyFigures(scope)),
    lastMonth: await countKeyFiguresAt(scope, getStartOfMonth(now)),
    pendingApprovals: await queryValue(sql`
      select count(*) as value from users where status = 'pending' and erased_at is null and ${buildUserScopeCondition(scope, 'users')}`),
  })
  for (const { level, count } of membersByEducationLevel) {
    const hasLevel = level === 'unknown' ? sql`education_level is null` : sql`education_level = ${level}`
    expect([level, count]).toEqual([
      level,
      await queryValue(sql`select count(*) as value from ${buildUsersOfScopeSql(scope)} and ${hasLevel}`),
    ])
  }
  const ages = await queryRows<{ range: string; count: number }>(sql`
    select case when age is null then 'unknown' when age < 18 then '<18' when age <= 20 then '18-20'
                when age <= 23 then '21-23' when age <= 26 then '24-26' when age <= 30 then '27-30'
                when age <= 40 then '31-40' else '>40' end as range, count(*)::int as count
      from (select extract(year from ${buildTimestampSql(now)} at time zone 'Asia/Kuala_Lumpur') - birth_year as age
              from ${buildUsersOfScopeSql(scope)}) a group by 1`)
  expect(
    Object.fromEntries(membersByAge.filter(({ count }) => count > 0).map(row => [row.ageRange, row.count])),
  ).toEqual(Object.fromEntries(ages.map(row => [row.range, row.count])))
  expect(membersByCountry).toEqual(
    await queryRows(sql`
      select current_country as country, count(*)::int as count from ${buildUsersOfScopeSql(scope)} and current_country is not null
       group by 1 order by 2 desc, 1`),
  )
  const before = await queryRows<{ country: string; count: number }>(sql`
    select h.current_country as country, count(*)::int as count
      from ${buildUsersOfScopeAtSql(scope, getStartOfMonth(now, 1 - Number(period)))} and h.current_country is not null group by 1`)
  const getCountOfCountry = (list: { country: string; count: number }[], wanted: string) =>
    list.find(({ country }) => country === wanted)?.count ?? 0
  expect(changesByCountry.map(({ country }) => country)).toEqual(countries)
  for (const { country, change } of changesByCountry)
    expect([country, change]).toEqual([
      country,
      getCountOfCountry(membersByCountry, country) - getCountOfCountry(before, country),
    ])
  expect(growth.map(({ month }) => month)).toEqual(listMonthsUpTo(now, Number(period)))
  for (const [index, { members }] of growth.entries()) {
    const end = getStartOfMonth(now, index + 2 - growth.length)
    expect(members).toBe(
      await queryValue(sql`select count(*) as value from ${buildUsersOfScopeAtSql(scope, end)}`),
    )
  }
}

/** Sums the parts of an analytics breakdown, to check that no part is missing. */
const sumParts = (parts: { count: number }[]) => parts.reduce((sum, { count }) => sum + count, 0)

async function expectCorrectActivityAnalytics(
  scope: Scope,
  period: Period | undefined,
  now: Date,
): Promise<void> {
  const found = await computeActivityAnalytics(target.database, { ...scope, period }, now)
  const from = sql`activities a left join clubs c on c.id = a.club_id where ${buildClubScopeCondition(scope)}`
  const buildPeriodCondition = (start: Date, end: Date) =>
    sql`start_date >= ${buildTimestampSql(start)} and start_date < ${buildTimestampSql(end)}`
  const months = Number(period ?? 12)
  const counted = period
    ? buildPeriodCondition(getStartOfMonth(now, 1 - months), getStartOfMonth(now, 1))
    : sql`true`
  expect(found.totalActivities).toBe(
    await queryValue(sql`select count(*) as value from ${from} and ${counted}`),
  )
  expect(sumParts(found.activitiesByStatus)).toBe(found.totalActivities)
  for (const { status, count } of found.activitiesByStatus) {
    expect(count).toBe(
      await queryValue(sql`select count(*) as value from ${from} and ${counted} and status = ${status}`),
    )
  }
  const countActivitiesOfMonth = (ahead: number) =>
    queryValue(
      sql`select count(*) as value from ${from} and ${buildPeriodCondition(getStartOfMonth(now, ahead), getStartOfMonth(now, ahead + 1))}`,
    )
  expect([found.thisMonth, found.lastMonth]).toEqual([
    await countActivitiesOfMonth(0),
    await countActivitiesOfMonth(-1),
  ])
  expect(found.trend.map(({ month }) => month)).toEqual(listMonthsUpTo(now, months))
  for (const [index, { count }] of found.trend.entries())
    expect(count).toBe(await countActivitiesOfMonth(index + 1 - months))
}

async function expectCorrectMessageAnalytics(
  scope: Scope,
  period: Period | undefined,
  now: Date,
): Promise<void> {
  await countNewMessagesForAnalytics(target.database.db)
  const found = await computeCommunicationAnalytics(target.database, { ...scope, period }, now)
  const { country, clubId } = scope
  const groups = sql`message_groups g left join clubs c on c.id = g.club_id where ${
    clubId
      ? sql`g.club_id = ${clubId}`
      : country
        ? sql`(g.country = ${country} or c.country = ${country})`
        : sql`true`
  }`
  const since = period
    ? sql`m.created_at >= ${buildTimestampSql(getStartOfMonth(now, 1 - Number(period)))}`
    : sql`true`
  const messages = sql`messages m where group_id in (select g.id from ${groups})`
  expect(found.totalMessages).toBe(
    await queryValue(sql`select count(*) as value from ${messages} and ${since}`),
  )
  expect(found.messagesByType).toEqual(
    await queryRows(
      sql`select message_type as type, count(*)::int as count from ${messages} and ${since} group by 1 order by 1`,
    ),
  )
  expect(found.totalGroups).toBe(await queryValue(sql`select count(*) as value from ${groups}`))
  expect(sumParts(found.groupsByType)).toBe(found.totalGroups)
  for (const { type, count } of found.groupsByType) {
    expect(count).toBe(await queryValue(sql`select count(*) as value from ${groups} and g.type = ${type}`))
  }
  expect(sumParts(found.messagesByGroupType)).toBe(found.totalMessages)
  for (const { type, count } of found.messagesByGroupType) {
    const ofType = sql`(select type from message_groups where id = m.group_id) = ${type}`
    expect(count).toBe(
      await queryValue(sql`select count(*) as value from ${messages} and ${since} and ${ofType}`),
    )
  }
  const days = await queryRows<{ day: string; count: number }>(sql`
    select (m.created_at at time zone 'Asia/Kuala_Lumpur')::date::text as day, count(*)::int as count from ${messages} group by 1`)
  const counts = new Map(days.map(row => [row.day, row.count]))
  expect(found.timeline).not.toEqual([])
  for (const { day, count } of found.timeline) expect([day, count]).toEqual([day, counts.get(day) ?? 0])
}

async function expectCorrectDashboard(now: Date): Promise<void> {
  for (const { user } of [admin, countryAdmin]) {
    const found = await readDashboard(createServiceContextForActor(target.database.db, user), now)
    const isInScope = user === admin.user ? sql`true` : sql`current_country = ${user.currentCountry}`
    expect(found).toMatchObject({
      ...(await countKeyFigures({})),
      lastMonth: await countKeyFiguresAt({}, getStartOfMonth(now)),
      pendingApprovals: await queryValue(
        sql`select count(*) as value from users where status = 'pending' and erased_at is null and ${isInScope}`,
      ),
    })
    expect(found.topCountries).toEqual(
      await queryRows(sql`
        select current_country as country, count(*)::int as count from ${buildUsersOfScopeSql({})} and current_country is not null
         group by 1 order by 2 desc, 1 limit 5`),
    )
    expect(found.recentUsers.map(({ fullName }) => fullName)).toEqual(
      (
        await queryRows<{ name: string }>(sql`
          select full_name as name from users where erased_at is null and ${isInScope} order by created_at desc, id desc limit 5`)
      ).map(({ name }) => name),
    )
  }
}

test('after random data changes, every number on dashboard and analytics equals a full count of the rows, for this month and the next', async () => {
  const choice = fc.record({
    steps: fc.array(step, { minLength: 8, maxLength: 28 }),
    country: fc.constantFrom(...countries.slice(3, 7)),
    period: fc.constantFrom(...periods),
    pick: fc.nat(1000),
  })
  await fc.assert(
    fc.asyncProperty(choice, async ({ steps, country, period, pick }) => {
      for (const event of steps) await applyStepToDatabase(event)
      const clubId = await pickFromQuery(sql`select id from clubs order by id`, pick)
      for (const now of [new Date(), getStartOfMonth(new Date(), 1)]) {
        for (const scope of [{}, { country }, ...(clubId ? [{ clubId }] : [])]) {
          await expectCorrectMemberAnalytics(scope, period, now)
          await expectCorrectActivityAnalytics(scope, period, now)
          await expectCorrectActivityAnalytics(scope, undefined, now)
          await expectCorrectMessageAnalytics(scope, period, now)
          await expectCorrectMessageAnalytics(scope, undefined, now)
        }
        await expectCorrectDashboard(now)
      }
      expect(await findIncorrectMaterializedCounters(target.database.db)).toEqual([])
    }),
    // The property test does not shrink failing sequences, because each run adds to the data of earlier runs.
    { numRuns: chooseNumberOfRuns({ short: 2, all: 6 }), endOnFailure: true },
  )
})
