import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/**
 * This moment by the database's clock. What is kept was stamped by it, so it is judged by it: an instance's own clock may
 * be wrong, or another than that of the instance before.
 */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return new Date(rows[0]?.ms ?? Number.NaN)
}

/** SQL: `moment` is not still to come; a second machine's clock may be a little ahead. */
export const hasCome = (moment: string) => `${moment} <= now() + interval '1 minute'`
