// Work that follows a commit: enqueued by SQL in the transaction, so it exists if and only if the change does,
// tried again with growing pauses, taken by one instance at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger as JobLogger, type Runner, run, type TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import type { AppParts } from './app.ts'
import type { Db } from './db/client.ts'
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
  db: Db
  settings: Settings
  secret: Secret
  log: Pick<Logger, 'error'>
}

/** Every kind of job and what it does. A job may run again after a crash, so each can be repeated. */
export function createTasks({ db, settings, secret, log }: JobParts): TaskList {
  const transport = createTransport(settings)
  const storage = createStorage(settings)
  return {
    send_mail: async payload => sendMail({ db, settings, secret, transport }, (payload as { id: number }).id),
    send_reset_link: async payload => sendResetLink(db, settings, (payload as { email: string }).email),
    sweep_expired: async () => sweepExpired(db),
    unlock_dead_workers: async () => unlockDeadWorkers(db),
    advance_activities: async () => advanceActivities(db),
    count_messages: async () => countMessages(db),
    prepare_download: async payload =>
      prepareDownload({ db, settings, secret, storage, log }, (payload as { id: string }).id),
    sweep_files: async () => {
      await sweepErased({ db, settings, storage })
      await sweepDownloads(db, settings)
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
export function startJobs({ database, settings, secret, log }: AppParts): Jobs {
  const taskList = createTasks({ db: database.db, settings, secret, log })
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
