// What goes to many: one Message-ID a letter, at most what was under way twice, at the rate of the setting, signed.
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { runOnce } from 'graphile-worker'
import { expect, inject, test } from 'vitest'
import { handOverJobs } from '#server/db/enqueue.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { users } from '#server/db/schema/core.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { queuedJobs } from '#server/db/schema/passing.ts'
import { createTasks } from '#server/jobs/jobs.ts'
import { setUpApp, testContext, testSecret, testSettings } from '#server/test/app.ts'
import { buildUser } from '#server/test/factories.ts'
import { running, startSmtp } from '#server/test/smtp.ts'
import { enqueueWaitingMail, queueMail } from './mail.service.ts'
import { sendMails } from './send-mails.service.ts'
import { createTransport } from './transport.ts'

const target = setUpApp()
const db = () => target.database.db

async function announce(count: number, body = 'Salam **semua**.\n\n- satu\n- [dua](https://contoh.my/dua)') {
  const author = await buildUser(db(), { role: 'hq_admin' })
  const [one] = await db()
    .insert(announcements)
    .values({
      authorId: author.id,
      title: 'Hebahan',
      body,
      status: 'sent',
      sendAt: new Date(),
      sentBy: author.id,
    })
    .returning()
  const announcementId = one?.id ?? 0
  const mark = randomUUID()
  const people = await db()
    .insert(users)
    .values(
      Array.from({ length: count }, (_, n) => ({
        username: `${mark}-${n}`,
        email: `${mark}-${n}@contoh.my`,
        fullName: `Orang ${n}`,
        status: 'active' as const,
      })),
    )
    .returning({ id: users.id, email: users.email })
  await db().transaction(tx => queueMail(tx, { to: people, kind: 'announcement.sent', announcementId }))
  const rows = await db()
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.announcementId, announcementId))
    .orderBy(mailOutbox.id)
  return { announcementId, ids: rows.map(row => row.id), rows }
}

const settingsFor = (url: string, more: NodeJS.ProcessEnv = {}) =>
  testSettings({ SMTP_URL: url, MAIL_FROM: 'Perantau <tiada@contoh.my>', ...more })

function post(url: string, more: NodeJS.ProcessEnv = {}) {
  const settings = settingsFor(url, more)
  return { db: db(), settings, secret: testSecret, log: target.app.log, transport: createTransport(settings) }
}

async function work(url: string, more: NodeJS.ProcessEnv = {}): Promise<void> {
  const taskList = createTasks(testContext(db(), settingsFor(url, more)))
  // What a job leaves to another comes into the queue behind it.
  do {
    await handOverJobs(db())
    await runOnce({ connectionString: target.database.appUrl, taskList, noHandleSignals: true })
  } while ((await db().$count(queuedJobs)) > 0)
}

const idsIn = (received: string[]) => received.map(text => text.match(/^Message-ID: <([^@]+)@/im)?.[1] ?? '')

