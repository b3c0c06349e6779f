// Work that follows a commit: enqueued by SQL in the transaction, so it exists if and only if the change does, handed to
// the runner right after it, tried again with growing pauses, taken by one instance at a time.
import type { RunnerOptions, Task, TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import { type BackupPlace, backUp } from '#server/backups/back-up.service.ts'
import { gather } from '#server/concurrency/gather.ts'
import { type Context, createContext } from '#server/context.ts'
import { applicationName, type Database } from '#server/db/client.ts'
import { handOverJobs, unlockDeadWorkers } from '#server/db/enqueue.ts'
import type { Settings } from '#server/env.ts'
import { advanceActivities } from '#server/features/activities/change-status.service.ts'
import { remindParticipants } from '#server/features/activities/remind-participants.service.ts'
import { settleTimes } from '#server/features/activities/settle-times.service.ts'
import { countMessages } from '#server/features/analytics/count-messages.service.ts'
import { deliverAnnouncements } from '#server/features/announcements/deliver-announcements.service.ts'
import { sendResetLink } from '#server/features/auth/forgot-password.service.ts'
import { tellMentions } from '#server/features/chat/tell-mentions.service.ts'
import { sweepFiles } from '#server/features/files/sweep-files.service.ts'
import { inviteBatch } from '#server/features/imports/invite-imported.service.ts'
import { resumeImports, sweepImports, workOnImport } from '#server/features/imports/work-on-import.service.ts'
import { lookForPairs } from '#server/features/merging/look-for-pairs.service.ts'
import { settleMerges } from '#server/features/merging/merge-accounts.service.ts'
import { prepareDownload, sweepDownloads } from '#server/features/my-data/downloads.service.ts'
import { sweepErased } from '#server/features/my-data/erase-account.service.ts'
import { eraseRejected } from '#server/features/my-data/erase-rejected.service.ts'
import { remindOffices } from '#server/features/offices/remind-offices.service.ts'
import { deliverRollCalls, sweepRollCalls } from '#server/features/roll-calls/deliver-roll-calls.service.ts'
import { sendMail } from '#server/mail/send-mail.service.ts'
import { sendMails } from '#server/mail/send-mails.service.ts'
import { createTransport, MailFailure, type Transport } from '#server/mail/transport.ts'
import { pushMessages } from '#server/push/push-messages.service.ts'
import { sendPush } from '#server/push/send-push.service.ts'
import { openVapid } from '#server/push/vapid.ts'
import { sweepExpired } from '#server/retention/sweep.service.ts'
import type { Secret } from '#server/secret.ts'
import { incomingFolder, type Storage } from '#server/storage.ts'
import { type Jobs, keepRunning } from './runner.ts'
import { queueRegular, type Regular } from './timetable.service.ts'

interface JobParts {
  /** With patience: what is done here may take longer than a call of a person. */
  database: Database
  settings: Settings
  secret: Secret
  storage: Storage
  log: Logger
  /** Where this instance makes backups, if it does. */
  backups?: BackupPlace
}

/** Every kind of job and what it does. A job may run again after a crash, so each can be repeated. */
export function createTasks(
  context: Context,
  transport: Transport | undefined = createTransport(context.settings),
): TaskList & {
  send_mail: Task<'send_mail'>
  send_mails: Task<'send_mails'>
  push_messages: Task<'push_messages'>
  send_push: Task<'send_push'>
  work_on_import: Task<'work_on_import'>
} {
  const { db, settings, secret, storage } = context
  const vapid = openVapid(settings, secret)
  return {
    send_mail: async ({ id }) => sendMail({ ...context, transport }, id),
    send_mails: async ({ ids }, { abortSignal }) => sendMails({ ...context, transport }, ids, abortSignal),
    deliver_announcements: async () => deliverAnnouncements(context),
    deliver_roll_calls: async () => deliverRollCalls(context),
    sweep_roll_calls: async () => sweepRollCalls(context),
    send_reset_link: async ({ email }) => sendResetLink(context, email),
    push_messages: async ({ groupId }) => pushMessages(context, groupId),
    tell_mentions: async ({ messageId }) => tellMentions(context, messageId),
    send_push: async (payload, { job }) => sendPush(context, vapid, payload, job.id),
    work_on_import: async ({ id }) => workOnImport(context, id),
    invite_imported: async ({ id }) => inviteBatch(context, id),
    look_for_pairs: async () => lookForPairs(context),
    settle_merges: async () => settleMerges(context),
    resume_imports: async () => resumeImports(context),
    sweep_imports: async () => sweepImports(context),
    sweep_expired: async () => sweepExpired(db),
    unlock_dead_workers: async () => unlockDeadWorkers(db),
    remind_participants: async () => remindParticipants(context),
    remind_offices: async () => remindOffices(context),
    settle_times: async () => settleTimes(context),
    advance_activities: async () => advanceActivities(context),
    count_messages: async () => countMessages(db),
    prepare_download: async ({ id }) => prepareDownload(context, id),
    erase_rejected: async () => eraseRejected(context),
    sweep_erased: async () => sweepErased(context),
    sweep_downloads: async () => sweepDownloads(context),
    sweep_files: async () => sweepFiles(db, storage, incomingFolder(settings)),
  }
}

export const timetable: Regular[] = [
  { task: 'advance_activities', every: 1 },
  { task: 'remind_participants', every: 1 },
  { task: 'deliver_announcements', every: 1 },
  { task: 'deliver_roll_calls', every: 1 },
  { task: 'count_messages', every: 1 },
  { task: 'resume_imports', every: 1 },
  { task: 'look_for_pairs', every: 1 },
  { task: 'sweep_expired', every: 5 },
  { task: 'unlock_dead_workers', every: 5 },
  { task: 'settle_times', every: 60, at: 13 },
  { task: 'remind_offices', every: 60, at: 15 },
  { task: 'sweep_erased', every: 60, at: 17 },
  { task: 'sweep_downloads', every: 60, at: 19 },
  { task: 'sweep_files', every: 60, at: 21 },
  { task: 'sweep_imports', every: 60, at: 23 },
  { task: 'sweep_roll_calls', every: 60, at: 23 },
  { task: 'erase_rejected', every: 60, at: 25 },
  { task: 'settle_merges', every: 60, at: 27 },
]

/** A letter waits on somebody else's server, so several are under way at once; and as many of those that go to many. */
const lettersAtOnce = 5
/** Long lists of people take a while; they have a place of their own, and leave some room to others. */
const importsAtOnce = 2
/** A batch of pushes likewise; a call must not wait behind one that is stuck. */
const batchesAtOnce = 4

/** Connections of each runner, including the one that listens. */
export const workerConnections = 4

/** graphile-worker takes a URL alone, so the name of its connections is part of it. */
function workerUrl(url: string): string {
  const name = encodeURIComponent(applicationName('worker'))
  return `${url}${url.includes('?') ? '&' : '?'}application_name=${name}`
}

/** A backup takes long, and is made where there is room for it: by the instances that were told where. */
function runBackups(context: Context, place: BackupPlace, connection: RunnerOptions, log: Logger): Jobs {
  const taskList: TaskList = { back_up: async () => backUp(context, place) }
  return keepRunning({ ...connection, concurrency: 1, taskList }, log)
}
const backupTimes: Regular = { task: 'back_up', every: 5 }

/** Done every so many milliseconds, and whenever it is asked for; a failure is said and made up for by the next time. */
function keepDoing(
  { every, pause }: { every: number; pause: number },
  work: () => Promise<void>,
  log: Logger,
  failure: string,
): Jobs & { ask(): void } {
  let isStopping = false
  const doing = gather(pause, () =>
    work().catch(error => {
      if (!isStopping) log.warn({ err: error }, failure)
    }),
  )
  const timer = setInterval(doing.ask, every)
  doing.ask()
  return {
    ask: doing.ask,
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await doing.stop()
    },
  }
}

