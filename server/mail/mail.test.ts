import { eq } from 'drizzle-orm'
import { runOnce } from 'graphile-worker'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { moveQueuedJobsToGraphileWorker, unlockJobsOfDeadWorkers } from '#server/db/queue/enqueue-jobs.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { createJobHandlers } from '#server/jobs/jobs.ts'
import { runInLanguage } from '#server/language.ts'
import { createLogger } from '#server/logging.ts'
import { runningServers, startSmtpServer } from '#server/test/fakes/smtp-server.ts'
import { buildTestServiceContext, buildTestSettings, setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import { languages } from '#shared/language/languages.ts'
import { composeText } from '#texts/announcements.ts'
import { announcementMailText, mailText } from '#texts/mail.ts'
import { enqueueJobsForUnsentMail, queueMail } from './mail.service.ts'
import { renderMail } from './render-mail.ts'
import { sendMail } from './send-mail.service.ts'
import { createMailTransport } from './transport.ts'

const target = setUpApp()
function closeConnection(connection: unknown): void {
  const { _socket } = connection as { _socket: { destroy(): void } }
  _socket.destroy()
}

function createSmtpError(responseCode: number): Error {
  return Object.assign(new Error('no'), { responseCode })
}

const buildSettingsForMailServer = (url?: string) =>
  buildTestSettings({ SMTP_URL: url ?? '', MAIL_FROM: 'Perantau <tiada@contoh.my>' })

async function queueTestMail(overrides: Parameters<typeof buildUser>[1] = {}, _url?: string) {
  const { db } = target.database
  const user = await buildUser(db, overrides)
  const params = { membershipNumber: 'GB-2026-0001' }
  await db.transaction(tx => queueMail(tx, { to: [user], kind: 'user.approved', params }))
  const [row] = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))
  return { user, mail: row as typeof mailOutbox.$inferSelect }
}

async function runJobs(url?: string): Promise<void> {
  const { db, appUrl } = target.database
  await moveQueuedJobsToGraphileWorker(db)
  await runOnce({
    connectionString: appUrl,
    taskList: createJobHandlers(buildTestServiceContext(db, buildSettingsForMailServer(url))),
    noHandleSignals: true,
  })
}

async function readMail(id: number) {
  const [row] = await target.database.db.select().from(mailOutbox).where(eq(mailOutbox.id, id))
  return row
}

