// Work that follows a commit: enqueued by SQL in the transaction, so it exists if and only if the change does,
// tried again with growing pauses, taken by one instance at a time.
import { run, type TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Db } from './db/client.ts'
import type { Settings } from './env.ts'
import { sweepExpired } from './features/auth/sweep.service.ts'
import { sendMail } from './features/mail/mail.service.ts'
import { createTransport } from './features/mail/transport.ts'

export interface Jobs {
  stop(): Promise<void>
}

/** Every kind of job and what it does. A job may run again after a crash, so each can be repeated. */
export function createTasks(db: Db, settings: Settings): TaskList & { [name: string]: unknown } {
  const transport = createTransport(settings)
  return {
    send_mail: async payload => sendMail(db, settings, transport, (payload as { id: number }).id),
    sweep_expired: async () => sweepExpired(db),
  }
}

const crontab = '*/5 * * * * sweep_expired ?max=3'

/** The library's own log names jobs and their payloads; ours says only that one failed. */
function silentLogger(log: Pick<Logger, 'warn'>) {
  return (level: string, message: string) => {
    if (level === 'error') log.warn({ job: message.slice(0, 80) }, 'a job failed and will be tried again')
  }
}

export async function startJobs(databaseUrl: string, db: Db, settings: Settings, log: Logger): Promise<Jobs> {
  const { Logger: JobLogger } = await import('graphile-worker')
  const runner = await run({
    connectionString: databaseUrl,
    maxPoolSize: 4,
    concurrency: 2,
    noHandleSignals: true,
    taskList: createTasks(db, settings) as TaskList,
    crontab,
    logger: new JobLogger(() => silentLogger(log)),
  })
  // The runner ends by itself only when it is told to; an error in it must not end the process.
  runner.promise.catch(error => log.error({ err: error }, 'jobs stopped'))
  return { stop: () => runner.stop() }
}
