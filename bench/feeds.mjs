// Ten thousand subscribed calendars ask whether anything has changed, and nothing has: what that costs. Each has an
// address and a version of its own, as phones have.
import { createHmac, hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, fill } from './many-members.mjs'
import { median } from './numbers.mjs'
import { startProgram } from './program.mjs'

const feeds = Number(process.env.FEEDS ?? 10_000)
const atOnce = 20

/** As the program signs addresses (server/secret.ts). */
function signer(dataDir) {
  const key = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()
  const hashing = Buffer.from(hkdfSync('sha256', key, 'perantau', 'field hash', 32))
  return id => createHmac('sha256', hashing).update(`link:feed-${id}`).digest('base64url')
}

/** So many at once, until none is left. */
async function workThrough(list, work) {
  const left = list[Symbol.iterator]()
  const one = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

const program = await startProgram()
const client = await connect(program)
try {
  await fill(client, feeds + 2000)
  await client.query(
    `insert into activity_participants (activity_id, user_id)
    select a.id, u.id from (select id from users where status = 'active' limit $1) u
      cross join lateral (select id from activities where status = 'planned' order by (id * u.id) % 97 limit 5) a
      on conflict do nothing`,
    [feeds],
  )
  const { rows } = await client.query(
    `insert into calendar_feeds (user_id) select id from users where status = 'active' limit $1 returning id`,
    [feeds],
  )
  const sign = signer(program.dataDir)
  const calendars = rows.map(({ id }) => ({ url: `${program.url}/api/calendar/${id}/${sign(id)}.ics` }))
  const times = []
  const ask = async (calendar, wanted) => {
    const headers = calendar.etag ? { 'if-none-match': calendar.etag } : {}
    const before = performance.now()
    const answer = await fetch(calendar.url, { headers })
    await answer.text()
    times.push(performance.now() - before)
    if (answer.status !== wanted) throw new Error(`${answer.status} instead of ${wanted}`)
    calendar.etag = answer.headers.get('etag')
  }
  const statements = async () => {
    await client.query('select pg_stat_clear_snapshot()')
    await new Promise(resolve => setTimeout(resolve, 1500))
    const {
      rows: [row],
    } = await client.query(
      `select xact_commit::int as count from pg_stat_database where datname = current_database()`,
    )
    return row.count
  }
  const round = async (name, wanted) => {
    times.length = 0
    const earlier = await statements()
    const began = performance.now()
    await workThrough(calendars, calendar => ask(calendar, wanted))
    const seconds = (performance.now() - began) / 1000
    const asked = (await statements()) - earlier
    console.log(
      `${name}: ${calendars.length} in ${seconds.toFixed(1)} s (${Math.round(calendars.length / seconds)}/s), ` +
        `median ${median(times).toFixed(1)} ms at ${atOnce} at once, ${(asked / calendars.length).toFixed(2)} queries each`,
    )
  }
  await round('first time', 200)
  await round('unchanged', 304)
  const { rows: plan } = await client.query(`explain (analyze, format json)
    select md5(string_agg(a.id || ':' || a.revision || ':' || p.status, ',' order by a.id))
      from activity_participants p join activities a on a.id = p.activity_id
     where p.user_id = (select user_id from calendar_feeds limit 1)`)
  console.log(`the sum of one feed takes ${plan[0]['QUERY PLAN'][0]['Execution Time']} ms in the database`)
} finally {
  await client.end()
  await program.stop()
}
