import { sql } from 'drizzle-orm'
import pg from 'pg'
import readXlsx from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { messageCounts } from '#server/db/schema/summaries.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildClub, buildUser, type TestUser } from '#server/test/harness/factories.ts'
import { getAgeRange } from '#shared/analytics-categories.ts'
import { countNewMessagesForAnalytics } from './count-new-messages-for-analytics.service.ts'

const target = setUpApp()
let system: Caller & { user: TestUser }
let hq: Caller
let tokyo: { id: number }
beforeAll(async () => {
  system = await target.asNew({ role: 'system_admin', currentCountry: 'Germany' })
  hq = await target.asNew({ role: 'hq_admin', currentCountry: 'Germany' })
  const { db } = target.database
  tokyo = await buildClub(db, { country: 'Japan' })
  await buildUser(db, { clubId: tokyo.id, educationLevel: 'sarjana', birthYear: 2000 })
  await buildUser(db, { clubId: tokyo.id, educationLevel: 'sarjana', status: 'pending' })
  await buildUser(db, { currentCountry: 'France', educationLevel: 'doktor_falsafah' })
  await buildActivity(db, { clubId: tokyo.id, startDate: new Date(), status: 'ongoing' })
  await buildActivity(db, { startDate: new Date(Date.now() + 200 * 86_400_000) })
})

test('the analytics endpoints return totals, breakdowns and trends', async () => {
  const members = (await hq.call('GET', '/api/analytics/members')).json()
  expect(members).toMatchObject({ totalMembers: 4, totalClubs: 1, totalCountries: 3, clubCountries: 1 })
  expect(members).toMatchObject({ pendingApprovals: 1 })
  expect(members.membersByEducationLevel).toContainEqual({ level: 'sarjana', count: 1 })
  expect(members.membersByEducationLevel).toContainEqual({ level: 'unknown', count: 2 })
  expect(members.membersByCountry[0]).toEqual({ country: 'Germany', count: 2 })
  expect(members.growth).toHaveLength(12)
  const activities = (await hq.call('GET', '/api/analytics/activities')).json()
  expect(activities).toMatchObject({ totalActivities: 2, thisMonth: 1, lastMonth: 0 })
  expect(activities.activitiesByStatus).toContainEqual({ status: 'ongoing', count: 1 })
  expect(activities.trend.at(-1)).toMatchObject({ count: 1 })
  const communication = (await system.call('GET', '/api/analytics/communication')).json()
  expect(Object.keys(communication).sort()).toEqual([
    'groupsByType',
    'messagesByGroupType',
    'messagesByType',
    'timeline',
    'totalGroups',
    'totalMessages',
  ])
})

test('analytics can be filtered by country, club and period', async () => {
  const readMemberAnalytics = async (query: string) =>
    (await hq.call('GET', `/api/analytics/members?${query}`)).json()
  expect(await readMemberAnalytics('country=Japan')).toMatchObject({
    totalMembers: 1,
    totalCountries: 1,
    pendingApprovals: 1,
  })
  expect(await readMemberAnalytics('country=Canada')).toMatchObject({
    totalMembers: 0,
    totalCountries: 0,
    totalClubs: 0,
  })
  expect(await readMemberAnalytics(`clubId=${tokyo.id}&period=3`)).toMatchObject({
    totalMembers: 1,
    totalClubs: 1,
  })
  const activities = (await hq.call('GET', '/api/analytics/activities?period=3')).json()
  expect(activities).toMatchObject({ totalActivities: 1, trend: { length: 3 } })
})

test('the analytics endpoints return 404 for an unknown club and 400 for contradictory or invalid filters', async () => {
  for (const part of ['members', 'activities', 'communication']) {
    const readAnalyticsStatus = async (query: string) =>
      (await system.call('GET', `/api/analytics/${part}?${query}`)).statusCode
    expect(await readAnalyticsStatus('clubId=999999')).toBe(404)
    expect(await readAnalyticsStatus(`clubId=${tokyo.id}&country=France`)).toBe(400)
    expect(await readAnalyticsStatus('country=Atlantis')).toBe(400)
    expect(await readAnalyticsStatus('period=7')).toBe(400)
    expect(await readAnalyticsStatus('until=now')).toBe(400)
  }
})

