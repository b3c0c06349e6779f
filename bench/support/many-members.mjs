// Fills a database with any number of members, for benchmarks with up to a million members.
import { join } from 'node:path'
import pg from 'pg'

/** Connects as superuser to the embedded database of the server. */
export async function connectToDatabase({ dataDir }) {
  const host = encodeURIComponent(join(dataDir, 'socket'))
  const client = new pg.Client({ connectionString: `postgresql://postgres@/perantau?host=${host}` })
  await client.connect()
  return client
}

/** Computes the stored counters (table summaries) that triggers would have maintained. */
async function computeSummaries(client) {
  const dimensions = [
    [`'all'`, `''`],
    [`'country'`, `coalesce(current_country, '')`],
    [`'club'`, `coalesce(club_id::text, '')`],
    [`'education'`, `coalesce(education_level, '')`],
    [`'education@' || current_country`, `coalesce(education_level, '')`],
    [`'education@' || club_id`, `coalesce(education_level, '')`],
    [`'birth_year'`, `coalesce(birth_year::text, '')`],
    [`'birth_year@' || current_country`, `coalesce(birth_year::text, '')`],
    [`'birth_year@' || club_id`, `coalesce(birth_year::text, '')`],
    [`'month'`, 'month_of(created_at)'],
  ]
  await client.query('delete from summaries where entity = $1', ['user'])
  for (const [dimension, key] of dimensions) {
    await client.query(
      `insert into summaries select 'user', ${dimension}, ${key}, status, count(*) from users
        where ${dimension} is not null group by 2, 3, 4`,
    )
  }
}

async function insertUserHistory(client) {
  await client.query(
    `insert into user_history (user_id, status, current_country, club_id, created_at)
     select id, status, current_country, club_id, approved_at from users where username like 'bench%'`,
  )
  await client.query(
    `insert into member_changes as m
     select month_of(approved_at), current_country, club_id::text, count(*) from users
      where username like 'bench%' and status = 'active' group by 1, 2, 3
     on conflict (month, country, club) do update set change = m.change + excluded.change`,
  )
}

/** Inserts members without triggers and without indexes, then rebuilds indexes, summaries and history. */
export async function insertMembers(client, size) {
  const { rows: indexes } = await client.query(
    `select indexname, indexdef from pg_indexes
      where tablename = 'users' and indexname not in (select conname from pg_constraint)`,
  )
  const { rows } = await client.query('select count(*)::int as count from users')
  await client.query('set session_replication_role = replica')
  // Hash values with different seeds make name, club and studies independent of each other.
  await client.query(
    `create function pg_temp.draw(n int, of_what int) returns int language sql immutable
      as 'select abs(hashint4extended(n, of_what) % 1000000007)::int'`,
  )
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  await client.query(
    `insert into users (username, email, full_name, status, current_country, club_id, institution, course,
                        education_level, birth_year, membership_number, approved_at, created_at, email_confirmed_at)
     select 'bench' || n, 'bench' || n || '@contoh.test',
            (array['Ahmad','Nur','Siti','Muhammad','Lim','Tan','Kavitha','Faris','Raja','Wong'])[1 + called % 10] || ' ' ||
            case when n % 100000 = 99 then 'Zulqarnain' else
              (array['Hakim','Aina','Zainal','Iskandar','Mei','Huda','Amin','Subra','Izzati','Farhan','Osman','Yee'])[1 + called / 10 % 12] end
              || ' ' || (called / 120 % 5000),
            case when n % 50 = 0 then 'inactive' when n % 97 = 0 then 'rejected' else 'active' end,
            c.country, c.id, 'Institut ' || (study % 1500), 'Kursus ' || (study % 80),
            (array['sarjana_muda','sarjana','doktor_falsafah','institut_teknikal'])[1 + study / 1500 % 4], 1990 + study / 6000 % 18,
            'ZZ-2025-' || n, '2025-01-01'::timestamptz + n % 500 * interval '1 day',
            '2024-06-01'::timestamptz + (n::bigint * 41 % 46000000) * interval '1 second', now()
       from (select n, pg_temp.draw(n, 1) as called, pg_temp.draw(n, 2) as place, pg_temp.draw(n, 3) as study from generate_series(1, $1) n) g
       join clubs c on c.id = 1 + g.place % 90`,
    [size - rows[0].count],
  )
  for (const { indexdef } of indexes) await client.query(indexdef)
  await computeSummaries(client)
  await insertUserHistory(client)
  await client.query('set session_replication_role = origin')
  for (const table of ['users', 'user_history', 'summaries', 'member_changes']) {
    await client.query(`vacuum analyze ${table}`)
  }
}

export async function signInDemoAccount(url, account = 'system_admin') {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${account}@demo.test`, password: 'perantau-demo' }),
  })
  return response.headers.get('set-cookie').split(';')[0]
}
