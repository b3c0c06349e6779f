import { eq } from 'drizzle-orm'
import { runOnce } from 'graphile-worker'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { connectClient } from '#server/db/client.ts'
import { handOverJobs, unlockDeadWorkers } from '#server/db/enqueue.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { createTasks } from '#server/jobs/jobs.ts'
import { createLogger } from '#server/logging.ts'
import { setUpApp, testContext, testSecret, testSettings } from '#server/test/app.ts'
import { buildUser } from '#server/test/factories.ts'
import { running, startSmtp } from '#server/test/smtp.ts'
import { enqueueWaitingMail, queueMail } from './mail.service.ts'
import { sendMail } from './send-mail.service.ts'
import { renderLetter } from './templates.ts'
import { createTransport } from './transport.ts'

const target = setUpApp()
function hangUp(connection: unknown): void {
  const { _socket } = connection as { _socket: { destroy(): void } }
  _socket.destroy()
}

function reply(responseCode: number): Error {
  return Object.assign(new Error('no'), { responseCode })
}

const settingsFor = (url?: string) =>
  testSettings({ SMTP_URL: url ?? '', MAIL_FROM: 'Perantau <tiada@contoh.my>' })

async function queue(overrides: Parameters<typeof buildUser>[1] = {}, _url?: string) {
  const { db } = target.database
  const user = await buildUser(db, overrides)
  const params = { membershipNumber: 'GB-2026-0001' }
  await db.transaction(tx => queueMail(tx, { to: [user], kind: 'user.approved', params }))
  const [row] = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))
  return { user, mail: row as typeof mailOutbox.$inferSelect }
}

async function work(url?: string): Promise<void> {
  const { db, appUrl } = target.database
  await handOverJobs(db)
  await runOnce({
    connectionString: appUrl,
    taskList: createTasks(testContext(db, settingsFor(url))),
    noHandleSignals: true,
  })
}

async function reload(id: number) {
  const [row] = await target.database.db.select().from(mailOutbox).where(eq(mailOutbox.id, id))
  return row
}

