// Runs the application on an open database: background jobs, HTTP routes and sockets.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/app.ts'
import { openConnectionPool } from '#server/db/connection/client.ts'
import { isDatabaseOutage } from '#server/db/errors/database-errors.ts'
import { loadAndVerifySecretKey } from '#server/db/setup/installation.ts'
import type { OpenDatabase } from '#server/db/setup/open-database.ts'
import { loadDemoData } from '#server/demo/load-demo-data.ts'
import { root, type Settings } from '#server/env.ts'
import { enqueueJobsOfStalledImports } from '#server/features/imports/management/run-import-job.service.ts'
import { startJobWorkers } from '#server/jobs/jobs.ts'
import { createLogger } from '#server/logging.ts'
import { enqueueJobsForUnsentMail } from '#server/mail/mail.service.ts'
import { createConfiguredFileStorage } from '#server/storage.ts'
import { printProgress } from '#server/terminal.ts'
import { type CloseHandlers, waitWithTimeout } from './close-handlers.ts'
import { explainPortError } from './explain-port-error.ts'

/**
 * Finishes running requests at shutdown. Before, it waits so that a load balancer can notice that the server will stop.
 */
async function closeGracefully(app: FastifyInstance): Promise<void> {
  app.isDraining = true
  if (!app.settings.isDemo) await sleep(1000)
  // Browsers keep idle connections open. At shutdown a connection is therefore closed as soon as it is idle.
  const idleTimer = setInterval(() => app.server.closeIdleConnections(), 50)
  const forceTimer = setTimeout(() => app.server.closeAllConnections(), 4000)
  await app.close()
  clearInterval(idleTimer)
  clearTimeout(forceTimer)
}

export async function startApplicationServer(
  settings: Settings,
  source: OpenDatabase,
  { closers, isStopping }: { closers: CloseHandlers; isStopping(): boolean },
): Promise<void> {
  const database = openConnectionPool(source.directUrl, { purpose: 'jobs' })
  closers.push(() => waitWithTimeout(1000, database.close()))
  const secret = await loadAndVerifySecretKey(database.db, settings)
  if (settings.isDemo && (await loadDemoData(database.db, secret))) printProgress('Demo data loaded.')

  const log = createLogger(settings)
  // graphile-worker does not handle all of its failed promises. Those caused by a database outage are only logged.
  // An unhandled promise rejection that no database outage caused is a programming error and ends the process.
  process.on('unhandledRejection', reason => {
    if (!isDatabaseOutage(reason)) throw reason
    if (!isStopping())
      log.error(
        { err: reason },
        'jobs: work was aborted because the database is unreachable; it resumes with the database',
      )
  })
  if (settings.SMTP_URL) await enqueueJobsForUnsentMail(database.db)
  await enqueueJobsOfStalledImports(database, { isStart: true })
  const storage = await createConfiguredFileStorage(settings)
  const backups = settings.BACKUP_DIR ? { server: source, folder: settings.BACKUP_DIR } : undefined
  const jobs = startJobWorkers({ database, settings, secret, storage, log, backups })
  closers.push(() => waitWithTimeout(2500, jobs.stop()))
  const { appUrl: url, directUrl } = source
  const app = await createApp({
    database: { url, directUrl, commits: database.commits },
    settings,
    secret,
    log,
    clientDir: join(root, 'dist/web'),
  })
  closers.push(() => waitWithTimeout(6000, closeGracefully(app)))
  await app.listen({ host: settings.HOST, port: settings.PORT }).catch(error => {
    throw explainPortError(error, settings.HOST, settings.PORT)
  })
}
