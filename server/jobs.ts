// Work that follows a commit: enqueued by SQL in the transaction, so it exists if and only if the change does,
// tried again with growing pauses, taken by one instance at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger as JobLogger, type Runner, run, type TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import { type Context, createContext } from './context.ts'
import type { Database } from './db/client.ts'
import { unlockDeadWorkers } from './db/enqueue.ts'
import type { Settings } from './env.ts'
import { advanceActivities } from './features/activities/change-status.service.ts'
import { countMessages } from './features/analytics/count-messages.service.ts'
import { sendResetLink } from './features/auth/forgot-password.service.ts'
import { sweepExpired } from './features/auth/sweep.service.ts'
import { createStorage, incomingFolder } from './features/files/storage.ts'
import { sweepFiles } from './features/files/sweep-files.service.ts'
import { sendMail } from './features/mail/mail.service.ts'
import { createTransport } from './features/mail/transport.ts'
import { prepareDownload, sweepDownloads } from './features/my-data/downloads.service.ts'
import { sweepErased } from './features/my-data/erase-account.service.ts'
import type { Secret } from './secret.ts'

export interface Jobs {
  stop(): Promise<void>
}

interface JobParts {
  /** With patience: what is done here may take longer than a call of a person. */
  database: Database
  settings: Settings
  secret: Secret
  log: Logger
}

/** Every kind of job and what it does. A job may run again after a crash, so each can be repeated. */
export function createTasks(context: Context): TaskList {
  const { db, settings, storage } = context
  const transport = createTransport(settings)
  return {
    send_mail: async payload => sendMail({ ...context, transport }, (payload as { id: number }).id),
    send_reset_link: async payload => sendResetLink(context, (payload as { email: string }).email),
    sweep_expired: async () => sweepExpired(db),
    unlock_dead_workers: async () => unlockDeadWorkers(db),
    advance_activities: async () => advanceActivities(context),
    count_messages: async () => countMessages(db),
    prepare_download: async payload => prepareDownload(context, (payload as { id: string }).id),
    sweep_files: async () => {
      await sweepErased(context)
      await sweepDownloads(context)
      await sweepFiles(db, storage, incomingFolder(settings))
    },
  }
}

const crontab = [
  '* * * * * advance_activities ?max=1',
  '* * * * * count_messages ?max=1',
  '*/5 * * * * sweep_expired ?max=3',
  '*/5 * * * * unlock_dead_workers ?max=3',
  '17 * * * * sweep_files ?max=3',
].join('\n')

/** The library's own lines quote errors, and those quote addresses; ours says only that something failed. */
function quietLogger(log: Logger): JobLogger {
  return new JobLogger(() => level => {
    if (level === 'error') log.warn('a job failed and will be tried again')
  })
}

/** Runs until stopped: a runner that gives up, because the database was away too long, is started anew. */
export function startJobs({ database, settings, secret, log }: JobParts): Jobs {
  const storage = createStorage(settings)
  const taskList = createTasks(createContext({ db: database.db, settings, secret, storage, log }))
  let runner: Runner | undefined
  let isStopping = false

  async function keepRunning(): Promise<void> {
    while (!isStopping) {
      try {
        runner = await run({
          ...{ connectionString: database.url, maxPoolSize: 4, concurrency: 2, noHandleSignals: true },
          ...{ taskList, crontab, logger: quietLogger(log) },
        })
        if (isStopping) await runner.stop()
        await runner.promise
      } catch (error) {
        log.error({ err: error }, 'jobs stopped')
      }
      if (!isStopping) await sleep(2000)
    }
  }
  const running = keepRunning()

  return {
    stop: async () => {
      isStopping = true
      await runner?.stop()
      await running
    },
  }
}