describe('sending a mail', () => {
  test('a mail is sent once, as text and HTML, with the Message-ID that was stored when it was queued', async () => {
    const { url, received } = await startSmtpServer()
    const { mail, user } = await queueTestMail({ fullName: 'Siti <Hajar>' }, url)
    await runJobs(url)
    expect(received).toHaveLength(1)
    expect(received[0]).toContain(`Message-ID: <${mail.messageId}@perantau.test>`)
    expect(received[0]).toContain(`To: ${user.email}`)
    expect(received[0]).toContain('text/plain')
    expect(received[0]).toContain('text/html')
    expect(await readMail(mail.id)).toMatchObject({ status: 'sent', attempts: 1, lastError: null })
    await runJobs(url)
    expect(received).toHaveLength(1)
  })

  test('a mail queued in a transaction that is rolled back does not exist', async () => {
    const { db } = target.database
    const user = await buildUser(db)
    const failing = db.transaction(async tx => {
      await queueMail(tx, { to: [user], kind: 'user.approved' })
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await db.select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))).toEqual([])
  })

  test('without SMTP settings a mail stays in the outbox, and a server start with SMTP settings sends it', async () => {
    const { mail } = await queueTestMail()
    await runJobs()
    expect(await readMail(mail.id)).toMatchObject({ status: 'queued', attempts: 0 })
    const { url, received } = await startSmtpServer()
    await enqueueJobsForUnsentMail(target.database.db)
    await runJobs(url)
    expect(received.some(text => text.includes(mail.messageId))).toBe(true)
    expect(await readMail(mail.id)).toMatchObject({ status: 'sent' })
  })

  test.each<[string, SMTPServerOptions, RegExp, timeoutMs?: number]>([
    ['is busy', { onRcptTo: (_address, _session, done) => done(createSmtpError(450)) }, /450/],
    ['refuses the sender address', { onMailFrom: (_a, _s, done) => done(createSmtpError(550)) }, /550/],
    [
      'accepts the mail and does not respond',
      { onData: stream => void stream.resume() },
      /ETIMEDOUT|ESOCKET/,
      400,
    ],
    [
      'closes the connection',
      { onData: () => runningServers.at(-1)?.connections.forEach(closeConnection) },
      /ECONN|ESOCKET/,
    ],
  ])(
    'a mail is kept as failed and sent at the next attempt when the mail server %s',
    async (_name, options, reason, timeoutMs) => {
      const { url } = await startSmtpServer(options)
      const { mail } = await queueTestMail({}, url)
      const { db } = target.database
      // Only the test of a silent mail server uses a short timeout, because other tests may run on a slow machine.
      const transport = createMailTransport(buildSettingsForMailServer(url), { timeoutMs })
      const mailContext = {
        db,
        settings: buildSettingsForMailServer(url),
        secret: testSecret,
        log: target.app.log,
      }
      await expect(sendMail({ ...mailContext, transport }, mail.id)).rejects.toThrow()
      const failed = await readMail(mail.id)
      expect(failed).toMatchObject({ status: 'failed', attempts: 1 })
      expect(failed?.lastError).toMatch(reason)
      const workingServer = await startSmtpServer()
      await sendMail(
        { ...mailContext, transport: createMailTransport(buildSettingsForMailServer(workingServer.url)) },
        mail.id,
      )
      expect(workingServer.received[0]).toContain(mail.messageId)
      expect(await readMail(mail.id)).toMatchObject({ status: 'sent', attempts: 2 })
    },
  )

  test.each<[string, SMTPServerOptions]>([
    ['the recipient', { onRcptTo: (_address, _session, done) => done(createSmtpError(550)) }],
    [
      'the content',
      { onData: (stream, _session, done) => stream.resume().on('end', () => done(createSmtpError(554))) },
    ],
  ])('a mail is never retried when the mail server permanently refuses %s', async (_name, options) => {
    const { url } = await startSmtpServer(options)
    const { mail } = await queueTestMail({}, url)
    await runJobs(url)
    expect(await readMail(mail.id)).toMatchObject({
      status: 'refused',
      attempts: 1,
      lastError: expect.stringMatching(/ 55[04]$/),
    })
    const { rows } = await target.database.pool.query('select from graphile_worker.jobs where key = $1', [
      `mail:${mail.id}`,
    ])
    expect(rows).toEqual([])
    const workingServer = await startSmtpServer()
    await enqueueJobsForUnsentMail(target.database.db)
    await runJobs(workingServer.url)
    expect(workingServer.received.filter(text => text.includes(mail.messageId))).toEqual([])
    expect(await readMail(mail.id)).toMatchObject({ status: 'refused', attempts: 1 })
  })

  test('a mail that the mail server refuses is logged with kind, id and code, and without an email address', async () => {
    const lines: string[] = []
    const log = createLogger({ LOG_LEVEL: 'trace' }, { write: line => void lines.push(line) })
    const { url } = await startSmtpServer({
      onRcptTo: (_address, _session, done) => done(createSmtpError(550)),
    })
    const { mail } = await queueTestMail({}, url)
    const settings = buildSettingsForMailServer(url)
    const mailContext = { db: target.database.db, settings, secret: testSecret, log }
    await sendMail({ ...mailContext, transport: createMailTransport(settings) }, mail.id)
    expect(JSON.parse(lines.join(''))).toMatchObject({
      mail: mail.id,
      kind: 'user.approved',
      code: 'EENVELOPE 550',
      status: 'refused',
    })
    expect(lines.join('')).not.toContain('@')
  })

  test('a mail that was accepted but not recorded as sent is sent again with the same Message-ID', async () => {
    const { url, received } = await startSmtpServer()
    const { mail } = await queueTestMail({}, url)
    await runJobs(url)
    // Simulates a crash between the reply of the mail server and the update of the outbox.
    await target.database.db.update(mailOutbox).set({ status: 'queued' }).where(eq(mailOutbox.id, mail.id))
    await enqueueJobsForUnsentMail(target.database.db)
    await runJobs(url)
    const copies = received.filter(text => text.includes(mail.messageId))
    expect(copies).toHaveLength(2)
  })
})

