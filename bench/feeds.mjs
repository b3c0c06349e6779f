// Cost of ten thousand subscribed calendars that poll for changes when nothing has changed.
// Each calendar has its own URL and ETag, as calendars on phones do.
import { createHmac, hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectToDatabase, insertMembers } from './support/many-members.mjs'
import { computeMedian } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'

const feeds = Number(process.env.FEEDS ?? 10_000)
const concurrency = 20

/** Signs the URLs of calendar feeds in the same way as server/secret.ts. */
function createFeedUrlSigner(dataDir) {
  const key = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()
  const hashKey = Buffer.from(hkdfSync('sha256', key, 'perantau', 'field hash', 32))
  return id => createHmac('sha256', hashKey).update(`link:feed-${id}`).digest('base64url')
}

/** Processes the list with `concurrency` tasks in flight until it is empty. */
async function processConcurrently(list, work) {
  const remaining = list[Symbol.iterator]()
  const runNextItems = async () => {
    for (const item of remaining) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, runNextItems))
}

const program = await startServer()
const client = await connectToDatabase(program)
try {
  await insertMembers(client, feeds + 2000)
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
  const sign = createFeedUrlSigner(program.dataDir)
  const calendars = rows.map(({ id }) => ({ url: `${program.url}/api/calendar/${id}/${sign(id)}.ics` }))
  const times = []
  const pollCalendar = async (calendar, expectedStatus) => {
    const headers = calendar.etag ? { 'if-none-match': calendar.etag } : {}
    const before = performance.now()
    const response = await fetch(calendar.url, { headers })
    await response.text()
    times.push(performance.now() - before)
    if (response.status !== expectedStatus) throw new Error(`${response.status} instead of ${expectedStatus}`)
    calendar.etag = response.headers.get('etag')
  }
  const countTransactions = async () => {
    await client.query('select pg_stat_clear_snapshot()')
    await new Promise(resolve => setTimeout(resolve, 1500))
    const {
      rows: [row],
    } = await client.query(
      `select xact_commit::int as count from pg_stat_database where datname = current_database()`,
    )
    return row.count
  }
  const measureRound = async (name, expectedStatus) => {
    times.length = 0
    const earlier = await countTransactions()
    const startedAt = performance.now()
    await processConcurrently(calendars, calendar => pollCalendar(calendar, expectedStatus))
    const seconds = (performance.now() - startedAt) / 1000
    const transactionCount = (await countTransactions()) - earlier
    console.log(
      `${name}: ${calendars.length} in ${seconds.toFixed(1)} s (${Math.round(calendars.length / seconds)}/s), ` +
        `median ${computeMedian(times).toFixed(1)} ms at ${concurrency} at once, ${(transactionCount / calendars.length).toFixed(2)} queries each`,
    )
  }
  await measureRound('first time', 200)
  await measureRound('unchanged', 304)
  const { rows: plan } = await client.query(`explain (analyze, format json)
    select md5(string_agg(a.id || ':' || a.revision || ':' || p.status, ',' order by a.id))
      from activity_participants p join activities a on a.id = p.activity_id
     where p.user_id = (select user_id from calendar_feeds limit 1)`)
  console.log(
    `the checksum of one feed takes ${plan[0]['QUERY PLAN'][0]['Execution Time']} ms in the database`,
  )
} finally {
  await client.end()
  await program.stop()
}
