// How long messages take while an announcement goes out to many, against the same a moment before and after. Quiet and busy
// turns lie in one run; the mail server is a real one, which takes everything.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { invite, startClients } from './chat-crowd.mjs'
import { connect, fill } from './many-members.mjs'
import { median, percentile } from './numbers.mjs'
import { startProgram } from './program.mjs'
import { record } from './results.mjs'

const isSmall = process.argv.includes('--small')
const people = Number(process.env.PEOPLE ?? (isSmall ? 10_000 : 20_000))
const clients = Math.min(Number(process.env.CLIENTS ?? 100), 100)
const turns = Number(process.env.TURNS ?? 6)
const perSecond = 20
const secondsPerTurn = 3

async function takeAllMail() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return { url: `smtp://127.0.0.1:${listening.address().port}`, close: () => server.close() }
}

/** As if headquarters had just pressed the button. */
async function announce(client) {
  const { rows } = await client.query(
    `insert into announcements (author_id, sent_by, title, body, status, send_at)
     select id, id, 'Hebahan', 'Salam **semua**.', 'sending', now() from users where role = 'hq_admin' limit 1 returning id`,
  )
  const { id } = rows[0]
  await client.query(`insert into announcement_rounds (announcement_id, kind) values ($1, 'tell')`, [id])
  await client.query(
    `insert into queued_jobs (task, payload, key, run_at) values ('deliver_announcements', '{}', 'deliver_announcements', now())`,
  )
  return id
}

async function howFar(client, id) {
  const { rows } = await client.query(
    `select recipient_count as people, (select count(*)::int from mail_outbox where announcement_id = $1) as written,
            (select count(*)::int from mail_outbox where announcement_id = $1 and status = 'sent') as sent
       from announcements where id = $1`,
    [id],
  )
  return rows[0]
}

const mail = await takeAllMail()
const program = await startProgram({ env: { SMTP_URL: mail.url, MAIL_FROM: 'Perantau <tiada@contoh.test>' } })
const client = await connect(program)
await fill(client, people)
const crowd = await invite(program, clients)
const talkers = await startClients(program.url, crowd)

async function takeTurn() {
  talkers.send({ count: perSecond * secondsPerTurn, every: 1000 / perSecond })
  const [{ latencies }] = await once(talkers, 'message')
  const sorted = latencies.sort((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

await takeTurn()
const [quiet, busy] = [[], []]
for (let turn = 0; turn < turns; turn++) quiet.push(await takeTurn())
const startedAt = performance.now()
const id = await announce(client)
while ((await howFar(client, id)).written === 0) await sleep(50)
for (let turn = 0; turn < turns; turn++) {
  const before = await howFar(client, id)
  // Only what was measured while it went on counts.
  if (before.people !== null && before.sent >= before.written && before.written > 0 && turn > 0) break
  busy.push(await takeTurn())
}
let far = await howFar(client, id)
while (far.sent < far.people) {
  await sleep(1000)
  far = await howFar(client, id)
}
const seconds = (performance.now() - startedAt) / 1000
const typical = (side, key) => median(side.map(turn => turn[key]))
console.log(
  `${far.people} people told and written to in ${seconds.toFixed(1)} s (${Math.round(far.sent / seconds)} letters a second)   ` +
    `chat quiet p50 ${typical(quiet, 'p50').toFixed(1)} p99 ${typical(quiet, 'p99').toFixed(1)} ms, meanwhile p50 ${typical(busy, 'p50').toFixed(1)} p99 ${typical(busy, 'p99').toFixed(1)} ms`,
)
record({
  part: `chat while ${far.people} people are told and written to: median wait`,
  reference: 'the same, quiet',
  ratio: typical(busy, 'p50') / typical(quiet, 'p50'),
  bar: { atMost: 1.5 },
  reason:
    'letters are written, sent and, here, received on the cores that chat has to itself when it is quiet; what is said still arrives within 20 ms',
  note: `${Math.round(far.sent / seconds)} letters a second`,
})
talkers.send({ isOver: true })
await once(talkers, 'exit')
await client.end()
await program.stop()
mail.close()
