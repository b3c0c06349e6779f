// A group of 100,000 messages, a tenth of them edited and reacted to, compared with a group without changes:
// time to open the group and to send a message. The two groups alternate, so that other load affects both.
// The result of a measurement is the median over its turns.
import { io } from 'socket.io-client'
import { connectToDatabase, signInDemoAccount } from './support/many-members.mjs'
import { computeMedian } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'
import { recordResult } from './support/results.mjs'

const count = Number(process.env.MESSAGES ?? 100_000)
const turns = 200

const program = await startServer()
const database = await connectToDatabase(program)
const cookie = await signInDemoAccount(program.url, 'member')
const { id: userId } = await (await fetch(`${program.url}/api/auth/me`, { headers: { cookie } })).json()

async function createGroup(name, isChanged) {
  const { rows } = await database.query(
    `with made as (insert into message_groups (name, type, last_seq, last_change)
                   values ($1, 'custom', $2::int, $3::int) returning id),
          joined as (insert into group_members (group_id, user_id) select id, $4::int from made)
     select id from made`,
    [name, count, isChanged ? count / 10 : 0, userId],
  )
  const [{ id }] = rows
  await database.query(
    `insert into messages (group_id, seq, sender_id, client_id, content, edited_at, reaction_count, change_seq)
     select $1::int, n, $2::int, $1::int || '-' || n, 'Jumpa di dewan pada pukul lima petang, mesej ' || n,
            case when c then now() end, case when c then 1 else 0 end, case when c then n / 10 end
       from (select n, $4::bool and n % 10 = 0 as c from generate_series(1, $3::int) n) m`,
    [id, userId, count, isChanged],
  )
  await database.query(
    `insert into message_reactions (message_id, user_id, client_id, content)
     select id, $2::int, 'r' || id, '👍' from messages where group_id = $1::int and reaction_count = 1`,
    [id, userId],
  )
  return { name, id, opened: [], sent: [] }
}

const unchanged = await createGroup('unchanged', false)
const changed = await createGroup('a tenth changed', true)
await database.query('vacuum analyze messages')
await database.query('vacuum analyze message_reactions')

const socket = io(program.url, { transports: ['websocket'], extraHeaders: { cookie, origin: program.url } })
await new Promise(resolve => socket.once('connect', resolve))
for (const { id } of [unchanged, changed]) await socket.emitWithAck('join-group', id)

async function measureTime(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function openGroup({ id }) {
  const response = await fetch(`${program.url}/api/messages/${id}`, { headers: { cookie } })
  const rows = await response.json()
  if (rows.length !== 50) throw new Error(`opened ${rows.length}`)
}

async function sendMessage({ id }) {
  const acknowledgement = await socket.emitWithAck('send-message', { groupId: id, content: 'Baik' })
  if (!acknowledgement.ok) throw new Error(acknowledgement.code)
}

const pauseForMilliseconds = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
for (let turn = 0; turn < turns; turn++) {
  for (const side of turn % 2 ? [unchanged, changed] : [changed, unchanged]) {
    side.opened.push(await measureTime(() => openGroup(side)))
    // The pause keeps the benchmark below the rate limit of ten messages per second.
    if (turn % 4 === 0) {
      side.sent.push(await measureTime(() => sendMessage(side)))
      await pauseForMilliseconds(110)
    }
  }
}

for (const { name, opened, sent } of [unchanged, changed]) {
  console.log(
    `${name.padEnd(16)} opened in ${computeMedian(opened).toFixed(2)} ms, message sent in ${computeMedian(sent).toFixed(2)} ms`,
  )
}
for (const [key, name] of [
  ['opened', 'opening'],
  ['sent', 'sending to'],
]) {
  recordResult({
    part: `${name} a group of ${count.toLocaleString('en')} messages, a tenth of them changed: median`,
    reference: 'a group without changed messages',
    ratio: computeMedian(changed[key]) / computeMedian(unchanged[key]),
    bar: { atMost: 1.1 },
  })
}
socket.close()
await database.end()
await program.stop()
