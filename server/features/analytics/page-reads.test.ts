// Dashboard and analytics read materialized counters.
// The tests of this file allow only a few database pages of large tables, whatever the number of members.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Db, openConnectionPool } from '#server/db/connection/client.ts'
import { readDashboard } from '#server/features/dashboard/dashboard.service.ts'
import { findPeopleToChatWith } from '#server/features/users/list/find-people-to-chat-with.service.ts'
import { createServiceContextForActor } from '#server/test/harness/app.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { type Role, roles } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { computeActivityAnalytics } from './compute-activity-analytics.service.ts'
import { computeCommunicationAnalytics } from './compute-communication-analytics.service.ts'
import { computeMemberAnalytics } from './compute-member-analytics.service.ts'
import { countNewMessagesForAnalytics } from './count-new-messages-for-analytics.service.ts'

const members = 20_000
const database = setUpDatabase()
let clubId = 0

/** Inserts the test data without triggers, which would be slow. Only reads are measured. */
async function fillTables(): Promise<void> {
  const { pool, close } = openConnectionPool(database.superuserUrl, { max: 1, queryTimeoutMs: 300_000 })
  await pool.query('set session_replication_role = replica')
  await pool.query(
    `insert into users (username, email, full_name, status, current_country, club_id, created_at)
     select 'ramai' || n, 'ramai' || n || '@contoh.test', 'Ramai ' || n, 'active', c.country, c.id,
            now() - n * interval '20 minutes'
       from generate_series(1, $1::int) n join clubs c on c.id = $2 + n % $3`,
    [members, clubId, countries.length],
  )
  await pool.query(
    `insert into user_history (user_id, status, current_country, club_id, created_at)
     select id, status, current_country, club_id, created_at from users`,
  )
  await pool.query(`insert into message_groups (name, type) values ('Semua', 'global')`)
  await pool.query(
    `insert into messages (sender_id, group_id, seq, content, created_at)
     select (select min(id) from users), (select min(id) from message_groups), n, 'x', now() - n * interval '10 minutes'
       from generate_series(1, $1::int) n`,
    [members],
  )
  await pool.query('vacuum analyze')
  await close()
}

beforeAll(async () => {
  const clubs = await Promise.all(countries.map(country => buildClub(database.db, { country })))
  clubId = Math.min(...clubs.map(({ id }) => id))
  await fillTables()
  await countNewMessagesForAnalytics(database.db)
})

const large = ['users', 'user_history', 'messages'] as const
type PageCounts = Record<(typeof large)[number], number>

/** Counts the pages of the large tables that this transaction has read so far, from memory or disk. */
async function countPagesRead(tx: Db): Promise<PageCounts> {
  const { rows } = await tx.execute<PageCounts>(sql`
    select ${sql.join(
      large.map(
        name => sql`pg_stat_get_xact_blocks_fetched(${name}::regclass)::int as ${sql.identifier(name)}`,
      ),
      sql`, `,
    )}`)
  return rows[0] as PageCounts
}

async function measurePagesRead(work: (db: Db) => Promise<unknown>): Promise<PageCounts> {
  return database.db.transaction(async tx => {
    const before = await countPagesRead(tx)
    await work(tx)
    const after = await countPagesRead(tx)
    return Object.fromEntries(large.map(name => [name, after[name] - before[name]])) as PageCounts
  })
}

test('the test tables are so large that a sequential scan of each reads more than 100 database pages', async () => {
  const { rows } = await database.db.execute<{ pages: number }>(
    sql`select relpages as pages from pg_class where relname in ('users', 'messages', 'user_history')`,
  )
  expect(rows).toHaveLength(3)
  for (const { pages } of rows) expect(pages).toBeGreaterThan(100)
  const whole = await measurePagesRead(db => db.execute(sql`select count(course) from users`))
  expect(whole.users).toBeGreaterThan(100)
})

test.each(roles)(
  'the dashboard of the role %s reads less than 20 database pages of users and none of history or messages',
  async role => {
    const actor = await buildUser(database.db, {
      role: role as Role,
      clubId,
      currentCountry: countries[0] as (typeof countries)[number],
    })
    const pages = await measurePagesRead(db => readDashboard(createServiceContextForActor(db, actor)))
    expect(pages.users).toBeLessThan(20)
    expect(pages.user_history + pages.messages).toBe(0)
  },
)

test.each([
  ['that many people have', 'ramai 1'],
  ['at the end of the list', 'zulqarnain'],
  ['with two letters', 'zu'],
  ['without matches', 'xqzxqz'],
])('searching people for a name %s reads a limited number of database pages', async (_name, search) => {
  const actor = await buildUser(database.db, { currentCountry: countries[0], clubId })
  const pages = await measurePagesRead(db =>
    findPeopleToChatWith(createServiceContextForActor(db, actor), search),
  )
  // The search by name scans a limited part of the index of one country, and reads some of the rows found.
  expect(pages.users).toBeLessThan(2500)
})

test.each([
  ['everywhere', () => ({})],
  ['a country', () => ({ country: countries[0] })],
  ['a club', () => ({ clubId })],
])('the analytics of %s read no pages of users, history or messages', async (_name, scope) => {
  const pages = await measurePagesRead(async db => {
    await computeMemberAnalytics({ db }, { ...scope(), period: '24' })
    await computeActivityAnalytics({ db }, { ...scope(), period: '24' })
    await computeCommunicationAnalytics({ db }, { ...scope(), period: '24' })
  })
  expect(pages).toEqual({ users: 0, user_history: 0, messages: 0 })
})
