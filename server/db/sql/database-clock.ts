import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'

/**
 * Returns the current time of the database's clock.
 * Stored timestamps come from that clock, and the clock of a server instance may be wrong.
 */
export async function readDatabaseClock(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return new Date(rows[0]?.ms ?? Number.NaN)
}

/** Builds the SQL condition that `timestamp` is not in the future, tolerating clock differences of one minute. */
export const buildIsPastSql = (timestamp: string) => `${timestamp} <= now() + interval '1 minute'`
