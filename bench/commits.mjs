// What it costs to tell others of a commit, by how many groups are written to at once: nothing told; told by NOTIFY in
// the transaction, which holds a lock of the whole cluster until the commit is on disk; told as the program does it, by
// a row in the transaction and one word every five milliseconds for all of them. The three take short turns, so that
// whatever else the machine does weighs on all; of the turns the median counts.
import { connect } from './many-members.mjs'
import { median } from './numbers.mjs'
import { startProgram } from './program.mjs'
import { record } from './results.mjs'

const turns = Number(process.env.TURNS ?? 5)
const secondsPerTurn = Number(process.env.SECONDS ?? 2)
const tellPause = 5

const signal = `json_build_object('type', 'messages', 'groupId', $1::int, 'seq', (select last_seq from head), 'reads', '[]'::json)`
const written = `
  with head as (update message_groups set last_seq = last_seq + 1 where id = $1 returning last_seq),
       said as (insert into messages (group_id, seq, sender_id, client_id, content, message_type)
                select $1, last_seq, $2, gen_random_uuid(), 'Apa khabar semua?', 'text' from head)`
const ways = {
  bare: { name: 'bench-bare', text: `${written} select 1` },
  notify: { name: 'bench-notify', text: `${written} select pg_notify('bench', ${signal}::text)` },
  row: { name: 'bench-row', text: `${written} insert into notices (signal) select ${signal}` },
}

/** Commits a second. */
async function write(way, writers, listener, userId) {
  let done = 0
  let isOver = false
  const work = async ({ client, groupId }) => {
    while (!isOver) {
      await client.query({ ...ways[way], values: [groupId, userId] })
      done++
    }
  }
  const tell = async () => {
    while (!isOver) {
      await listener.query(`select pg_notify('bench', '')`)
      await new Promise(resolve => setTimeout(resolve, tellPause))
    }
  }
  const telling = way === 'row' ? tell() : undefined
  const working = writers.map(work)
  await new Promise(resolve => setTimeout(resolve, secondsPerTurn * 1000))
  const rate = done / secondsPerTurn
  isOver = true
  await Promise.all(working)
  await telling
  return rate
}

const spread = values => `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`

const program = await startProgram()
const listener = await connect(program)
await listener.query('listen bench')
const { rows: settings } = await listener.query(
  `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
)
if (settings[0].fsync !== 'on' || settings[0].commit !== 'on') throw new Error('the disk is not waited for')
const { rows: people } = await listener.query('select id from users order by id limit 1')
const clients = await Promise.all(Array.from({ length: 100 }, () => connect(program)))
const { rows: groups } = await listener.query(
  `insert into message_groups (name, type) select 'Bench ' || n, 'custom' from generate_series(1, 100) n returning id`,
)
try {
  for (const count of [1, 10, 100]) {
    const writers = clients.slice(0, count).map((client, index) => ({ client, groupId: groups[index].id }))
    const rates = { bare: [], notify: [], row: [] }
    for (let turn = 0; turn < turns; turn++) {
      for (const way of Object.keys(ways)) rates[way].push(await write(way, writers, listener, people[0].id))
    }
    const share = way => rates[way].map((rate, turn) => rate / rates.bare[turn])
    console.log(
      `${String(count).padStart(3)} groups: nothing told ${median(rates.bare).toFixed(0)} commits a second; ` +
        `NOTIFY in each ${median(rates.notify).toFixed(0)} (${median(share('notify')).toFixed(2)} of it, ${spread(share('notify'))}); ` +
        `a row in each ${median(rates.row).toFixed(0)} (${median(share('row')).toFixed(2)}, ${spread(share('row'))})`,
    )
    record({
      part: `commits a second that others are told of, ${count} groups`,
      reference: 'the same, nobody told',
      ratio: median(share('row')),
      bar: { atLeast: 0.7 },
      note: `${spread(share('row'))}; by NOTIFY in each ${median(share('notify')).toFixed(2)}`,
    })
  }
} finally {
  for (const client of [listener, ...clients]) await client.end()
  await program.stop()
}
