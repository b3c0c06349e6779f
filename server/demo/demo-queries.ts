// Database queries that are used by several checks of the demo data.
import { type SQL, sql } from 'drizzle-orm'
import type { TestDatabase } from '#server/test/harness/database.ts'

export async function executeCountQuery({ db }: TestDatabase, query: SQL): Promise<number> {
  const { rows } = await db.execute<{ value: string }>(query)
  return Number(rows[0]?.value)
}

/** SQL: status and location of all users at a point in time, read from the user history alone. */
export const buildUsersAtTimeSql = (moment: Date) => sql`
  (select distinct on (user_id) * from user_history where created_at < ${moment.toISOString()}::timestamptz
    order by user_id, created_at desc, id desc)`