/** What was committed here, soon; what others committed and did not live to hand over, within a second or two. */
function keepHandingOver({ db, commits }: Database, log: Logger): Jobs {
  const handOver = keepDoing(
    { every: 1500, pause: 20 },
    () => handOverJobs(db),
    log,
    'jobs not handed over yet',
  )
  const unfollow = commits.follow(handOver.ask)
  return {
    stop: async () => {
      unfollow()
      await handOver.stop()
    },
  }
}

function keepTimetable({ db }: Database, times: Regular[], log: Logger): Jobs {
  const failure = 'regular jobs not queued yet'
  return keepDoing({ every: 5000, pause: 1000 }, () => queueRegular(db, times), log, failure)
}

/**
 * Runners of their own, because mail servers, push services and long imports may take their time: what they hold up is
 * mail, pushes or imports, and nothing else. Letters to many wait for their turn at the rate of the setting, so they
 * have one besides: nobody's new password waits behind them. While the mail server is down mail rests; push services are
 * many, and each fails alone.
 */
export function startJobs({ database, settings, secret, storage, log, backups }: JobParts): Jobs {
  const context = createContext({ db: database.db, settings, secret, storage, log })
  const transport = createTransport(settings)
  const isDown = (error: unknown) => error instanceof MailFailure && error.isServerDown
  const { send_mail, send_mails, push_messages, send_push, work_on_import, ...others } = createTasks(
    context,
    transport,
  )
  const connection = { connectionString: workerUrl(database.url), maxPoolSize: workerConnections }
  const runners = [
    keepHandingOver(database, log),
    keepTimetable(database, [...timetable, ...(backups ? [backupTimes] : [])], log),
    keepRunning({ ...connection, concurrency: 2, taskList: others }, log),
    keepRunning({ ...connection, concurrency: lettersAtOnce, taskList: { send_mail } }, log, { isDown }),
    keepRunning({ ...connection, concurrency: lettersAtOnce, taskList: { send_mails } }, log, { isDown }),
    keepRunning({ ...connection, concurrency: importsAtOnce, taskList: { work_on_import } }, log),
    ...(backups ? [runBackups(context, backups, connection, log)] : []),
    keepRunning({ ...connection, concurrency: batchesAtOnce, taskList: { push_messages, send_push } }, log),
  ]
  return {
    stop: async () => {
      await Promise.all(runners.map(runner => runner.stop()))
      transport?.close()
    },
  }
}
