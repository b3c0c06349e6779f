// The application on an open database: its jobs, its routes, its sockets.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/app.ts'
import { connect } from '#server/db/client.ts'
import { isOutage } from '#server/db/database-errors.ts'
import { openSecret } from '#server/db/installation.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { loadDemo } from '#server/demo/load.ts'
import type { Settings } from '#server/env.ts'
import { resumeImports } from '#server/features/imports/work-on-import.service.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { createLogger } from '#server/logging.ts'
import { enqueueWaitingMail } from '#server/mail/mail.service.ts'
import { openStorage } from '#server/storage.ts'
import { progress } from '#server/terminal.ts'
import { type Closers, within } from './closers.ts'
import { portError } from './port-error.ts'

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

export async function serve(
  settings: Settings,
  source: OpenDatabase,
  { closers, isStopping }: { closers: Closers; isStopping(): boolean },
): Promise<void> {
  const database = connect(source.directUrl, { purpose: 'jobs' })
  closers.push(() => within(1000, database.close()))
  const secret = await openSecret(database.db, settings)
  if (settings.isDemo && (await loadDemo(database.db, secret))) progress('Demo data loaded.')

  const log = createLogger(settings)
  // The job runner leaves promises of its own unheard. What the database's absence broke there heals with it
  // and must not take the program along; anything else is a mistake and does.
  process.on('unhandledRejection', reason => {
    if (!isOutage(reason)) throw reason
    if (!isStopping()) log.error({ err: reason }, 'given up for want of the database')
  })
  if (settings.SMTP_URL) await enqueueWaitingMail(database.db)
  await resumeImports(database, { isStart: true })
  const storage = await openStorage(settings)
  const backups = settings.BACKUP_DIR ? { server: source, folder: settings.BACKUP_DIR } : undefined
  const jobs = startJobs({ database, settings, secret, storage, log, backups })
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
}
