// Two kinds of work that must not wait for each other: mail, which depends on somebody else's server, and the rest.
import { createServer, type Server, type Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { mailOutbox } from '#server/db/schema/events.ts'
import { createLogger } from '#server/logging.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { createStorage } from '#server/storage.ts'
import { setUpApp, testSecret, testSettings } from '#server/test/app.ts'
import { buildUser } from '#server/test/factories.ts'
import { until } from '#server/test/program.ts'
import { startSmtp } from '#server/test/smtp.ts'
import { startJobs } from './jobs.ts'
import type { Jobs } from './runner.ts'

const target = setUpApp()
const ending: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

/** Something that listens where a mail server should be. */
async function listenBadly(greet: (socket: Socket) => void): Promise<{ url: string; sockets: Socket[] }> {
  const sockets: Socket[] = []
  const server: Server = createServer(socket => {
    sockets.push(socket.on('error', () => {}))
    greet(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ending.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as { port: number }
  return { url: `smtp://127.0.0.1:${port}`, sockets }
}

async function queueLetters(count: number): Promise<number> {
  const { db } = target.database
  const user = await buildUser(db)
  const to = Array.from({ length: count }, () => user)
  await db.transaction(tx => queueMail(tx, { to, kind: 'user.approved' }))
  return user.id
}

function start(SMTP_URL: string): { jobs: Jobs; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const log = createLogger({ LOG_LEVEL: 'info' }, { write: line => void lines.push(JSON.parse(line)) })
  const settings = testSettings({ SMTP_URL })
  const jobs = startJobs({
    database: target.database,
    settings,
    secret: testSecret,
    storage: createStorage(settings),
    log,
  })
  ending.push(() => jobs.stop())
  return { jobs, lines }
}

describe('a mail server', () => {
  test('that takes connections and says nothing does not hold up a download', async () => {
    const { url, sockets } = await listenBadly(() => {})
    const userId = await queueLetters(6)
    start(url)
    await until(() => sockets.length >= 2)
    const person = await target.asNew()
    await person.call('POST', '/api/account/data')
    const download = async () => (await person.call('GET', '/api/account/data')).json().download
    await until(async () => (await download()).status === 'done', { seconds: 15 })
    const waiting = await target.database.db.select().from(mailOutbox).where(eq(mailOutbox.userId, userId))
    expect(waiting.filter(({ status }) => status === 'sent')).toEqual([])
  })

  test('that hangs up is left alone for a while, and what waited goes out when it is well again', async () => {
    const good = await startSmtp()
    const { url, sockets } = await listenBadly(socket => socket.destroy())
    const userId = await queueLetters(40)
    const { jobs, lines } = start(url)
    const rests = () => lines.filter(({ msg }) => msg === 'jobs rest')
    await until(() => rests().length > 0)
    expect(sockets.length).toBeGreaterThan(0)
    // Those that were under way at once, and no other.
    expect(sockets.length).toBeLessThanOrEqual(5)
    expect(rests()[0]).toMatchObject({ tasks: ['send_mail'] })
    await until(() => rests().length > 1)
    expect(Number(rests()[1]?.ms)).toBeGreaterThan(Number(rests()[0]?.ms))
    await jobs.stop()
    ending.pop()
    start(good.url)
    const letters = () => target.database.db.select().from(mailOutbox).where(eq(mailOutbox.userId, userId))
    await until(async () => (await letters()).every(({ status }) => status === 'sent'))
    expect(good.received.length).toBeGreaterThanOrEqual(40)
  })
})
