import { and, count, eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { usersWithinReach } from '#server/db/reach.ts'
import { users } from '#server/db/schema/core.ts'
import type { Actor } from '#shared/policies.ts'

export async function countPendingUsers(db: Db, actor: Actor): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.status, 'pending'), usersWithinReach(actor)))
  return row?.count ?? 0
}
