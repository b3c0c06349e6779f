// Latency of chat messages while an announcement is sent to many members, compared with the time before.
// The latencies before and during delivery are measured in one run, with a real SMTP server that accepts every mail.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { createChatMembers, startChatClients } from './support/chat-crowd.mjs'
import { connectToDatabase, insertMembers } from './support/many-members.mjs'
import { computeMedian, computePercentile } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'
import { recordResult } from './support/results.mjs'

const isSmall = process.argv.includes('--small')
const people = Number(process.env.PEOPLE ?? (isSmall ? 10_000 : 20_000))
const clients = Math.min(Number(process.env.CLIENTS ?? 100), 100)
const turns = Number(process.env.TURNS ?? 6)
const perSecond = 20
const secondsPerTurn = 3

async function startSmtpServerThatDiscardsMails() {
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

/** Starts sending an announcement, as a click on the send button does. */
async function startAnnouncement(client) {
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

async function readAnnouncementProgress(client, id) {
  const { rows } = await client.query(
    `select recipient_count as people, (select count(*)::int from mail_outbox where announcement_id = $1) as written,
            (select count(*)::int from mail_outbox where announcement_id = $1 and status = 'sent') as sent
       from announcements where id = $1`,
    [id],
  )
  return rows[0]
}

const mail = await startSmtpServerThatDiscardsMails()
const program = await startServer({ env: { SMTP_URL: mail.url, MAIL_FROM: 'Perantau <tiada@contoh.test>' } })
const client = await connectToDatabase(program)
await insertMembers(client, people)
const crowd = await createChatMembers(program, clients)
const chatClients = await startChatClients(program.url, crowd)

async function measureChatLatencyOfOneTurn() {
  chatClients.send({ count: perSecond * secondsPerTurn, every: 1000 / perSecond })
  const [{ latencies }] = await once(chatClients, 'message')
  const sorted = latencies.sort((a, b) => a - b)
  return { p50: computePercentile(sorted, 0.5), p99: computePercentile(sorted, 0.99) }
}

await measureChatLatencyOfOneTurn()
const [quietTurns, busyTurns] = [[], []]
for (let turn = 0; turn < turns; turn++) quietTurns.push(await measureChatLatencyOfOneTurn())
const startedAt = performance.now()
const id = await startAnnouncement(client)
while ((await readAnnouncementProgress(client, id)).written === 0) await sleep(50)
for (let turn = 0; turn < turns; turn++) {
  const before = await readAnnouncementProgress(client, id)
  // The result of a turn is used only if the announcement was still being sent at the end of the turn.
  if (before.people !== null && before.sent >= before.written && before.written > 0 && turn > 0) break
  busyTurns.push(await measureChatLatencyOfOneTurn())
}
let progress = await readAnnouncementProgress(client, id)
while (progress.sent < progress.people) {
  await sleep(1000)
  progress = await readAnnouncementProgress(client, id)
}
const seconds = (performance.now() - startedAt) / 1000
const computeMedianOfTurns = (turnResults, key) => computeMedian(turnResults.map(turn => turn[key]))
console.log(
  `${progress.people} recipients notified and mailed in ${seconds.toFixed(1)} s (${Math.round(progress.sent / seconds)} mails a second)   ` +
    `chat before p50 ${computeMedianOfTurns(quietTurns, 'p50').toFixed(1)} p99 ${computeMedianOfTurns(quietTurns, 'p99').toFixed(1)} ms, during delivery p50 ${computeMedianOfTurns(busyTurns, 'p50').toFixed(1)} p99 ${computeMedianOfTurns(busyTurns, 'p99').toFixed(1)} ms`,
)
recordResult({
  part: `chat while an announcement goes to ${progress.people} people: median latency`,
  reference: 'before the announcement',
  ratio: computeMedianOfTurns(busyTurns, 'p50') / computeMedianOfTurns(quietTurns, 'p50'),
  bar: { atMost: 1.5 },
  reason:
    'the mails are written, sent and received by the SMTP sink on the same cores as chat; messages still arrive within 20 ms',
  note: `${Math.round(progress.sent / seconds)} mails a second`,
})
chatClients.send({ isOver: true })
await once(chatClients, 'exit')
await client.end()
await program.stop()
mail.close()
