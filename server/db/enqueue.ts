import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

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
      send_reset_link: { email: string }
      prepare_download: { id: string }
      push_messages: { groupId: number }
      tell_mentions: { messageId: number }
      send_push: { about: PushAbout; to: number[]; attempt?: number }
    }
  }
}

/** Part of the transaction: the jobs exist once it has committed. The same key again replaces what still waits. */
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
  }[],
): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job(${task}, job->'payload', job_key => job->>'key', max_attempts => 20,
             run_at => now() + make_interval(secs => coalesce((job->>'delay')::int, 0)),
             priority => case when (job->>'isUrgent')::bool then -1 else 0 end)
      from json_array_elements(${JSON.stringify(jobs)}::json) as job`)
}

/** One that still waits no longer does. */
export async function dropJob(db: Db, key: string): Promise<void> {
  await db.execute(sql`select graphile_worker.remove_job(${key})`)
}

/** A worker that was killed keeps its jobs locked; no job takes so long, so they are given to others. */
export async function unlockDeadWorkers(db: Db): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '10 minutes'))`)
}
