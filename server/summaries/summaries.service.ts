import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'

/** Difference between a stored counter (`kept`) and the number of rows that a full count finds (`counted`). */
export interface SummaryDifference extends Record<string, unknown> {
  entity: string
  dimension: string
  key: string
  status: string
  kept: number
  counted: number
}

/**
 * Returns the stored counters that differ from a full count. The list is empty unless a write has bypassed the triggers
 * that maintain them.
 */
export async function findIncorrectMaterializedCounters(db: Db): Promise<SummaryDifference[]> {
  const storedCounts = sql`
    select entity, dimension, key, status, count from summaries
    union all select 'member change', month, country, club, change from member_changes
    union all select 'message', day::text, place, group_type || ' ' || message_type, count from message_counts`
  // Only chat messages that the counting job has already counted are compared with the stored counters.
  const fullCounts = sql`
    select entity, dimension, key, status, count from summaries_counted
    union all select 'member change', month, country, club, change from member_changes_counted
    union all select 'message', day::text, place, group_type || ' ' || message_type, count(*)::int from messages_by_day
               where id <= (select last_id from positions where name = 'message_counts') group by 1, 2, 3, 4`
  const { rows } = await db.execute<SummaryDifference>(sql`
    select entity, dimension, key, status, coalesce(k.count, 0) as kept, coalesce(c.count, 0) as counted
      from (${storedCounts}) k full join (${fullCounts}) c using (entity, dimension, key, status)
     where coalesce(k.count, 0) <> coalesce(c.count, 0)
     order by 1, 2, 3, 4`)
  return rows
}
