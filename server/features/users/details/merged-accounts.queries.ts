import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { users } from '#server/db/schema/core.ts'

/** Returns the ids of accounts merged into the given account. Records that a merge could not move keep these ids. */
export async function findMergedAccountIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.mergedInto, userId))
    .orderBy(asc(users.id))
  return rows.map(({ id }) => id)
}
