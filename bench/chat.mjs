// A thousand people in one group on one instance, twenty messages a second, beside bare socket.io doing the same.
// The two take short turns and each turn is held against its neighbour, so that whatever else the machine does
// weighs on both; of the turns the median counts.
import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '#scripts/prepare.mjs'
import { startProgram } from './program.mjs'
import { record } from './results.mjs'

const clients = Number(process.env.CLIENTS ?? 1000)
const perSecond = Number(process.env.RATE ?? 20)
const turns = Number(process.env.TURNS ?? 10)
const secondsPerTurn = 3

/** People, their sessions and their group, straight into the database: a group of this size is nobody's to make. */
async function invite(dataDir) {
  const host = encodeURIComponent(join(dataDir, 'socket'))
  const client = new pg.Client({ connectionString: `postgresql://postgres@/perantau?host=${host}` })
  await client.connect()
  const tokens = Array.from({ length: clients }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map(token => createHash('sha256').update(token).digest('base64url'))
  await client.query(
    `with people as (
       insert into users (username, email, full_name, status, current_country)
       select 'bench' || n, 'bench' || n || '@contoh.test', 'Pelajar Perantau ' || n, 'active', 'Japan'
         from generate_series(1, $1::int) n returning id, username)
     insert into sessions (user_id, token, expires_at)
     select p.id, t.hash, now() + interval '1 day'
       from unnest($2::text[]) with ordinality t(hash, n) join people p on p.username = 'bench' || t.n`,
    [clients, hashes],
  )
  const { rows } = await client.query(
    `with made as (insert into message_groups (name, type) values ('Bench', 'custom') returning id),
          joined as (insert into group_members (group_id, user_id)
                     select made.id, u.id from made, users u where u.username like 'bench%')
     select id from made`,
  )
  await client.end()
  const people = tokens.map((token, n) => ({ cookie: `session=${token}`, name: `Pelajar Perantau ${n}` }))
  return { people, groupId: rows[0].id }
}

async function ask(child, isTidy = false) {
  child.send({ ask: 'load', isTidy })
  const [load] = await once(child, 'message')
  return load
}

async function startClients(url, groupId, people) {
  const child = fork(join(root, 'bench/chat-clients.mjs'), { serialization: 'advanced' })
  child.send({ url, groupId, people })
  await once(child, 'message')
  return child
}

async function open(name, server, url, { groupId, people }) {
  const before = await ask(server, true)
  const crowd = await startClients(url, groupId, people)
  return { name, server, crowd, before, turns: [] }
}

async function takeTurn(side, count) {
  const start = await ask(side.server)
  side.crowd.send({ count, every: 1000 / perSecond })
  const [{ latencies, disorder, refused }] = await once(side.crowd, 'message')
  const end = await ask(side.server)
  const sorted = latencies.sort((a, b) => a - b)
  return {
    disorder,
    heard: sorted.length,
    refused: refused.length,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    cpu: (end.cpu - start.cpu) / sorted.length,
  }
}

async function settle(server, before) {
  for (let tries = 0; ; tries++) {
    await new Promise(resolve => setTimeout(resolve, 1000))
    const load = await ask(server, true)
    if (tries === 15 || load.held < before.held * 1.05) return load
  }
}

const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const percentile = (sorted, share) => sorted[Math.floor(sorted.length * share)]

const program = await startProgram({ preload: ['bench/server-load.mjs'] })
const bare = fork(join(root, 'bench/chat-bare.mjs'), {
  execArgv: ['--import', join(root, 'bench/server-load.mjs')],
})
const [{ port }] = await once(bare, 'message')
const invited = await invite(program.dataDir)
const sides = [
  await open('bare socket.io', bare, `http://127.0.0.1:${port}`, invited),
  await open('Perantau', program.child, program.url, invited),
]
for (const side of sides) await takeTurn(side, perSecond * 2)
for (let turn = 0; turn < turns; turn++) {
  for (const side of turn % 2 ? sides.toReversed() : sides) {
    side.turns.push(await takeTurn(side, perSecond * secondsPerTurn))
  }
}

const mb = bytes => `${(bytes / 1e6).toFixed(1)} MB`
const expected = turns * secondsPerTurn * perSecond * clients
for (const { name, server, crowd, before, turns } of sides) {
  const peak = await ask(server, true)
  crowd.send({ isOver: true })
  await once(crowd, 'exit')
  const after = await settle(server, before)
  const total = key => turns.reduce((sum, turn) => sum + turn[key], 0)
  const typical = key => median(turns.map(turn => turn[key]))
  console.log(
    `${name.padEnd(15)} ${total('heard')} of ${expected} delivered, ${turns.at(-1).disorder} out of order, ${total('refused')} refused   ` +
      `p50 ${typical('p50').toFixed(1)} p99 ${typical('p99').toFixed(1)} ms   ${(typical('cpu') * 1000).toFixed(1)} µs of processor a delivery   ` +
      `held ${mb(before.held)} before, ${mb(peak.held)} with all connected, ${mb(after.held)} after`,
  )
}
const [reference, ours] = sides
const ratio = key => {
  const ratios = ours.turns.map((turn, index) => turn[key] / reference.turns[index][key])
  return median(ratios)
}
console.log(
  `Perantau / bare: p50 ${ratio('p50').toFixed(2)} ×, p99 ${ratio('p99').toFixed(2)} × (aim 1.5), processor a delivery ${ratio('cpu').toFixed(2)} × (aim 1.3)`,
)
for (const [key, name, atMost] of [
  ['p50', 'median wait', 1.5],
  ['p99', '99th percentile of the wait', 1.5],
  ['cpu', 'processor a delivery', 1.3],
]) {
  record({
    part: `chat, one group of ${clients}, ${perSecond} a second: ${name}`,
    reference: 'bare socket.io, nothing stored',
    ratio: ratio(key),
    bar: { atMost },
  })
}
bare.kill()
await program.stop()
