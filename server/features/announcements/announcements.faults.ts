// Fault test: an announcement to many users while the server is killed twice, with a real mail server.
// The number of users is set by PEOPLE: 100000 is guaranteed, the default run uses fewer.
// The test expects that every user is notified exactly once and every mail arrives.
// Only mails that were in flight at a kill may be sent twice, with the same Message-ID.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { findFreePort } from '#server/test/harness/app.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import {
  buildServerEnvironment,
  startServerProcess,
  waitUntil,
} from '#server/test/processes/program-process.ts'

const database = setUpDatabase()
const people = Number(process.env.PEOPLE ?? 5000)
/** Number of mails in flight at once; after a kill each of them may be sent again. */
const maxInFlight = 5

/** Starts a mail server that counts mails by their Message-ID. */
async function startMailServer() {
  const received = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let head = ''
      stream.on('data', chunk => {
        if (head.length < 4000) head += chunk
      })
      stream.on('end', () => {
        const [, id = 'none'] = head.match(/^Message-ID: <([^>]+)>/im) ?? []
        received.set(id, (received.get(id) ?? 0) + 1)
        done()
      })
    },
  })
  server.on('error', () => {})
  const port = await findFreePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', () => resolve()))
  return { received, url: `smtp://127.0.0.1:${port}`, close: () => server.close() }
}

test(`an announcement to ${people} users survives two kills of the server: everybody is notified once, no mail is lost`, async () => {
  const { db } = database
  const author = await buildUser(db, { role: 'hq_admin' })
  for (let from = 1; from < people; from += 2500) {
    const to = Math.min(from + 2499, people - 1)
    await db.execute(sql`
      insert into users (username, email, full_name, status)
        select 'ramai' || n, 'ramai' || n || '@contoh.my', 'Ramai ' || n, 'active'
          from generate_series(${from}::int, ${to}::int) n`)
  }
  const { rows: inserted } = await db.execute<{ id: number }>(sql`
    insert into announcements (author_id, sent_by, title, body, status, send_at)
      values (${author.id}, ${author.id}, 'Hebahan', 'Salam **semua**.', 'sending', now()) returning id`)
  const id = inserted[0]?.id ?? 0
  await db.execute(sql`insert into announcement_rounds (announcement_id, kind) values (${id}, 'tell')`)
  /** The test pauses before each count of deliveries, because counting 100,000 rows is expensive. */
  const countDeliveredMails = async () => {
    await sleep(1000)
    const { rows } = await db.execute<{ bell: number; once: number; mails: number; sent: number }>(sql`
      select (select count(*)::int from notifications) as bell,
        (select count(distinct user_id)::int from notifications) as once,
        (select count(distinct user_id)::int from mail_outbox) as mails,
        (select count(*)::int from mail_outbox where status = 'sent') as sent`)
    return rows[0] ?? { bell: 0, once: 0, mails: 0, sent: 0 }
  }
  const mail = await startMailServer()
  const startServerAndUnlockJobs = async () => {
    // A killed worker keeps its jobs locked for ten minutes; the test unlocks them at once.
    await db
      .execute(sql`select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs where locked_by is not null))`)
      .catch(() => {})
    const program = await startServerProcess({
      ...(await buildServerEnvironment(database)),
      SMTP_URL: mail.url,
    })
    await db.execute(sql`select graphile_worker.add_job('deliver_announcements')`)
    return program
  }
  for (const hasReachedKillPoint of [
    async () => (await countDeliveredMails()).bell > people * 0.3,
    async () => (await countDeliveredMails()).sent > people * 0.1,
  ]) {
    const program = await startServerAndUnlockJobs()
    await waitUntil(hasReachedKillPoint, { seconds: 400, say: program.output })
    program.child.kill('SIGKILL')
    await program.ended
    expect((await countDeliveredMails()).sent).toBeLessThan(people)
  }
  const last = await startServerAndUnlockJobs()
  await waitUntil(async () => (await countDeliveredMails()).sent >= people, {
    seconds: 1500,
    say: last.output,
  })
  last.child.kill('SIGTERM')
  expect(await last.ended).toBe(0)
  mail.close()
  expect(await countDeliveredMails()).toEqual({ bell: people, once: people, mails: people, sent: people })
  const { rows: recipients } = await db.execute(
    sql`select from announcement_recipients where announcement_id = ${id}`,
  )
  expect(recipients).toHaveLength(people)
  // Every mail arrived under the Message-ID in the outbox, and few arrived twice.
  expect(mail.received.size).toBe(people)
  const mailsReceived = [...mail.received.values()].reduce((sum, times) => sum + times, 0)
  expect(mailsReceived - people).toBeLessThanOrEqual(2 * maxInFlight)
}, 2_400_000)
