// Background jobs. A transaction adds a job by SQL, so the job exists if and only if the change was committed.
// After the commit, jobs are moved to graphile-worker, which runs each on one server instance.
// graphile-worker retries a failed job with growing pauses.
import type { RunnerOptions, Task, TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import { type BackupTarget, runScheduledBackup } from '#server/backups/run-scheduled-backup.service.ts'
import { createCoalescedTask } from '#server/concurrency/coalesced-task.ts'
import { type Context, createContext } from '#server/context.ts'
import { buildPostgresApplicationName, type Database } from '#server/db/connection/client.ts'
import { moveQueuedJobsToGraphileWorker, unlockJobsOfDeadWorkers } from '#server/db/queue/enqueue-jobs.ts'
import type { Settings } from '#server/env.ts'
import { advanceActivityStatuses } from '#server/features/activities/change-status.service.ts'
import { remindParticipantsOfUpcomingActivities } from '#server/features/activities/reminders/remind-participants-of-upcoming-activities.service.ts'
import { recomputeTimesAfterTimeZoneRuleChange } from '#server/features/activities/times/recompute-times.service.ts'
import { countNewMessagesForAnalytics } from '#server/features/analytics/count-new-messages-for-analytics.service.ts'
import { deliverAnnouncements } from '#server/features/announcements/deliver-announcements.service.ts'
import { sendPasswordResetLink } from '#server/features/auth/forgot-password.service.ts'
import { notifyMentionedMembers } from '#server/features/chat/messages/notify-mentioned-members.service.ts'
import { advanceElectionsToNextStep } from '#server/features/elections/advance-elections.service.ts'
import { resumeUnfinishedFeeCharging } from '#server/features/fees/plans/charge-plan-members.service.ts'
import { remindDebtors } from '#server/features/fees/reminders/remind-debtors.service.ts'
import { deleteOrphanedFiles } from '#server/features/files/delete-orphaned-files.service.ts'
import { sendInvitationBatch } from '#server/features/imports/applying/send-invitation-batch.service.ts'
import {
  deleteExpiredImports,
  enqueueJobsOfStalledImports,
  runImportJob,
} from '#server/features/imports/management/run-import-job.service.ts'
import { moveRecordsWrittenDuringMerge } from '#server/features/merging/merge-accounts.service.ts'
import { updateLikelyDuplicatePairs } from '#server/features/merging/update-likely-duplicate-pairs.service.ts'
import { sendPendingMotionNotifications } from '#server/features/motions/motion-notices.service.ts'
import { closeDueMotionsAndQueueReminders } from '#server/features/motions/open-motion.service.ts'
import { deleteExpiredDataExports, runDataExportJob } from '#server/features/my-data/data-exports.service.ts'
import { repeatErasureOfRecentlyErasedAccounts } from '#server/features/my-data/erase-account.service.ts'
import { eraseRejectedApplicants } from '#server/features/my-data/erase-rejected-applicants.service.ts'
import { endExpiredAppointments } from '#server/features/offices/appointments.service.ts'
import { remindOfficeHoldersOfTermEnd } from '#server/features/offices/remind-offices.service.ts'
import {
  deleteExpiredRollCalls,
  sendRollCallNotifications,
} from '#server/features/roll-calls/send-roll-call-notifications.service.ts'
import { sendBulkMails } from '#server/mail/send-bulk-mails.service.ts'
import { sendMail } from '#server/mail/send-mail.service.ts'
import { createMailTransport, MailFailure, type MailTransport } from '#server/mail/transport.ts'
import { queueMessagePushes } from '#server/push/queue-message-pushes.service.ts'
import { sendPushBatch } from '#server/push/send-push-batch.service.ts'
import { loadVapidKeys } from '#server/push/vapid.ts'
import { deleteExpiredRows } from '#server/retention/delete-expired-rows.service.ts'
import type { Secret } from '#server/secret.ts'
import { getUnfinishedUploadsFolder, type Storage } from '#server/storage.ts'
import { queueDueJobs, type RecurringJob } from './schedule.service.ts'
import { type StoppableJobs, superviseJobWorker } from './supervise-job-worker.ts'

interface JobParts {
  /** Database connections with a long query timeout, because jobs may take longer than requests of users. */
  database: Database
  settings: Settings
  secret: Secret
  storage: Storage
  log: Logger
  /** Folder and settings for backups. Undefined if the server instance makes no backups. */
  backups?: BackupTarget
  /** Connection to the mail server; if undefined, one is opened from the settings. */
  transport?: MailTransport | undefined
}

/**
 * Functions that run jobs, by job name.
 * Every function is safe to repeat, because a job runs again after a crash.
 */
export function createJobHandlers(
  context: Context,
  transport: MailTransport | undefined = createMailTransport(context.settings),
): TaskList & {
  send_mail: Task<'send_mail'>
  send_mails: Task<'send_mails'>
  push_messages: Task<'push_messages'>
  send_push: Task<'send_push'>
  work_on_import: Task<'work_on_import'>
} {
  const { db, settings, secret, storage } = context
  const vapid = loadVapidKeys(settings, secret)
  return {
    send_mail: async ({ id }) => sendMail({ ...context, transport }, id),
    send_mails: async ({ ids }, { abortSignal }) =>
      sendBulkMails({ ...context, transport }, ids, abortSignal),
    deliver_announcements: async () => deliverAnnouncements(context),
    deliver_roll_calls: async () => sendRollCallNotifications(context),
    raise_fees: async () => resumeUnfinishedFeeCharging(context),
    advance_elections: async () => advanceElectionsToNextStep(context),
    advance_motions: async () => closeDueMotionsAndQueueReminders(context),
    notify_motion_voters: async () => sendPendingMotionNotifications(context),
    sweep_roll_calls: async () => deleteExpiredRollCalls(context),
    send_reset_link: async ({ email }) => sendPasswordResetLink(context, email),
    push_messages: async ({ groupId }) => queueMessagePushes(context, groupId),
    tell_mentions: async ({ messageId }) => notifyMentionedMembers(context, messageId),
    send_push: async (payload, { job }) => sendPushBatch(context, vapid, payload, job.id),
    work_on_import: async ({ id }) => runImportJob(context, id),
    invite_imported: async ({ id }) => sendInvitationBatch(context, id),
    look_for_pairs: async () => updateLikelyDuplicatePairs(context),
    settle_merges: async () => moveRecordsWrittenDuringMerge(context),
    resume_imports: async () => enqueueJobsOfStalledImports(context),
    sweep_imports: async () => deleteExpiredImports(context),
    sweep_expired: async () => deleteExpiredRows(db),
    unlock_dead_workers: async () => unlockJobsOfDeadWorkers(db),
    remind_participants: async () => remindParticipantsOfUpcomingActivities(context),
    remind_debtors: async () => remindDebtors(context),
    remind_offices: async () => {
      await endExpiredAppointments(db)
      await remindOfficeHoldersOfTermEnd(context)
    },
    settle_times: async () => recomputeTimesAfterTimeZoneRuleChange(context),
    advance_activities: async () => advanceActivityStatuses(context),
    count_messages: async () => countNewMessagesForAnalytics(db),
    prepare_download: async ({ id }) => runDataExportJob(context, id),
    erase_rejected: async () => eraseRejectedApplicants(context),
    sweep_erased: async () => repeatErasureOfRecentlyErasedAccounts(context),
    sweep_downloads: async () => deleteExpiredDataExports(context),
    sweep_files: async () => deleteOrphanedFiles(db, storage, getUnfinishedUploadsFolder(settings)),
  }
}

export const jobSchedule: RecurringJob[] = [
  { task: 'advance_activities', every: 1 },
  { task: 'remind_participants', every: 1 },
  { task: 'deliver_announcements', every: 1 },
  { task: 'deliver_roll_calls', every: 1 },
  { task: 'raise_fees', every: 5 },
  { task: 'advance_motions', every: 1 },
  { task: 'advance_elections', every: 1 },
  { task: 'notify_motion_voters', every: 1 },
  { task: 'count_messages', every: 1 },
  { task: 'resume_imports', every: 1 },
  { task: 'look_for_pairs', every: 1 },
  { task: 'sweep_expired', every: 5 },
  { task: 'unlock_dead_workers', every: 5 },
  { task: 'settle_times', every: 60, at: 13 },
  { task: 'remind_offices', every: 60, at: 15 },
  { task: 'remind_debtors', every: 60, at: 16 },
  { task: 'sweep_erased', every: 60, at: 17 },
  { task: 'sweep_downloads', every: 60, at: 19 },
  { task: 'sweep_files', every: 60, at: 21 },
  { task: 'sweep_imports', every: 60, at: 23 },
  { task: 'sweep_roll_calls', every: 60, at: 23 },
  { task: 'erase_rejected', every: 60, at: 25 },
  { task: 'settle_merges', every: 60, at: 27 },
]

/** Number of mails sent at once per queue. Each mail job waits for the mail server most of the time. */
const mailConcurrency = 5
/**
 * Number of import jobs that run at once. Imports take long, so they have a worker of their own and do not delay other
 * jobs.
 */
const importConcurrency = 2
/** Number of push jobs that run at once. One slow push service must not delay the push about a call. */
const pushConcurrency = 4

/** Number of database connections of each job worker, one of which listens for new jobs. */
export const workerConnections = 4

/** Adds application_name to the database URL, because graphile-worker accepts connection settings only in the URL. */
function buildWorkerUrl(url: string): string {
  const name = encodeURIComponent(buildPostgresApplicationName('worker'))
  return `${url}${url.includes('?') ? '&' : '?'}application_name=${name}`
}

/** Runs backup jobs in a worker of their own, on instances that have a backup folder. */
function startBackupWorker(
  context: Context,
  backupTarget: BackupTarget,
  connection: RunnerOptions,
  log: Logger,
): StoppableJobs {
  const taskList: TaskList = { back_up: async () => runScheduledBackup(context, backupTarget) }
  return superviseJobWorker({ ...connection, concurrency: 1, taskList }, log)
}
const backupSchedule: RecurringJob = { task: 'back_up', every: 5 }

/**
 * Runs work repeatedly every `every` milliseconds and on request. A failure is logged, and the next run tries again.
 */
function startPeriodicTask(
  { every, pause }: { every: number; pause: number },
  work: () => Promise<void>,
  log: Logger,
  failure: string,
): StoppableJobs & { request(): void } {
  let isStopping = false
  const task = createCoalescedTask(pause, () =>
    work().catch(error => {
      if (!isStopping) log.warn({ err: error }, failure)
    }),
  )
  const timer = setInterval(task.request, every)
  task.request()
  return {
    request: task.request,
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await task.stop()
    },
  }
}