test('goes out as text and HTML of one tree, with the way out that mail programs know', async () => {
  const { url, received } = await startSmtp()
  const { ids } = await announce(
    1,
    'Salam **semua** <script>alert(1)</script>\n\n- [dua](javascript:alert(1))',
  )
  await sendMails(post(url), ids)
  const [mail = ''] = received
  const plain = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(plain).toContain('<strong>semua</strong> &#60;script&#62;')
  expect(plain.slice(plain.indexOf('<!doctype'))).not.toContain('<script>')
  expect(plain).not.toMatch(/href="javascript/)
  expect(plain).not.toMatch(/<img/)
  const unfolded = mail.replace(/\r\n[ \t]+/g, ' ')
  expect(unfolded).toMatch(
    /^List-Unsubscribe: <http:\/\/perantau\.test\/api\/unsubscribe\/mail-\d+_[\w-]+>$/m,
  )
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  const token = unfolded.match(/unsubscribe\/([^>]+)>/)?.[1] ?? ''
  const done = await target.app.inject({ method: 'POST', url: `/api/unsubscribe/${token}` })
  expect(done.statusCode).toBe(204)
})

test('nobody is left out and nobody twice when a job runs again, or a start finds what waits', async () => {
  const { url, received } = await startSmtp()
  const { ids, rows } = await announce(120)
  // As after a kill in the middle: some are noted as sent, and the job comes again with all of them.
  await sendMails(post(url), ids.slice(0, 33))
  await enqueueWaitingMail(db())
  await work(url)
  await work(url)
  expect(idsIn(received).sort()).toEqual(rows.map(row => row.messageId).sort())
  expect(await db().$count(mailOutbox, sql`announcement_id is not null and status <> 'sent'`)).toBe(0)
})

test('one that was taken and not noted goes again under the same name', async () => {
  const { url, received } = await startSmtp()
  const { ids, rows } = await announce(2)
  await sendMails(post(url), ids)
  await db()
    .update(mailOutbox)
    .set({ status: 'queued' })
    .where(eq(mailOutbox.id, ids[0] ?? 0))
  await sendMails(post(url), ids)
  const [first, second] = rows.map(row => row.messageId)
  expect(idsIn(received)).toEqual([first, second, first])
})

test('a letter that the server will not take now does not hold up the others', async () => {
  let refused = ''
  const { url, received } = await startSmtp({
    onRcptTo: ({ address }, _session, done) =>
      address === refused ? done(Object.assign(new Error('later'), { responseCode: 450 })) : done(),
  })
  const { ids, rows } = await announce(3)
  refused = rows[1]?.recipient ?? ''
  await sendMails(post(url), ids)
  expect(received).toHaveLength(2)
  await handOverJobs(db())
  // Behind everything else and at the rate, like the first time; and not at once.
  const { rows: jobs } = await target.database.pool.query(
    `select task_identifier as task, priority, run_at > now() + interval '4 minutes' as "isLater"
       from graphile_worker.jobs where key = $1`,
    [`mail:${ids[1]}`],
  )
  expect(jobs).toEqual([{ task: 'send_mails', priority: 10, isLater: true }])
})

test('go out over one line, one after the other', async () => {
  let lines = 0
  const { url, received } = await startSmtp({
    onConnect: (_session, done) => {
      lines += 1
      done()
    },
  })
  const { ids } = await announce(30)
  await sendMails(post(url), ids)
  expect(received).toHaveLength(30)
  expect(lines).toBe(1)
})

test('a line that is cut in the middle repeats nothing by itself: the job decides', async () => {
  let taken = 0
  const { url } = await startSmtp({
    onData: (stream, session, done) => {
      stream.resume().on('end', () => {
        taken += 1
        for (const one of running.at(-1)?.connections ?? []) {
          const { session: other, _socket } = one as unknown as {
            session: { id: string }
            _socket: { destroy(): void }
          }
          if (other.id === session.id) _socket.destroy()
        }
        done()
      })
    },
  })
  const { ids } = await announce(1)
  await expect(sendMails(post(url), ids)).rejects.toThrow()
  expect(taken).toBe(1)
})

test('whoever switched them off, or is no longer a member, while they waited gets none', async () => {
  const { url, received } = await startSmtp()
  const { ids, rows, announcementId } = await announce(3)
  const [off, gone, there] = rows
  await db()
    .update(users)
    .set({ muted: ['mail:announcement.sent'] })
    .where(eq(users.id, off?.userId ?? 0))
  await db()
    .update(users)
    .set({ status: 'inactive' })
    .where(eq(users.id, gone?.userId ?? 0))
  await sendMails(post(url), ids)
  expect(idsIn(received)).toEqual([there?.messageId])
  // Nothing is left that would count as waiting.
  expect(await db().$count(mailOutbox, eq(mailOutbox.announcementId, announcementId))).toBe(1)
})

test('where there is no room in this turn no room is taken, and nobody asks again at once', async () => {
  const { url, received } = await startSmtp()
  const { ids } = await announce(2)
  const far = Date.now() + 90_000
  await db().execute(sql`insert into positions (name, last_id) values ('mail:pace', ${far})
    on conflict (name) do update set last_id = excluded.last_id`)
  await db().delete(queuedJobs)
  await sendMails(post(url, { MAIL_RATE: '1' }), ids)
  expect(received).toEqual([])
  const { rows: pace } = await db().execute(
    sql`select last_id::float8 as at from positions where name = 'mail:pace'`,
  )
  expect(pace).toEqual([{ at: far }])
  const { rows: jobs } = await db().execute(sql`
    select payload->'ids' as ids, run_at > now() + interval '5 seconds' as "isLater" from queued_jobs`)
  expect(jobs).toEqual([{ ids, isLater: true }])
  await db().execute(sql`delete from positions where name = 'mail:pace'`)
})

test('what was not handed over to the runner yet is not enqueued twice by a start', async () => {
  await work((await startSmtp()).url)
  await announce(60)
  const before = await db().$count(queuedJobs)
  expect(before).toBe(2)
  await enqueueWaitingMail(db())
  expect(await db().$count(queuedJobs, eq(queuedJobs.task, 'send_mails'))).toBe(before)
})

test('keeps to the rate of the setting, whoever sends', async () => {
  const { url, received } = await startSmtp()
  const { ids } = await announce(6)
  const started = Date.now()
  const more = { MAIL_RATE: '1200' }
  await Promise.all([sendMails(post(url, more), ids.slice(0, 3)), sendMails(post(url, more), ids.slice(3))])
  expect(received).toHaveLength(6)
  // Five gaps of 50 ms lie between six letters.
  expect(Date.now() - started).toBeGreaterThanOrEqual(250)
})

test('told to stop, it leaves what is left to another job', async () => {
  const { url, received } = await startSmtp()
  const { ids } = await announce(4)
  const stopping = new AbortController()
  stopping.abort()
  await sendMails(post(url), ids, stopping.signal)
  expect(received).toEqual([])
  await work(url)
  expect(received.length).toBeGreaterThanOrEqual(4)
})

test('is signed where there is a key, the way out included', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = join(inject('scratch'), 'dkim.pem')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const { url, received } = await startSmtp()
  const { ids } = await announce(1)
  await sendMails(
    post(url, { DKIM_DOMAIN: 'contoh.my', DKIM_SELECTOR: 'perantau', DKIM_KEY_FILE: file }),
    ids,
  )
  const header = (received[0] ?? '').replace(/\r\n[ \t]+/g, ' ').match(/^DKIM-Signature: (.*)$/m)?.[1] ?? ''
  expect(header).toContain('d=contoh.my')
  expect(header).toContain('s=perantau')
  expect(header.toLowerCase()).toMatch(/h=[^;]*list-unsubscribe:list-unsubscribe-post/)
})
