// Property test: after random events, every figure of dashboard and analytics equals a direct count of the rows.
import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { readDashboard } from '#server/features/dashboard/dashboard.service.ts'
import { findIncorrectCounters } from '#server/summaries/summaries.service.ts'
import { type Caller, createActorContext, setUpApp } from '#server/test/harness/app.ts'
import type { TestUser } from '#server/test/harness/factories.ts'
import { educationLevels, type Period, periods } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { getStartOfMonth, listMonthsUpTo } from '#shared/time/kuala-lumpur-calendar.ts'
import { analyseActivities } from './analyse-activities.service.ts'
import { analyseCommunication } from './analyse-communication.service.ts'
import { analyseMembers } from './analyse-members.service.ts'
import { countMessages } from './count-messages.service.ts'

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

async function rows<T extends Record<string, unknown>>(query: SQL): Promise<T[]> {
  return (await target.database.db.execute(query)).rows as T[]
}
async function value(query: SQL): Promise<number> {
  return Number((await rows<{ value: string }>(query))[0]?.value)
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

async function pickFrom(query: SQL, pick: number): Promise<number | undefined> {
  const found = await rows<{ id: number }>(query)
  return found[pick % Math.max(1, found.length)]?.id
}
const someone = (status: string, pick: number) =>
  pickFrom(
    sql`select id from users where status = ${status} and role = 'member' and erased_at is null order by id`,
    pick,
  )
const someClub = (country: string, pick: number) =>
  pickFrom(sql`select id from clubs where country = ${country} and is_active order by id`, pick)

let registered = 0
async function register({ country, level, birthYear, pick }: Step): Promise<void> {
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
      clubId: (pick % 3 > 0 && (await someClub(country, pick))) || undefined,
    },
  })
  expect(statusCode, body).toBe(201)
}

async function decide(path: string, status: string, pick: number): Promise<void> {
  const id = await someone(status, pick)
  if (!id) return
  const { statusCode, body } = await admin.call('POST', `/api/users/${id}/${path}`, undefined)
  expect(statusCode, body).toBe(200)
}