/**
 * Moves queued jobs to graphile-worker soon after commits on this instance. Jobs of other instances that died before
 * moving theirs follow within two seconds.
 */
function startJobTransfer({ db, commits }: Database, log: Logger): StoppableJobs {
  const transfer = startPeriodicTask(
    { every: 1500, pause: 20 },
    () => moveQueuedJobsToGraphileWorker(db),
    log,
    'jobs: could not transfer queued jobs to the worker; retrying. Check the database',
  )
  const unsubscribe = commits.subscribe(transfer.request)
  return {
    stop: async () => {
      unsubscribe()
      await transfer.stop()
    },
  }
}

function startJobSchedule({ db }: Database, schedule: RecurringJob[], log: Logger): StoppableJobs {
  const failure = 'jobs: could not enqueue recurring jobs; retrying. Check the database'
  return startPeriodicTask({ every: 5000, pause: 1000 }, () => queueDueJobs(db, schedule), log, failure)
}

/**
 * Starts one job worker per kind of work, so that slow mail servers, push services and imports delay only jobs of their
 * own kind. Bulk mail has a worker besides the one for single mails, so that a password mail never waits behind an
 * announcement. The mail workers pause while the mail server is down. The push worker does not pause, because push
 * services fail independently of each other.
 */
export function startJobWorkers({
  database,
  settings,
  secret,
  storage,
  log,
  backups,
  transport = createMailTransport(settings),
}: JobParts): StoppableJobs {
  const context = createContext({ db: database.db, settings, secret, storage, log })
  const isMailServerDown = (error: unknown) => error instanceof MailFailure && error.isServerDown
  const { send_mail, send_mails, push_messages, send_push, work_on_import, ...otherTasks } =
    createJobHandlers(context, transport)
  const connection = { connectionString: buildWorkerUrl(database.url), maxPoolSize: workerConnections }
  const runners = [
    startJobTransfer(database, log),
    startJobSchedule(database, [...jobSchedule, ...(backups ? [backupSchedule] : [])], log),
    superviseJobWorker({ ...connection, concurrency: 2, taskList: otherTasks }, log),
    superviseJobWorker({ ...connection, concurrency: mailConcurrency, taskList: { send_mail } }, log, {
      isDown: isMailServerDown,
    }),
    superviseJobWorker({ ...connection, concurrency: mailConcurrency, taskList: { send_mails } }, log, {
      isDown: isMailServerDown,
    }),
    superviseJobWorker({ ...connection, concurrency: importConcurrency, taskList: { work_on_import } }, log),
    ...(backups ? [startBackupWorker(context, backups, connection, log)] : []),
    superviseJobWorker(
      { ...connection, concurrency: pushConcurrency, taskList: { push_messages, send_push } },
      log,
    ),
  ]
  return {
    stop: async () => {
      await Promise.all(runners.map(runner => runner.stop()))
      transport?.close()
    },
  }
}
