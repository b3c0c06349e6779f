// A slow or broken mail server must not delay jobs other than mail jobs.
import { createServer, type Server, type Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { mailOutbox } from '#server/db/schema/events.ts'
import { createLogger } from '#server/logging.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { createMailTransport } from '#server/mail/transport.ts'
import { createDiskFileStorage } from '#server/storage.ts'
import { startSmtpServer } from '#server/test/fakes/smtp-server.ts'
import { buildTestSettings, setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import { startJobWorkers } from './jobs.ts'
import type { StoppableJobs } from './supervise-job-worker.ts'

const target = setUpApp()
const cleanups: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp()
})

/** Starts a TCP server that misbehaves in place of a mail server. */
async function startBrokenMailServer(
  greet: (socket: Socket) => void,
): Promise<{ url: string; sockets: Socket[] }> {
  const sockets: Socket[] = []
  const server: Server = createServer(socket => {
    sockets.push(socket.on('error', () => {}))
    greet(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as { port: number }
  return { url: `smtp://127.0.0.1:${port}`, sockets }
}

async function queueMails(count: number): Promise<number> {
  const { db } = target.database
  const user = await buildUser(db)
  const to = Array.from({ length: count }, () => user)
  await db.transaction(tx => queueMail(tx, { to, kind: 'user.approved' }))
  return user.id
}

function startMailWorkers(
  SMTP_URL: string,
  mailOptions?: { timeoutMs: number },
): { jobs: StoppableJobs; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const log = createLogger({ LOG_LEVEL: 'info' }, { write: line => void lines.push(JSON.parse(line)) })
  const settings = buildTestSettings({ SMTP_URL })
  const jobs = startJobWorkers({
    database: target.database,
    settings,
    secret: testSecret,
    storage: createDiskFileStorage(settings),
    log,
    transport: createMailTransport(settings, mailOptions),
  })
  cleanups.push(() => jobs.stop())
  return { jobs, lines }
}

describe('job workers with a failing mail server', () => {
  test('a mail server that accepts connections and never replies does not delay a data download', async () => {
    const { url, sockets } = await startBrokenMailServer(() => {})
    const userId = await queueMails(6)
    startMailWorkers(url, { timeoutMs: 600_000 })
    await waitUntil(() => sockets.length >= 2)
    const person = await target.asNew()
    await person.call('POST', '/api/account/data')
    const downloadDataExport = async () => (await person.call('GET', '/api/account/data')).json().download
    await waitUntil(async () => (await downloadDataExport()).status === 'done')
    const mails = await target.database.db.select().from(mailOutbox).where(eq(mailOutbox.userId, userId))
    expect(mails.map(({ status }) => status)).toEqual(Array(6).fill('queued'))
    expect(sockets.some(({ destroyed }) => destroyed)).toBe(false)
  })

  test('while the mail server closes connections, mail jobs pause with growing intervals, and they continue once it works again', async () => {
    const workingServer = await startSmtpServer()
    const { url, sockets } = await startBrokenMailServer(socket => socket.destroy())
    const userId = await queueMails(40)
    const { jobs, lines } = startMailWorkers(url)
    const findPausesBetweenAttempts = () =>
      lines.filter(({ msg }) => msg === 'jobs: pausing tasks because their remote server is down')
    await waitUntil(() => findPausesBetweenAttempts().length > 0)
    expect(sockets.length).toBeGreaterThan(0)
    // At most five mails were in progress at once, and the jobs opened no further connection to the mail server.
    expect(sockets.length).toBeLessThanOrEqual(5)
    expect(findPausesBetweenAttempts()[0]).toMatchObject({ tasks: ['send_mail'] })
    await waitUntil(() => findPausesBetweenAttempts().length > 1)
    expect(Number(findPausesBetweenAttempts()[1]?.ms)).toBeGreaterThan(
      Number(findPausesBetweenAttempts()[0]?.ms),
    )
    await jobs.stop()
    cleanups.pop()
    startMailWorkers(workingServer.url)
    const readMails = () => target.database.db.select().from(mailOutbox).where(eq(mailOutbox.userId, userId))
    await waitUntil(async () => (await readMails()).every(({ status }) => status === 'sent'))
    expect(workingServer.received.length).toBeGreaterThanOrEqual(40)
  })
})