/** Inserts a message as the chat does: one statement increments the group's message number and uses it. */
async function send({ daysAgo, pick }: Step): Promise<void> {
  const group = await pickFrom(sql`select id from message_groups order by id`, pick)
  const type = pick % 4 === 0 ? 'image' : 'text'
  await rows(sql`
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
async function passMonth(): Promise<void> {
  for (const [table, column] of dated) {
    const [name, moment] = [sql.identifier(table), sql.identifier(column)]
    await rows(sql`update ${name} set ${moment} = ${moment} - interval '1 month' where ${moment} is not null`)
  }
}

/** Dates the events of this month to the last millisecond of the previous month. */
async function moveToEndOfLastMonth(): Promise<void> {
  const end = getStartOfMonth(new Date()).toISOString()
  for (const [table, column] of dated) {
    const [name, moment] = [sql.identifier(table), sql.identifier(column)]
    await rows(sql`update ${name} set ${moment} = ${end}::timestamptz - interval '1 millisecond'
                    where ${moment} >= ${end}::timestamptz`)
  }
}

async function applyStep(event: Step): Promise<void> {
  const { what, country, pick, status, daysAgo } = event
  switch (what) {
    case 'register':
      return register(event)
    case 'approve':
      return decide('approve', 'pending', pick)
    case 'reject':
      return decide('reject', 'pending', pick)
    case 'deactivate':
      return decide('deactivate', 'active', pick)
    case 'reactivate':
      return decide('reactivate', 'inactive', pick)
    case 'place': {
      const id = await someone(pick % 2 ? 'active' : 'pending', pick)
      const clubId = (await someClub(country, pick)) ?? null
      return void (
        id && (await admin.call('PUT', `/api/users/${id}/placement`, { currentCountry: country, clubId }))
      )
    }
    case 'erase': {
      const id = await someone(pick % 3 ? 'active' : 'pending', pick)
      return void (await rows(sql`update users set erased_at = now() where id = ${id ?? 0}`))
    }
    case 'club':
      return void (await admin.call('POST', '/api/clubs', { name: `Kelab ${pick}`, country }))
    case 'closeClub': {
      const id = await pickFrom(sql`select id from clubs where country = ${country} order by id`, pick)
      const body = { name: `Kelab ${pick}`, country, isActive: pick % 2 === 0 }
      return void (id && (await admin.call('PUT', `/api/clubs/${id}`, body)))
    }
    case 'activity':
      return void (await admin.call('POST', '/api/activities', {
        title: 'Aktiviti',
        clubId: pick % 4 ? ((await someClub(country, pick)) ?? null) : null,
        startDate: pick % 9 ? new Date(Date.now() - daysAgo * 86_400_000).toISOString() : null,
      }))
    case 'status': {
      const id = await pickFrom(sql`select id from activities order by id`, pick)
      return void (await rows(sql`update activities set status = ${status} where id = ${id ?? 0}`))
    }
    case 'group':
      return void (await rows(sql`insert into message_groups (name, type) values ('Kami', 'custom')`))
    case 'message':
      return send(event)
    case 'count':
      return countMessages(target.database.db)
    case 'countTwice':
      return void (await Promise.all([countMessages(target.database.db), countMessages(target.database.db)]))
    case 'month':
      return passMonth()
    case 'lastMoment':
      return moveToEndOfLastMonth()
  }
}

interface Scope {
  country?: (typeof countries)[number]
  clubId?: number
}

/** SQL condition on a table of people for a country or club filter. */
function matchesPeople({ country, clubId }: Scope, table: string): SQL {
  const t = sql.identifier(table)
  if (clubId) return sql`${t}.club_id = ${clubId}`
  return country ? sql`${t}.current_country = ${country}` : sql`true`
}
const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`
const people = (scope: Scope) =>
  sql`users where status = 'active' and erased_at is null and ${matchesPeople(scope, 'users')}`
/** Finds the members at a past time, each by the latest history row before that time. */
const peopleAt = (scope: Scope, instant: Date) => sql`
  (select distinct on (h.user_id) h.* from user_history h where h.created_at < ${at(instant)}
    order by h.user_id, h.created_at desc, h.id desc) h join users u on u.id = h.user_id
   where h.status = 'active' and (u.erased_at is null or u.erased_at >= ${at(instant)}) and ${matchesPeople(scope, 'h')}`
const ofClubs = ({ country, clubId }: Scope) =>
  clubId ? sql`c.id = ${clubId}` : country ? sql`c.country = ${country}` : sql`true`
const clubsAt = (scope: Scope, instant: Date) => sql`
  clubs c join lateral (select is_active from club_history h where h.club_id = c.id and h.created_at < ${at(instant)}
    order by h.created_at desc, h.id desc limit 1) h on h.is_active where ${ofClubs(scope)}`

async function countKeyFigures(scope: Scope) {
  return {
    totalMembers: await value(sql`select count(*) as value from ${people(scope)}`),
    totalCountries: await value(sql`select count(distinct current_country) as value from ${people(scope)}`),
    totalClubs: await value(sql`select count(*) as value from clubs c where is_active and ${ofClubs(scope)}`),
    clubCountries: await value(
      sql`select count(distinct country) as value from clubs c where is_active and ${ofClubs(scope)}`,
    ),
  }
}

async function countKeyFiguresAt(scope: Scope, instant: Date) {
  return {
    totalMembers: await value(sql`select count(*) as value from ${peopleAt(scope, instant)}`),
    totalCountries: await value(
      sql`select count(distinct h.current_country) as value from ${peopleAt(scope, instant)}`,
    ),
    totalClubs: await value(sql`select count(*) as value from ${clubsAt(scope, instant)}`),
    clubCountries: await value(
      sql`select count(distinct c.country) as value from ${clubsAt(scope, instant)}`,
    ),
  }
}

async function expectMembers(scope: Scope, period: Period, now: Date): Promise<void> {
  const found = await analyseMembers(target.database, { ...scope, period }, now)
  const { membersByEducationLevel, membersByAge, membersByCountry, changesByCountry, growth, ...rest } = found
  expect(rest).toEqual({
    ...(await countKeyFigures(scope)),
    lastMonth: await countKeyFiguresAt(scope, getStartOfMonth(now)),
    pendingApprovals: await value(sql`
      select count(*) as value from users where status = 'pending' and erased_at is null and ${matchesPeople(scope, 'users')}`),
  })
  for (const { level, count } of membersByEducationLevel) {
    const hasLevel = level === 'unknown' ? sql`education_level is null` : sql`education_level = ${level}`
    expect([level, count]).toEqual([
      level,
      await value(sql`select count(*) as value from ${people(scope)} and ${hasLevel}`),
    ])
  }
  const ages = await rows<{ range: string; count: number }>(sql`
    select case when age is null then 'unknown' when age < 18 then '<18' when age <= 20 then '18-20'
                when age <= 23 then '21-23' when age <= 26 then '24-26' when age <= 30 then '27-30'
                when age <= 40 then '31-40' else '>40' end as range, count(*)::int as count
      from (select extract(year from ${at(now)} at time zone 'Asia/Kuala_Lumpur') - birth_year as age
              from ${people(scope)}) a group by 1`)
  expect(
    Object.fromEntries(membersByAge.filter(({ count }) => count > 0).map(row => [row.ageRange, row.count])),
  ).toEqual(Object.fromEntries(ages.map(row => [row.range, row.count])))
  expect(membersByCountry).toEqual(
    await rows(sql`
      select current_country as country, count(*)::int as count from ${people(scope)} and current_country is not null
       group by 1 order by 2 desc, 1`),
  )
  const before = await rows<{ country: string; count: number }>(sql`
    select h.current_country as country, count(*)::int as count
      from ${peopleAt(scope, getStartOfMonth(now, 1 - Number(period)))} and h.current_country is not null group by 1`)
  const getCount = (list: { country: string; count: number }[], wanted: string) =>
    list.find(({ country }) => country === wanted)?.count ?? 0
  expect(changesByCountry.map(({ country }) => country)).toEqual(countries)
  for (const { country, change } of changesByCountry)
    expect([country, change]).toEqual([
      country,
      getCount(membersByCountry, country) - getCount(before, country),
    ])
  expect(growth.map(({ month }) => month)).toEqual(listMonthsUpTo(now, Number(period)))
  for (const [index, { members }] of growth.entries()) {
    const end = getStartOfMonth(now, index + 2 - growth.length)
    expect(members).toBe(await value(sql`select count(*) as value from ${peopleAt(scope, end)}`))
  }
}

/** Sums the parts of an analytics breakdown, to check that no part is missing. */
const sumOf = (parts: { count: number }[]) => parts.reduce((sum, { count }) => sum + count, 0)

async function expectActivities(scope: Scope, period: Period | undefined, now: Date): Promise<void> {
  const found = await analyseActivities(target.database, { ...scope, period }, now)
  const from = sql`activities a left join clubs c on c.id = a.club_id where ${ofClubs(scope)}`
  const within = (start: Date, end: Date) => sql`start_date >= ${at(start)} and start_date < ${at(end)}`
  const months = Number(period ?? 12)
  const counted = period ? within(getStartOfMonth(now, 1 - months), getStartOfMonth(now, 1)) : sql`true`
  expect(found.totalActivities).toBe(await value(sql`select count(*) as value from ${from} and ${counted}`))
  expect(sumOf(found.activitiesByStatus)).toBe(found.totalActivities)
  for (const { status, count } of found.activitiesByStatus) {
    expect(count).toBe(
      await value(sql`select count(*) as value from ${from} and ${counted} and status = ${status}`),
    )
  }
  const inMonth = (ahead: number) =>
    value(
      sql`select count(*) as value from ${from} and ${within(getStartOfMonth(now, ahead), getStartOfMonth(now, ahead + 1))}`,
    )
  expect([found.thisMonth, found.lastMonth]).toEqual([await inMonth(0), await inMonth(-1)])
  expect(found.trend.map(({ month }) => month)).toEqual(listMonthsUpTo(now, months))
  for (const [index, { count }] of found.trend.entries())
    expect(count).toBe(await inMonth(index + 1 - months))
}

async function expectCommunication(scope: Scope, period: Period | undefined, now: Date): Promise<void> {
  await countMessages(target.database.db)
  const found = await analyseCommunication(target.database, { ...scope, period }, now)
  const { country, clubId } = scope
  const groups = sql`message_groups g left join clubs c on c.id = g.club_id where ${
    clubId
      ? sql`g.club_id = ${clubId}`
      : country
        ? sql`(g.country = ${country} or c.country = ${country})`
        : sql`true`
  }`
  const since = period ? sql`m.created_at >= ${at(getStartOfMonth(now, 1 - Number(period)))}` : sql`true`
  const messages = sql`messages m where group_id in (select g.id from ${groups})`
  expect(found.totalMessages).toBe(await value(sql`select count(*) as value from ${messages} and ${since}`))
  expect(found.messagesByType).toEqual(
    await rows(
      sql`select message_type as type, count(*)::int as count from ${messages} and ${since} group by 1 order by 1`,
    ),
  )
  expect(found.totalGroups).toBe(await value(sql`select count(*) as value from ${groups}`))
  expect(sumOf(found.groupsByType)).toBe(found.totalGroups)
  for (const { type, count } of found.groupsByType) {
    expect(count).toBe(await value(sql`select count(*) as value from ${groups} and g.type = ${type}`))
  }
  expect(sumOf(found.messagesByGroupType)).toBe(found.totalMessages)
  for (const { type, count } of found.messagesByGroupType) {
    const ofType = sql`(select type from message_groups where id = m.group_id) = ${type}`
    expect(count).toBe(await value(sql`select count(*) as value from ${messages} and ${since} and ${ofType}`))
  }
  const days = await rows<{ day: string; count: number }>(sql`
    select (m.created_at at time zone 'Asia/Kuala_Lumpur')::date::text as day, count(*)::int as count from ${messages} group by 1`)
  const counts = new Map(days.map(row => [row.day, row.count]))
  expect(found.timeline).not.toEqual([])
  for (const { day, count } of found.timeline) expect([day, count]).toEqual([day, counts.get(day) ?? 0])
}

async function expectDashboard(now: Date): Promise<void> {
  for (const { user } of [admin, countryAdmin]) {
    const found = await readDashboard(createActorContext(target.database.db, user), now)
    const isInScope = user === admin.user ? sql`true` : sql`current_country = ${user.currentCountry}`
    expect(found).toMatchObject({
      ...(await countKeyFigures({})),
      lastMonth: await countKeyFiguresAt({}, getStartOfMonth(now)),
      pendingApprovals: await value(
        sql`select count(*) as value from users where status = 'pending' and erased_at is null and ${isInScope}`,
      ),
    })
    expect(found.topCountries).toEqual(
      await rows(sql`
        select current_country as country, count(*)::int as count from ${people({})} and current_country is not null
         group by 1 order by 2 desc, 1 limit 5`),
    )
    expect(found.recentUsers.map(({ fullName }) => fullName)).toEqual(
      (
        await rows<{ name: string }>(sql`
          select full_name as name from users where erased_at is null and ${isInScope} order by created_at desc, id desc limit 5`)
      ).map(({ name }) => name),
    )
  }
}

test('after random changes every number on dashboard and analytics equals a full count of the rows, this month and next month', async () => {
  const choice = fc.record({
    steps: fc.array(step, { minLength: 8, maxLength: 28 }),
    country: fc.constantFrom(...countries.slice(3, 7)),
    period: fc.constantFrom(...periods),
    pick: fc.nat(1000),
  })
  await fc.assert(
    fc.asyncProperty(choice, async ({ steps, country, period, pick }) => {
      for (const event of steps) await applyStep(event)
      const clubId = await pickFrom(sql`select id from clubs order by id`, pick)
      for (const now of [new Date(), getStartOfMonth(new Date(), 1)]) {
        for (const scope of [{}, { country }, ...(clubId ? [{ clubId }] : [])]) {
          await expectMembers(scope, period, now)
          await expectActivities(scope, period, now)
          await expectActivities(scope, undefined, now)
          await expectCommunication(scope, period, now)
          await expectCommunication(scope, undefined, now)
        }
        await expectDashboard(now)
      }
      expect(await findIncorrectCounters(target.database.db)).toEqual([])
    }),
    // The property test does not shrink failing sequences, because earlier runs leave data behind that a shorter
    // sequence would miss.
    { numRuns: 6, endOnFailure: true },
  )
})
