import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

/** What is done again and again: every so many minutes, of an hour `at` this one. */
export interface Regular {
  task: string
  every: number
  at?: number
}

/**
 * Queues what is due by the database's clock, whichever instance looks first. A runner's own timetable goes by the clock
 * of its machine, and after one that was wrong by a day it waits for that day. What was never seen waits for its next turn. A clock
 * that was put back: a step of one turn is waited for, after more than that it goes on from there.
 */
export async function queueRegular(db: Db, timetable: Regular[]): Promise<void> {
  await db.transaction(tx =>
    tx.execute(sql`
      with wanted as (
        select task, 'timetable:' || task as name,
               floor((extract(epoch from now()) / 60 - at) / every)::bigint as turn
          from json_to_recordset(${JSON.stringify(timetable.map(one => ({ at: 0, ...one })))}::json)
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
