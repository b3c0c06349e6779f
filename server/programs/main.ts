import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/app.ts'
import { connect } from '#server/db/client.ts'
import { isOutage } from '#server/db/database-errors.ts'
import { openSecret } from '#server/db/installation.ts'
import { migrateDatabase, openDatabase } from '#server/db/open.ts'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'
import { loadDemo } from '#server/demo/load.ts'
import { readSettings, type Settings } from '#server/env.ts'
import { resumeImports } from '#server/features/imports/work-on-import.service.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { createLogger } from '#server/logging.ts'
import { enqueueWaitingMail } from '#server/mail/mail.service.ts'
import { openStorage } from '#server/storage.ts'
import { progress, runProgram, StartupError, say } from '#server/terminal.ts'

/** Stopping takes what was opened apart in reverse; the embedded database is opened first, so it goes last. */
const closers: (() => Promise<unknown>)[] = []
let stopping: Promise<void> | undefined

function stop(): Promise<void> {
  stopping ??= (async () => {
    // Whatever hangs, the process is gone within ten seconds; the embedded database then stops by itself.
    setTimeout(() => process.exit(0), 9000).unref()
    // What was given up on may still fail when the database goes; by then it is nobody's concern.
    process.on('uncaughtException', () => {})
    for (const close of closers.reverse()) await close()
    process.exit(0)
  })()
  return stopping
}

/** As long as it takes, but no longer: what hangs or fails does not hold up the end. */
async function within(patience: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => {}), sleep(patience)])
}

/** Lets what runs finish, and gives a balancer time to notice before the door closes. */
async function closeGently(app: FastifyInstance): Promise<void> {
  app.isDraining = true
  if (!app.settings.isDemo) await sleep(1000)
  // A browser keeps its connection open after the answer, so those that fall idle are closed as they do.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  const patience = setTimeout(() => app.server.closeAllConnections(), 4000)
  await app.close()
  clearInterval(sweep)
  clearTimeout(patience)
}

/** Asked before the work of starting, so that the answer comes at once. */
function checkPort({ HOST, PORT }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, HOST, PORT)))
    probe.listen(PORT, HOST, () => probe.close(() => resolve()))
  })
}

function portError(error: NodeJS.ErrnoException, host: string, port: number): StartupError {
  if (error.code === 'EADDRINUSE') {
    return new StartupError(`Port ${port} is taken by another program. Stop it, or set PORT to a free one.`)
  }
  return new StartupError(
    `Cannot listen on ${host} port ${port} (${error.code}). Set HOST and PORT to what is allowed.`,
  )
}

function greet(settings: Settings): void {
  say(`\n${settings.APP_NAME} is ready: ${settings.PUBLIC_URL}`)
  if (!settings.isDemo) return
  say(`\nDemo accounts, all with the password ${demoPassword}:`)
  for (const { email, role, status } of demoAccounts) {
    say(`  ${email.padEnd(26)} ${status === 'active' ? role : status}`)
  }
  say('\nCtrl-C stops it.')
}

async function start(): Promise<void> {
  const settings = readSettings()
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  await checkPort(settings)

  const source = await openDatabase(settings)
  closers.push(() => within(5000, source.stop()))
  const applied = await migrateDatabase(source)
  if (applied.length > 0) progress('The database schema is up to date.')
  if (!settings.isDemo && source.ownerUrl === source.directUrl) {
    progress('One database role for everything: set DATABASE_OWNER_URL as well to shield the audit trail.')
  }

  const database = connect(source.directUrl)
  closers.push(() => within(1000, database.close()))
  const secret = await openSecret(database.db, settings)
  if (settings.isDemo && (await loadDemo(database.db, secret))) progress('Demo data loaded.')

  const log = createLogger(settings)
  // The job runner leaves promises of its own unheard. What the database's absence broke there heals with it
  // and must not take the program along; anything else is a mistake and does.
  process.on('unhandledRejection', reason => {
    if (!isOutage(reason)) throw reason
    if (!stopping) log.error({ err: reason }, 'given up for want of the database')
  })
  if (settings.SMTP_URL) await enqueueWaitingMail(database.db)
  await resumeImports(database, { isStart: true })
  const storage = await openStorage(settings)
  const jobs = startJobs({ database, settings, secret, storage, log })
  closers.push(() => within(2500, jobs.stop()))
  const { appUrl: url, directUrl } = source
  const app = await createApp({
    database: { url, directUrl, commits: database.commits },
    settings,
    secret,
    log,
  })
  closers.push(() => within(6000, closeGently(app)))
  await app.listen({ host: settings.HOST, port: settings.PORT }).catch(error => {
    throw portError(error, settings.HOST, settings.PORT)
  })
  greet(settings)
}

await runProgram(async () => {
  try {
    await start()
  } catch (error) {
    // Told to stop half-way through starting: what then fails is no failure.
    if (!stopping) throw error
    await stopping
  }
})
