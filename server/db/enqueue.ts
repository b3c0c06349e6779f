import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { isTransaction } from './transaction.ts'

/** What devices are told of; how it stands is looked up when they are. Calls by the id of their group. */
export type PushAbout =
  | { group: number }
  | { call: number }
  | { answered: number }
  | { notifications: number[] }

declare global {
  namespace GraphileWorker {
    /** What each kind of job is told; what it does stands in jobs/jobs.ts. */
    interface Tasks {
      send_mail: { id: number }
      /** One after the other; those that went out already are passed over. */
      send_mails: { ids: number[] }
      deliver_announcements: Record<string, never>
      deliver_roll_calls: Record<string, never>
      send_reset_link: { email: string }
      prepare_download: { id: string }
      work_on_import: { id: number }
      invite_imported: { id: number }
      settle_merges: Record<string, never>
      push_messages: { groupId: number }
      tell_mentions: { messageId: number }
      send_push: { about: PushAbout; to: number[]; attempt?: number }
    }
  }
}

/**
 * Part of the transaction: the jobs exist once it has committed. The same key again replaces what still waits. They are
 * handed over afterwards, many at once: the runner's own function gives notice, and a transaction that does so holds up
 * all others that do until it is on disk.
 */
export async function enqueue<Task extends keyof GraphileWorker.Tasks>(
  db: Db,
  task: Task,
  jobs: {
    payload: GraphileWorker.Tasks[Task]
    key?: string
    /** Seconds before it is taken. */
    delay?: number
    /** Before others. */
    isUrgent?: boolean
    /** Behind everything else. */
    isPatient?: boolean
  }[],
): Promise<void> {
  if (!isTransaction(db)) return db.transaction(tx => enqueue(tx, task, jobs))
  await db.execute(sql`
    insert into queued_jobs (task, payload, key, run_at, priority)
    select ${task}, job->'payload', job->>'key', now() + make_interval(secs => coalesce((job->>'delay')::int, 0)),
           case when (job->>'isUrgent')::bool then -1 when (job->>'isPatient')::bool then 10 else 0 end
      from json_array_elements(${JSON.stringify(jobs)}::json) as job`)
}

const largestHandOver = 1000

/**
 * To the runner, in one statement: they are here or there, and never twice. One instance at a time, in their order, so
 * that of two by one key the later stands. What the disk does not know yet when it fails is still here afterwards, so
 * nobody has to wait for it.
 */
export async function handOverJobs(db: Db): Promise<void> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with turn as materialized (
      select pg_advisory_xact_lock(hashtext('queued_jobs')) as taken, set_config('synchronous_commit', 'off', true)
    ), taken as (
      delete from queued_jobs where id in (
        select id from queued_jobs, turn where turn.taken is not null order by id limit ${largestHandOver})
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
  if (rows[0]?.count === largestHandOver) await handOverJobs(db)
}

/** One that still waits no longer does, here or there; first here, from where it may just be on its way. */
export async function dropJob(db: Db, key: string): Promise<void> {
  await db.execute(sql`delete from queued_jobs where key = ${key}`)
  await db.execute(sql`select graphile_worker.remove_job(${key})`)
}

/**
 * A worker that was killed keeps its jobs locked; no job takes so long, so they are given to others. What was taken, or
 * put off, by a clock that was ahead and is right again would otherwise wait until that moment comes.
 */
export async function unlockDeadWorkers(db: Db): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs
       where locked_at not between now() - interval '10 minutes' and now() + interval '1 minute'))`)
  await db.execute(sql`
    select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs
       where created_at > now() + interval '1 minute' and run_at > now() and locked_at is null), run_at => now())`)
}
