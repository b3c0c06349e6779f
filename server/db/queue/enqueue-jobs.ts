// Transactional job queue: a job exists if and only if the transaction that added it has committed.
// A transaction inserts rows into queued_jobs; after the commit they become graphile-worker jobs.
// graphile-worker's add_job sends a NOTIFY, which would block every other notifying transaction until the commit.
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { isTransaction } from '#server/db/connection/transaction.ts'

/**
 * Id of the chat group, call or notifications that a push message is about; a call has the id of its group.
 * The push job reads the current state of the group, call or notifications when it runs.
 */
export type PushSubject =
  | { group: number }
  | { call: number }
  | { answered: number }
  | { notifications: number[] }

declare global {
  namespace GraphileWorker {
    /** Payload of each kind of job. The handlers are in jobs/jobs.ts. */
    interface Tasks {
      send_mail: { id: number }
      /** Job that sends the mails with the given ids one after the other, except mails that were sent already. */
      send_mails: { ids: number[] }
      deliver_announcements: Record<string, never>
      deliver_roll_calls: Record<string, never>
      raise_fees: Record<string, never>
      notify_motion_voters: Record<string, never>
      advance_elections: Record<string, never>
      send_reset_link: { email: string }
      prepare_download: { id: string }
      work_on_import: { id: number }
      invite_imported: { id: number }
      settle_merges: Record<string, never>
      push_messages: { groupId: number }
      tell_mentions: { messageId: number }
      send_push: { about: PushSubject; to: number[]; attempt?: number }
    }
  }
}

/**
 * Adds jobs in the current transaction, so they exist only after its commit.
 * A new job replaces a queued job with the same key. moveQueuedJobsToGraphileWorker later passes the jobs to graphile-worker.
 */
export async function enqueueJobs<Task extends keyof GraphileWorker.Tasks>(
  db: Db,
  task: Task,
  jobs: {
    payload: GraphileWorker.Tasks[Task]
    key?: string
    /** Delay in seconds before the job may start. */
    delay?: number
    /** True when the job runs before jobs of normal priority. */
    isUrgent?: boolean
    /** True when the job runs after all other jobs. */
    isPatient?: boolean
  }[],
): Promise<void> {
  if (!isTransaction(db)) return db.transaction(tx => enqueueJobs(tx, task, jobs))
  await db.execute(sql`
    insert into queued_jobs (task, payload, key, run_at, priority)
    select ${task}, job->'payload', job->>'key', now() + make_interval(secs => coalesce((job->>'delay')::int, 0)),
           case when (job->>'isUrgent')::bool then -1 when (job->>'isPatient')::bool then 10 else 0 end
      from json_array_elements(${JSON.stringify(jobs)}::json) as job`)
}

const transferBatchSize = 1000

/**
 * Moves queued jobs to graphile-worker in one statement, so that no job is lost or added twice. An advisory lock lets
 * one instance at a time move jobs, in order of id, so that a later job replaces an earlier one with the same key. The
 * commit is asynchronous: if it is lost in a crash, the rows are still in queued_jobs.
 */
export async function moveQueuedJobsToGraphileWorker(db: Db): Promise<void> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with turn as materialized (
      select pg_advisory_xact_lock(hashtext('queued_jobs')) as taken, set_config('synchronous_commit', 'off', true)
    ), taken as (
      delete from queued_jobs where id in (
        select id from queued_jobs, turn where turn.taken is not null order by id limit ${transferBatchSize})
      returning *
    ), wanted as (
      select distinct on (coalesce(key, id::text)) * from taken
       order by coalesce(key, id::text), case when keeps_time then id else -id end
    ), handed as materialized (
      select graphile_worker.add_job(task, payload::json, run_at => run_at, max_attempts => 20, priority => priority,
               job_key => key, job_key_mode => case when keeps_time then 'preserve_run_at' else 'replace' end)
        from (select * from wanted order by id) in_order
    )
    select (select count(*) from taken)::int as count, (select count(*) from handed) as handed`)
  if (rows[0]?.count === transferBatchSize) await moveQueuedJobsToGraphileWorker(db)
}

/**
 * Removes a job that has not started. The job is deleted first from queued_jobs and then from graphile-worker, because
 * another server instance may move it at the same time.
 */
export async function cancelJob(db: Db, key: string): Promise<void> {
  await db.execute(sql`delete from queued_jobs where key = ${key}`)
  await db.execute(sql`select graphile_worker.remove_job(${key})`)
}

/**
 * Unlocks jobs that a killed worker left locked: no job runs longer than ten minutes.
 * Jobs that were locked or postponed while the database's clock was ahead are released as well.
 */
export async function unlockJobsOfDeadWorkers(db: Db): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs
       where locked_at not between now() - interval '10 minutes' and now() + interval '1 minute'))`)
  await db.execute(sql`
    select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs
       where created_at > now() + interval '1 minute' and run_at > now() and locked_at is null), run_at => now())`)
}
