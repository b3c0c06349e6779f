// Tests bulk mail: one Message-ID for all attempts, no mail repeated except the one in progress, rate limit, DKIM.
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { runOnce } from 'graphile-worker'
import { expect, inject, test } from 'vitest'
import { moveQueuedJobsToGraphileWorker } from '#server/db/queue/enqueue-jobs.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { users } from '#server/db/schema/core.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { queuedJobs } from '#server/db/schema/queues.ts'
import { createJobHandlers } from '#server/jobs/jobs.ts'
import { runningServers, startSmtpServer } from '#server/test/fakes/smtp-server.ts'
import { buildTestServiceContext, buildTestSettings, setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import { enqueueJobsForUnsentMail, queueMail } from './mail.service.ts'
import { sendBulkMails } from './send-bulk-mails.service.ts'
import { createMailTransport } from './transport.ts'

const target = setUpApp()
const getDatabase = () => target.database.db

async function createAnnouncement(
  count: number,
  body = 'Salam **semua**.\n\n- satu\n- [dua](https://contoh.my/dua)',
) {
  const author = await buildUser(getDatabase(), { role: 'hq_admin' })
  const [announcement] = await getDatabase()
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
  const announcementId = announcement?.id ?? 0
  const prefix = randomUUID()
  const people = await getDatabase()
    .insert(users)
    .values(
      Array.from({ length: count }, (_, n) => ({
        username: `${prefix}-${n}`,
        email: `${prefix}-${n}@contoh.my`,
        fullName: `Orang ${n}`,
        status: 'active' as const,
      })),
    )
    .returning({ id: users.id, email: users.email })
  await getDatabase().transaction(tx =>
    queueMail(tx, { to: people, kind: 'announcement.sent', announcementId }),
  )
  const rows = await getDatabase()
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.announcementId, announcementId))
    .orderBy(mailOutbox.id)
  return { announcementId, ids: rows.map(row => row.id), rows }
}

const buildSettingsForMailServer = (url: string, extraSettings: NodeJS.ProcessEnv = {}) =>
  buildTestSettings({ SMTP_URL: url, MAIL_FROM: 'Perantau <tiada@contoh.my>', ...extraSettings })

function createMailContext(url: string, extraSettings: NodeJS.ProcessEnv = {}) {
  const settings = buildSettingsForMailServer(url, extraSettings)
  return {
    db: getDatabase(),
    settings,
    secret: testSecret,
    log: target.app.log,
    transport: createMailTransport(settings),
  }
}

async function runJobs(url: string, extraSettings: NodeJS.ProcessEnv = {}): Promise<void> {
  const taskList = createJobHandlers(
    buildTestServiceContext(getDatabase(), buildSettingsForMailServer(url, extraSettings)),
  )
  // A mail job may enqueue its remaining mails as a new job, so the loop runs until the queue is empty.
  do {
    await moveQueuedJobsToGraphileWorker(getDatabase())
    await runOnce({ connectionString: target.database.appUrl, taskList, noHandleSignals: true })
  } while ((await getDatabase().$count(queuedJobs)) > 0)
}

const readMessageIds = (received: string[]) =>
  received.map(text => text.match(/^Message-ID: <([^@]+)@/im)?.[1] ?? '')

