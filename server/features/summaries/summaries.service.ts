import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

export interface Difference extends Record<string, unknown> {
  entity: string
  dimension: string
  key: string
  status: string
  kept: number
  counted: number
}

/** Where the kept figures and a full count disagree; nothing, unless something went round the triggers. */
export async function compareSummaries(db: Db): Promise<Difference[]> {
  const { rows } = await db.execute<Difference>(sql`
    select entity, dimension, key, status, coalesce(s.count, 0) as kept, coalesce(c.count, 0) as counted
      from summaries s full join summaries_counted c using (entity, dimension, key, status)
     where coalesce(s.count, 0) <> coalesce(c.count, 0)
     order by 1, 2, 3, 4`)
  return rows
}