describe('GET /api/analytics/export', () => {
  test('the analytics export writes the shown figures as CSV and XLSX and is audited', async () => {
    const csv = await hq.call('GET', '/api/analytics/export?part=members&format=csv&country=Japan')
    expect(csv.headers['content-disposition']).toMatch(/analitik-ahli-\d{4}-\d\d-\d\d\.csv/)
    expect(csv.body).toContain('Bahagian,Perkara,Bilangan\r\n')
    expect(csv.body).toContain('Ringkasan,Jumlah ahli,1\r\n')
    expect(csv.body).toContain('Peringkat pengajian,Sarjana,1\r\n')
    const sheet = await system.call('GET', '/api/analytics/export?part=communication&format=xlsx')
    const [{ data }] = (await readXlsx(sheet.rawPayload)) as unknown as [{ data: string[][] }]
    expect(data.slice(0, 2)).toEqual([
      ['Bahagian', 'Perkara', 'Bilangan'],
      ['Ringkasan', 'Jumlah mesej', '0'],
    ])
    const activities = await hq.call('GET', '/api/analytics/export?part=activities&format=csv')
    expect(activities.body).toContain('Status,Berlangsung,1\r\n')
    const { rows } = await target.database.db.execute(
      sql`select details from audit_events where kind = 'analytics.exported' order by id`,
    )
    expect(rows.map(({ details }) => details)).toEqual([
      { part: 'members', format: 'csv', country: 'Japan' },
      { part: 'communication', format: 'xlsx' },
      { part: 'activities', format: 'csv' },
    ])
  })

  test('the export of communication analytics returns 403 for headquarters administrators', async () => {
    const refused = await hq.call('GET', '/api/analytics/export?part=communication&format=csv')
    expect(refused.statusCode).toBe(403)
  })
})

test.each([
  [2026, '<18'],
  [2009, '<18'],
  [2008, '18-20'],
  [2003, '21-23'],
  [2000, '24-26'],
  [1999, '27-30'],
  [1995, '31-40'],
  [1986, '31-40'],
  [1985, '>40'],
])('getAgeRange returns for birth year %i the age range %s in 2026', (birthYear, range) => {
  expect(getAgeRange(birthYear, 2026)).toBe(range)
})

describe('countNewMessagesForAnalytics', () => {
  const buildInsertMessageSql = (group: number) =>
    `insert into messages (sender_id, group_id, seq, content) values (${system.user.id}, ${group},
      (select coalesce(max(seq), 0) + 1 from messages where group_id = ${group}), 'rahsia')`
  const sumCountedMessages = async () =>
    (await target.database.db.select().from(messageCounts)).reduce((sum, { count }) => sum + count, 0)

  test('countNewMessagesForAnalytics also counts a message that is committed after a message with a higher id', async () => {
    const { db, pool } = target.database
    const { rows } = await db.execute<{ id: number }>(
      sql`insert into message_groups (name, type) values ('a', 'custom'), ('b', 'custom') returning id`,
    )
    const [first = 0, second = 0] = rows.map(({ id }) => id)
    const slow = new pg.Client({ connectionString: target.database.appUrl })
    await slow.connect()
    await slow.query('begin')
    await slow.query(buildInsertMessageSql(first))
    await pool.query(buildInsertMessageSql(second))
    const counting = countNewMessagesForAnalytics(db)
    // A countNewMessagesForAnalytics that did not wait for the open transaction would finish while these queries run.
    for (let i = 0; i < 50; i++) await pool.query('select 1')
    expect(await sumCountedMessages()).toBe(0)
    await slow.query('commit')
    await slow.end()
    await counting
    await countNewMessagesForAnalytics(db)
    expect(await sumCountedMessages()).toBe(2)
  })

  test('countNewMessagesForAnalytics counts no message twice, and the analytics contain no message text', async () => {
    await Promise.all([1, 2, 3].map(() => countNewMessagesForAnalytics(target.database.db)))
    expect(await sumCountedMessages()).toBe(2)
    const answer = await system.call('GET', '/api/analytics/communication')
    expect(answer.json()).toMatchObject({ totalMessages: 2, totalGroups: 2 })
    expect(answer.body).not.toContain('rahsia')
  })
})
