import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'

/** Recurring job: runs once in each period of `every` minutes, `at` minutes after the start of the period. */
export interface RecurringJob {
  task: string
  every: number
  at?: number
}

/**
 * Adds the recurring jobs that are due by the database's clock. Every server instance calls this function; each job is
 * added once. graphile-worker's own cron uses the clock of the machine: after that clock was a day ahead, it would
 * pause for a day. A recurring job seen for the first time starts with its next period. After the clock was set back by
 * at most one period the job waits, and after more than that it continues at the new time.
 */
export async function queueDueJobs(db: Db, timetable: RecurringJob[]): Promise<void> {
  await db.transaction(tx =>
    tx.execute(sql`
      with wanted as (
        select task, 'timetable:' || task as name,
               floor((extract(epoch from now()) / 60 - at) / every)::bigint as turn
          from json_to_recordset(${JSON.stringify(timetable.map(job => ({ at: 0, ...job })))}::json)
               as t(task text, every int, at int)
      ), moved as (
        insert into positions as p (name, last_id)
        select w.name, w.turn from wanted w left join positions known using (name)
         where known.last_id is distinct from w.turn order by w.name
        on conflict (name) do update set last_id = excluded.last_id
         where p.last_id < excluded.last_id or p.last_id > excluded.last_id + 1
        returning p.name
      )
      insert into queued_jobs (task, payload, key, run_at)
      select w.task, '{}', w.task, now() from wanted w join moved using (name) join positions known using (name)`),
  )
}
