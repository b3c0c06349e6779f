// A visit reads kept figures: however many members there are, it touches a handful of their pages.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { connect, type Db } from '#server/db/client.ts'
import { readDashboard } from '#server/features/dashboard/dashboard.service.ts'
import { findPeople } from '#server/features/users/find-people.service.ts'
import { actingAs } from '#server/test/app.ts'
import { setUpDatabase } from '#server/test/database.ts'
import { buildClub, buildUser } from '#server/test/factories.ts'
import { countries, type Role, roles } from '#shared/constants.ts'
import { analyseActivities } from './analyse-activities.service.ts'
import { analyseCommunication } from './analyse-communication.service.ts'
import { analyseMembers } from './analyse-members.service.ts'
import { countMessages } from './count-messages.service.ts'

const members = 20_000
const database = setUpDatabase()
let clubId = 0

/** Past the triggers, which would take their time: what counts here is what a visit reads. */
async function fill(): Promise<void> {
  const { pool, close } = connect(database.superuserUrl, { max: 1 })
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
  await fill()
  await countMessages(database.db)
})

const large = ['users', 'user_history', 'messages'] as const
type Touched = Record<(typeof large)[number], number>

/** Pages of the large tables themselves that this transaction has looked at so far, in memory or on disk. */
async function touched(tx: Db): Promise<Touched> {
  const { rows } = await tx.execute<Touched>(sql`
    select ${sql.join(
      large.map(
        name => sql`pg_stat_get_xact_blocks_fetched(${name}::regclass)::int as ${sql.identifier(name)}`,
      ),
      sql`, `,
    )}`)
  return rows[0] as Touched
}

async function pagesOf(visit: (db: Db) => Promise<unknown>): Promise<Touched> {
  return database.db.transaction(async tx => {
    const before = await touched(tx)
    await visit(tx)
    const after = await touched(tx)
    return Object.fromEntries(large.map(name => [name, after[name] - before[name]])) as Touched
  })
}

test('the tables are large, and reading one from end to end would show', async () => {
  const { rows } = await database.db.execute<{ pages: number }>(
    sql`select relpages as pages from pg_class where relname in ('users', 'messages', 'user_history')`,
  )
  expect(rows).toHaveLength(3)
  for (const { pages } of rows) expect(pages).toBeGreaterThan(100)
  const whole = await pagesOf(db => db.execute(sql`select count(course) from users`))
  expect(whole.users).toBeGreaterThan(100)
})

test.each(roles)(
  'the dashboard of a %s reads a handful of pages of members, and no history or messages',
  async role => {
    const actor = await buildUser(database.db, {
      role: role as Role,
      clubId,
      currentCountry: countries[0] as (typeof countries)[number],
    })
    const pages = await pagesOf(db => readDashboard(actingAs(db, actor)))
    expect(pages.users).toBeLessThan(20)
    expect(pages.user_history + pages.messages).toBe(0)
  },
)

test.each([
  ['of which there are many', 'ramai 1'],
  ['that stands at the end of the list', 'zulqarnain'],
  ['of two letters', 'zu'],
  ['that nobody has', 'xqzxqz'],
])('looking for a name %s', async (_name, search) => {
  const actor = await buildUser(database.db, { currentCountry: countries[0], clubId })
  const pages = await pagesOf(db => findPeople(actingAs(db, actor), search))
  // Of one country's people in order a bounded walk, which reads no more than their index and some rows of it.
  expect(pages.users).toBeLessThan(2500)
})

test.each([
  ['everywhere', () => ({})],
  ['a country', () => ({ country: countries[0] })],
  ['a club', () => ({ clubId })],
])('the analytics of %s', async (_name, scope) => {
  const pages = await pagesOf(async db => {
    await analyseMembers({ db }, { ...scope(), period: '24' })
    await analyseActivities({ db }, { ...scope(), period: '24' })
    await analyseCommunication({ db }, { ...scope(), period: '24' })
  })
  expect(pages).toEqual({ users: 0, user_history: 0, messages: 0 })
})