test('an announcement mail is escaped, has text and HTML, and supports one-click unsubscribe', async () => {
  const { url, received } = await startSmtpServer()
  const { ids } = await createAnnouncement(
    1,
    'Salam **semua** <script>alert(1)</script>\n\n- [dua](javascript:alert(1))',
  )
  await sendBulkMails(createMailContext(url), ids)
  const [mail = ''] = received
  const decoded = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(decoded).toContain('<strong>semua</strong> &#60;script&#62;')
  expect(decoded.slice(decoded.indexOf('<!doctype'))).not.toContain('<script>')
  expect(decoded).not.toMatch(/href="javascript/)
  expect(decoded).not.toMatch(/<img/)
  const unfolded = mail.replace(/\r\n[ \t]+/g, ' ')
  expect(unfolded).toMatch(
    /^List-Unsubscribe: <http:\/\/perantau\.test\/api\/unsubscribe\/mail-\d+_[\w-]+>$/m,
  )
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  const token = unfolded.match(/unsubscribe\/([^>]+)>/)?.[1] ?? ''
  const response = await target.app.inject({ method: 'POST', url: `/api/unsubscribe/${token}` })
  expect(response.statusCode).toBe(204)
})

test('the mails of one announcement are written in the languages of their recipients', async () => {
  const { url, received } = await startSmtpServer()
  const { rows } = await createAnnouncement(2)
  const [malay, english] = rows.map(({ userId, recipient }) => ({ id: userId ?? 0, recipient }))
  await getDatabase()
    .update(users)
    .set({ language: 'en' })
    .where(eq(users.id, english?.id ?? 0))
  await runJobs(url)
  const findMailTo = (to?: { recipient: string }) =>
    received.find(mail => mail.includes(`To: ${to?.recipient}`))?.replace(/=\r?\n/g, '')
  expect(findMailTo(malay)).toContain('Salam sejahtera Orang 0,')
  expect(findMailTo(malay)).toContain('Berhenti menerima hebahan melalui email')
  expect(findMailTo(english)).toContain('Dear Orang 1,')
  expect(findMailTo(english)).toContain('Stop receiving announcements by email')
})

test('sendBulkMails sends each mail once, even if its job runs twice and the server restarts', async () => {
  const { url, received } = await startSmtpServer()
  const { ids, rows } = await createAnnouncement(120)
  // Simulates a process that is killed halfway: some mails are recorded as sent, and the job runs again.
  await sendBulkMails(createMailContext(url), ids.slice(0, 33))
  await enqueueJobsForUnsentMail(getDatabase())
  await runJobs(url)
  await runJobs(url)
  expect(readMessageIds(received).sort()).toEqual(rows.map(row => row.messageId).sort())
  expect(await getDatabase().$count(mailOutbox, sql`announcement_id is not null and status <> 'sent'`)).toBe(
    0,
  )
})

test('a bulk mail that was accepted but not recorded as sent is sent again with the same Message-ID', async () => {
  const { url, received } = await startSmtpServer()
  const { ids, rows } = await createAnnouncement(2)
  await sendBulkMails(createMailContext(url), ids)
  await getDatabase()
    .update(mailOutbox)
    .set({ status: 'queued' })
    .where(eq(mailOutbox.id, ids[0] ?? 0))
  await sendBulkMails(createMailContext(url), ids)
  const [first, second] = rows.map(row => row.messageId)
  expect(readMessageIds(received)).toEqual([first, second, first])
})

test('a mail that the mail server refuses temporarily gets a later job and does not delay the other mails', async () => {
  let refusedAddress = ''
  const { url, received } = await startSmtpServer({
    onRcptTo: ({ address }, _session, response) =>
      address === refusedAddress
        ? response(Object.assign(new Error('later'), { responseCode: 450 }))
        : response(),
  })
  const { ids, rows } = await createAnnouncement(3)
  refusedAddress = rows[1]?.recipient ?? ''
  await sendBulkMails(createMailContext(url), ids)
  expect(received).toHaveLength(2)
  await moveQueuedJobsToGraphileWorker(getDatabase())
  // The retry of a mail has the priority of bulk mail and a delay.
  const { rows: jobs } = await target.database.pool.query(
    `select task_identifier as task, priority, run_at > now() + interval '4 minutes' as "isLater"
       from graphile_worker.jobs where key = $1`,
    [`mail:${ids[1]}`],
  )
  expect(jobs).toEqual([{ task: 'send_mails', priority: 10, isLater: true }])
})

test('a batch of bulk mails uses one SMTP connection', async () => {
  let connections = 0
  const { url, received } = await startSmtpServer({
    onConnect: (_session, response) => {
      connections += 1
      response()
    },
  })
  const { ids } = await createAnnouncement(30)
  await sendBulkMails(createMailContext(url), ids)
  expect(received).toHaveLength(30)
  expect(connections).toBe(1)
})

test('sendBulkMails does not repeat a mail when the connection to the mail server is lost', async () => {
  let acceptedMails = 0
  const { url } = await startSmtpServer({
    onData: (stream, session, response) => {
      stream.resume().on('end', () => {
        acceptedMails += 1
        for (const announcement of runningServers.at(-1)?.connections ?? []) {
          const { session: other, _socket } = announcement as unknown as {
            session: { id: string }
            _socket: { destroy(): void }
          }
          if (other.id === session.id) _socket.destroy()
        }
        response()
      })
    },
  })
  const { ids } = await createAnnouncement(1)
  await expect(sendBulkMails(createMailContext(url), ids)).rejects.toThrow()
  expect(acceptedMails).toBe(1)
})

test('recipients who muted announcements or became inactive after the announcement mail was queued get no mail', async () => {
  const { url, received } = await startSmtpServer()
  const { ids, rows, announcementId } = await createAnnouncement(3)
  const [mutedMail, inactiveMail, remainingMail] = rows
  await getDatabase()
    .update(users)
    .set({ muted: ['mail:announcement.sent'] })
    .where(eq(users.id, mutedMail?.userId ?? 0))
  await getDatabase()
    .update(users)
    .set({ status: 'inactive' })
    .where(eq(users.id, inactiveMail?.userId ?? 0))
  await sendBulkMails(createMailContext(url), ids)
  expect(readMessageIds(received)).toEqual([remainingMail?.messageId])
  // The outbox contains only mails that were sent, and none that still waits.
  expect(await getDatabase().$count(mailOutbox, eq(mailOutbox.announcementId, announcementId))).toBe(1)
})

test('when MAIL_RATE permits no bulk mail within a minute, sendBulkMails sends nothing and enqueues the mails for later', async () => {
  const { url, received } = await startSmtpServer()
  const { ids } = await createAnnouncement(2)
  const nextSlot = Date.now() + 90_000
  await getDatabase().execute(sql`insert into positions (name, last_id) values ('mail:pace', ${nextSlot})
    on conflict (name) do update set last_id = excluded.last_id`)
  await getDatabase().delete(queuedJobs)
  await sendBulkMails(createMailContext(url, { MAIL_RATE: '1' }), ids)
  expect(received).toEqual([])
  const { rows: slotRows } = await getDatabase().execute(
    sql`select last_id::float8 as at from positions where name = 'mail:pace'`,
  )
  expect(slotRows).toEqual([{ at: nextSlot }])
  const { rows: jobs } = await getDatabase().execute(sql`
    select payload->'ids' as ids, run_at > now() + interval '5 seconds' as "isLater" from queued_jobs`)
  expect(jobs).toEqual([{ ids, isLater: true }])
  await getDatabase().execute(sql`delete from positions where name = 'mail:pace'`)
})

test('a restart adds no second job for bulk mails whose jobs are not yet moved to graphile-worker', async () => {
  await runJobs((await startSmtpServer()).url)
  await createAnnouncement(60)
  const queuedBefore = await getDatabase().$count(queuedJobs)
  expect(queuedBefore).toBe(2)
  await enqueueJobsForUnsentMail(getDatabase())
  expect(await getDatabase().$count(queuedJobs, eq(queuedJobs.task, 'send_mails'))).toBe(queuedBefore)
})

test('two servers that send bulk mail at the same time together send no more than MAIL_RATE allows', async () => {
  const { url, received } = await startSmtpServer()
  const { ids } = await createAnnouncement(6)
  const started = Date.now()
  const extraSettings = { MAIL_RATE: '1200' }
  await Promise.all([
    sendBulkMails(createMailContext(url, extraSettings), ids.slice(0, 3)),
    sendBulkMails(createMailContext(url, extraSettings), ids.slice(3)),
  ])
  expect(received).toHaveLength(6)
  // Between six mails at the configured rate there are five pauses of 50 ms.
  expect(Date.now() - started).toBeGreaterThanOrEqual(250)
})

test('sendBulkMails enqueues the remaining mails when its abort signal fires', async () => {
  const { url, received } = await startSmtpServer()
  const { ids } = await createAnnouncement(4)
  const stopping = new AbortController()
  stopping.abort()
  await sendBulkMails(createMailContext(url), ids, stopping.signal)
  expect(received).toEqual([])
  await runJobs(url)
  expect(received.length).toBeGreaterThanOrEqual(4)
})

test('bulk mail has a DKIM signature that covers the headers List-Unsubscribe and List-Unsubscribe-Post', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = join(inject('scratch'), 'dkim.pem')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const { url, received } = await startSmtpServer()
  const { ids } = await createAnnouncement(1)
  await sendBulkMails(
    createMailContext(url, { DKIM_DOMAIN: 'contoh.my', DKIM_SELECTOR: 'perantau', DKIM_KEY_FILE: file }),
    ids,
  )
  const header = (received[0] ?? '').replace(/\r\n[ \t]+/g, ' ').match(/^DKIM-Signature: (.*)$/m)?.[1] ?? ''
  expect(header).toContain('d=contoh.my')
  expect(header).toContain('s=perantau')
  expect(header.toLowerCase()).toMatch(/h=[^;]*list-unsubscribe:list-unsubscribe-post/)
})
