// Cost of notifying other instances of a commit, by the number of groups that are written to concurrently.
// Variant 1 sends no notification.
// Variant 2 sends NOTIFY in the transaction, which locks the whole cluster until the commit is on disk.
// Variant 3 is the server's method: a row in the transaction, and one NOTIFY every five milliseconds for all rows.
// The variants alternate in short turns, so that other load affects all of them. The result is the median of the turns.
import { connectToDatabase } from './support/many-members.mjs'
import { computeMedian } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'
import { recordResult } from './support/results.mjs'

const turns = Number(process.env.TURNS ?? 5)
const secondsPerTurn = Number(process.env.SECONDS ?? 2)
const notifyIntervalMs = 5

const eventSql = `json_build_object('type', 'messages', 'groupId', $1::int, 'seq', (select last_seq from head), 'reads', '[]'::json)`
const insertMessageSql = `
  with head as (update message_groups set last_seq = last_seq + 1 where id = $1 returning last_seq),
       inserted as (insert into messages (group_id, seq, sender_id, client_id, content, message_type)
                select $1, last_seq, $2, gen_random_uuid(), 'Apa khabar semua?', 'text' from head)`
const variants = {
  bare: { name: 'bench-bare', text: `${insertMessageSql} select 1` },
  notify: { name: 'bench-notify', text: `${insertMessageSql} select pg_notify('bench', ${eventSql}::text)` },
  row: { name: 'bench-row', text: `${insertMessageSql} insert into notices (signal) select ${eventSql}` },
}

/** Runs writers for one turn and returns the number of commits per second. */
async function measureCommitsPerSecond(variant, writers, listener, userId) {
  let done = 0
  let isOver = false
  const writeMessageAndCommit = async ({ client, groupId }) => {
    while (!isOver) {
      await client.query({ ...variants[variant], values: [groupId, userId] })
      done++
    }
  }
  const notifyRegularly = async () => {
    while (!isOver) {
      await listener.query(`select pg_notify('bench', '')`)
      await new Promise(resolve => setTimeout(resolve, notifyIntervalMs))
    }
  }
  const notifying = variant === 'row' ? notifyRegularly() : undefined
  const writing = writers.map(writeMessageAndCommit)
  await new Promise(resolve => setTimeout(resolve, secondsPerTurn * 1000))
  const rate = done / secondsPerTurn
  isOver = true
  await Promise.all(writing)
  await notifying
  return rate
}

const formatRange = values => `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`

const program = await startServer()
const listener = await connectToDatabase(program)
await listener.query('listen bench')
const { rows: settings } = await listener.query(
  `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
)
if (settings[0].fsync !== 'on' || settings[0].commit !== 'on') throw new Error('the disk is not waited for')
const { rows: people } = await listener.query('select id from users order by id limit 1')
const clients = await Promise.all(Array.from({ length: 100 }, () => connectToDatabase(program)))
const { rows: groups } = await listener.query(
  `insert into message_groups (name, type) select 'Bench ' || n, 'custom' from generate_series(1, 100) n returning id`,
)
try {
  for (const count of [1, 10, 100]) {
    const writers = clients.slice(0, count).map((client, index) => ({ client, groupId: groups[index].id }))
    const rates = { bare: [], notify: [], row: [] }
    for (let turn = 0; turn < turns; turn++) {
      for (const variant of Object.keys(variants))
        rates[variant].push(await measureCommitsPerSecond(variant, writers, listener, people[0].id))
    }
    const computeShares = variant => rates[variant].map((rate, turn) => rate / rates.bare[turn])
    console.log(
      `${String(count).padStart(3)} groups: without notification ${computeMedian(rates.bare).toFixed(0)} commits a second; ` +
        `NOTIFY in each transaction ${computeMedian(rates.notify).toFixed(0)} (${computeMedian(computeShares('notify')).toFixed(2)} of it, ${formatRange(computeShares('notify'))}); ` +
        `a row in each transaction ${computeMedian(rates.row).toFixed(0)} (${computeMedian(computeShares('row')).toFixed(2)}, ${formatRange(computeShares('row'))})`,
    )
    recordResult({
      part: `commits a second with notification of other instances, ${count} groups`,
      reference: 'the same without notification',
      ratio: computeMedian(computeShares('row')),
      bar: { atLeast: 0.7 },
      note: `${formatRange(computeShares('row'))}; with NOTIFY in each transaction ${computeMedian(computeShares('notify')).toFixed(2)}`,
    })
  }
} finally {
  for (const client of [listener, ...clients]) await client.end()
  await program.stop()
}
