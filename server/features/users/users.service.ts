import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { summaries } from '#server/db/schema/summaries.ts'
import { type Actor, reachOf } from '#shared/policies.ts'

/** From the kept figures: asked for by every screen an approver opens. */
export async function countPendingUsers(db: Db, actor: Actor): Promise<number> {
  const reach = reachOf(actor)
  if (reach.over !== 'all' && reach.over !== 'country') return 0
  const [row] = await db
    .select({ count: summaries.count })
    .from(summaries)
    .where(
      and(
        eq(summaries.entity, 'user'),
        eq(summaries.dimension, reach.over),
        eq(summaries.key, reach.over === 'country' ? reach.country : ''),
        eq(summaries.status, 'pending'),
      ),
    )
  return row?.count ?? 0
}