describe('a mail', () => {
  test('goes out as text and HTML, in Malay, under its fixed Message-ID', async () => {
    const { url, received } = await startSmtp()
    const { mail, user } = await queue({ fullName: 'Siti <Hajar>' }, url)
    await work(url)
    expect(received).toHaveLength(1)
    expect(received[0]).toContain(`Message-ID: <${mail.messageId}@perantau.test>`)
    expect(received[0]).toContain(`To: ${user.email}`)
    expect(received[0]).toContain('text/plain')
    expect(received[0]).toContain('text/html')
    expect(await reload(mail.id)).toMatchObject({ status: 'sent', attempts: 1, lastError: null })
    await work(url)
    expect(received).toHaveLength(1)
  })

  test('that a transaction takes back was never written', async () => {
    const { db } = target.database
    const user = await buildUser(db)
    const failing = db.transaction(async tx => {
      await queueMail(tx, { to: [user], kind: 'user.approved' })
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await db.select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))).toEqual([])
  })

  test('waits in the outbox while there is no SMTP, and goes out once there is', async () => {
    const { mail } = await queue()
    await work()
    expect(await reload(mail.id)).toMatchObject({ status: 'queued', attempts: 0 })
    const { url, received } = await startSmtp()
    await enqueueWaitingMail(target.database.db)
    await work(url)
    expect(received.some(text => text.includes(mail.messageId))).toBe(true)
    expect(await reload(mail.id)).toMatchObject({ status: 'sent' })
  })

  test.each<[string, SMTPServerOptions, RegExp, patience?: number]>([
    ['has no time', { onRcptTo: (_address, _session, done) => done(reply(450)) }, /450/],
    ['refuses the sender, which is ours to mend', { onMailFrom: (_a, _s, done) => done(reply(550)) }, /550/],
    [
      'takes the mail and then says nothing',
      { onData: stream => void stream.resume() },
      /ETIMEDOUT|ESOCKET/,
      400,
    ],
    ['hangs up', { onData: () => running.at(-1)?.connections.forEach(hangUp) }, /ECONN|ESOCKET/],
  ])('is kept and tried again by a job when the server %s', async (_name, options, reason, patience) => {
    const { url } = await startSmtp(options)
    const { mail } = await queue({}, url)
    const { db } = target.database
    // Only silence has to be waited out; a busy machine must not turn the other failures into it.
    const transport = createTransport(settingsFor(url), { patience })
    const post = { db, settings: settingsFor(url), secret: testSecret, log: target.app.log }
    await expect(sendMail({ ...post, transport }, mail.id)).rejects.toThrow()
    const failed = await reload(mail.id)
    expect(failed).toMatchObject({ status: 'failed', attempts: 1 })
    expect(failed?.lastError).toMatch(reason)
    const good = await startSmtp()
    await sendMail({ ...post, transport: createTransport(settingsFor(good.url)) }, mail.id)
    expect(good.received[0]).toContain(mail.messageId)
    expect(await reload(mail.id)).toMatchObject({ status: 'sent', attempts: 2 })
  })

  test.each<[string, SMTPServerOptions]>([
    ['its recipient', { onRcptTo: (_address, _session, done) => done(reply(550)) }],
    [
      'what it says',
      { onData: (stream, _session, done) => stream.resume().on('end', () => done(reply(554))) },
    ],
  ])(
    'is refused for good when the server refuses %s: no further try, not at the next start either',
    async (_name, options) => {
      const { url } = await startSmtp(options)
      const { mail } = await queue({}, url)
      await work(url)
      expect(await reload(mail.id)).toMatchObject({
        status: 'refused',
        attempts: 1,
        lastError: expect.stringMatching(/ 55[04]$/),
      })
      const { rows } = await target.database.pool.query('select from graphile_worker.jobs where key = $1', [
        `mail:${mail.id}`,
      ])
      expect(rows).toEqual([])
      const good = await startSmtp()
      await enqueueWaitingMail(target.database.db)
      await work(good.url)
      expect(good.received.filter(text => text.includes(mail.messageId))).toEqual([])
      expect(await reload(mail.id)).toMatchObject({ status: 'refused', attempts: 1 })
    },
  )

  test('that did not go out is named in the log by kind, id and code, without an address', async () => {
    const lines: string[] = []
    const log = createLogger({ LOG_LEVEL: 'trace' }, { write: line => void lines.push(line) })
    const { url } = await startSmtp({ onRcptTo: (_address, _session, done) => done(reply(550)) })
    const { mail } = await queue({}, url)
    const settings = settingsFor(url)
    const post = { db: target.database.db, settings, secret: testSecret, log }
    await sendMail({ ...post, transport: createTransport(settings) }, mail.id)
    expect(JSON.parse(lines.join(''))).toMatchObject({
      mail: mail.id,
      kind: 'user.approved',
      code: 'EENVELOPE 550',
      status: 'refused',
    })
    expect(lines.join('')).not.toContain('@')
  })

  test('that was taken but not confirmed goes out again as the same mail', async () => {
    const { url, received } = await startSmtp()
    const { mail } = await queue({}, url)
    await work(url)
    // As after a crash between the server's answer and our note of it.
    await target.database.db.update(mailOutbox).set({ status: 'queued' }).where(eq(mailOutbox.id, mail.id))
    await enqueueWaitingMail(target.database.db)
    await work(url)
    const ids = received.filter(text => text.includes(mail.messageId))
    expect(ids).toHaveLength(2)
  })
})

test('a mail whose worker was killed in the middle is taken up by another', async () => {
  const { url, received } = await startSmtp()
  const { mail } = await queue({}, url)
  await handOverJobs(target.database.db)
  const owner = await connectClient(target.database.superuserUrl)
  const lock = (minutes: number) =>
    owner.query(
      `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - make_interval(mins => $1)
        where key = $2`,
      [minutes, `mail:${mail.id}`],
    )
  await lock(5)
  await unlockDeadWorkers(target.database.db)
  await work(url)
  expect(received).toEqual([])
  await lock(11)
  await unlockDeadWorkers(target.database.db)
  await work(url)
  await owner.end()
  expect(received).toHaveLength(1)
})

describe('the words', () => {
  const occasion = {
    appName: 'Perantau',
    fullName: 'Siti <script>',
    params: { membershipNumber: 'GB-2026-0001' },
    sign: (id: string) => id,
  }

  test('name the person and the number, and end with a way in', () => {
    const { subject, text } = renderLetter('user.approved', occasion, 'https://perantau.example')
    expect(subject).toBe('Keahlian anda di Perantau telah diluluskan')
    expect(text).toContain('Salam Siti <script>,')
    expect(text).toContain('GB-2026-0001')
    expect(text).toContain('https://perantau.example/login')
  })

  test('are escaped, ask nothing of anybody else and carry no image', () => {
    const { html } = renderLetter(
      'user.rejected',
      { ...occasion, params: { reason: '<b>palsu</b>' } },
      'https://perantau.example',
    )
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('<b>')
    expect(html).not.toMatch(/<img|src=|url\(/)
    expect(html.match(/https?:\/\/[^"/]+/g)).toEqual(['https://perantau.example'])
    expect(html).toContain('color-scheme')
  })
})

test('the outbox shows its newest first, to a system_admin, without what the mails say', async () => {
  const admin = await target.asNew({ role: 'system_admin' })
  const { mail } = await queue()
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