test('a mail job that was running in a killed worker runs again after ten minutes', async () => {
  const { url, received } = await startSmtpServer()
  const { mail } = await queueTestMail({}, url)
  await moveQueuedJobsToGraphileWorker(target.database.db)
  const owner = await openDedicatedConnection(target.database.superuserUrl)
  const lockMailJob = (minutes: number) =>
    owner.query(
      `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - make_interval(mins => $1)
        where key = $2`,
      [minutes, `mail:${mail.id}`],
    )
  await lockMailJob(5)
  await unlockJobsOfDeadWorkers(target.database.db)
  await runJobs(url)
  expect(received).toEqual([])
  await lockMailJob(11)
  await unlockJobsOfDeadWorkers(target.database.db)
  await runJobs(url)
  await owner.end()
  expect(received).toHaveLength(1)
})

test('a mail is written in the language of its recipient, by default in DEFAULT_LANGUAGE', async () => {
  const { db } = target.database
  const { url, received } = await startSmtpServer()
  // The transaction that queues the mails runs in the language of the sender.
  const [english, malay, other] = await runInLanguage('ms', async () => [
    await queueTestMail({ language: 'en' }),
    await queueTestMail({ language: 'ms' }),
    await queueTestMail({ language: null }),
  ])
  const settings = { ...buildSettingsForMailServer(url), DEFAULT_LANGUAGE: 'en' as const }
  const transport = createMailTransport(settings)
  const deliverTestMail = async ({ mail }: { mail: { id: number } }) => {
    await runInLanguage('ms', () =>
      sendMail({ ...buildTestServiceContext(db, settings), transport }, mail.id),
    )
    // Removes the line breaks that quoted-printable encoding adds to a mail.
    return received.at(-1)?.replace(/=\r?\n/g, '')
  }
  const subjects = {
    en: 'Subject: Your membership of Perantau has been approved',
    ms: 'Subject: Keahlian anda di Perantau telah diluluskan',
  }
  expect(await deliverTestMail(english)).toContain(subjects.en)
  expect(received.at(-1)).toContain('<html lang=3D"en">')
  const malayMail = await deliverTestMail(malay)
  expect(malayMail).toContain(subjects.ms)
  expect(malayMail).toContain(`Salam sejahtera ${malay?.user.fullName},`)
  const otherMail = await deliverTestMail(other)
  expect(otherMail).toContain(subjects.en)
  expect(otherMail).toContain(`Dear ${other?.user.fullName},`)
  transport?.close()
})

test.each(languages)('the preview of an announcement shows the same text as its mail, in %s', language => {
  runInLanguage(language, () => {
    expect(composeText.greeting({ name: 'Siti' })).toBe(mailText.greeting({ fullName: 'Siti' }))
    expect(composeText.open).toBe(announcementMailText.open)
    expect(composeText.stop).toBe(announcementMailText.unsubscribe)
    expect(`${composeText.urgentMail}Banjir`).toBe(
      announcementMailText.subjects['announcement.urgent']({ title: 'Banjir' }),
    )
  })
})

describe('renderMail', () => {
  const input = {
    appName: 'Perantau',
    fullName: 'Siti <script>',
    params: { membershipNumber: 'GB-2026-0001' },
    sign: (id: string) => id,
  }

  test('the text of an approval mail contains the name, the membership number and the sign-in link', () => {
    const { subject, text } = renderMail('user.approved', input, 'https://perantau.example')
    expect(subject).toBe('Keahlian anda di Perantau telah diluluskan')
    expect(text).toContain('Salam sejahtera Siti <script>,')
    expect(text).toContain('GB-2026-0001')
    expect(text).toContain('https://perantau.example/login')
  })

  test('the HTML of a mail contains user texts only in escaped form and loads nothing from other servers', () => {
    const { html } = renderMail(
      'user.rejected',
      { ...input, params: { reason: '<b>palsu</b>' } },
      'https://perantau.example',
    )
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('<b>')
    expect(html).not.toMatch(/<img|src=|url\(/)
    expect(html.match(/https?:\/\/[^"/]+/g)).toEqual(['https://perantau.example'])
    expect(html).toContain('color-scheme')
  })
})

test('GET /api/outbox returns the newest mail first to a system_admin, without the content of the mails', async () => {
  const admin = await target.asNew({ role: 'system_admin' })
  const { mail } = await queueTestMail()
  const response = await admin.call('GET', '/api/outbox?pageSize=1')
  expect(Number(response.headers['x-total-count'])).toBeGreaterThan(0)
  expect(response.json()).toEqual([
    {
      id: mail.id,
      kind: 'user.approved',
      recipient: mail.recipient,
      status: 'queued',
      attempts: 0,
      lastError: null,
      createdAt: mail.createdAt.toISOString(),
      sentAt: null,
    },
  ])
})
