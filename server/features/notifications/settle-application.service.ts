import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'

/** Several were asked to decide; once one of them has, nobody's bell goes on asking. */
export async function settleApplication(tx: Db, applicantId: number): Promise<void> {
  const deciders = tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.role, ['system_admin', 'hq_admin', 'country_admin']))
  const open = tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        inArray(notifications.userId, deciders),
        eq(notifications.kind, 'user.registered'),
        isNull(notifications.readAt),
        sql`(${notifications.params}->>'userId')::int = ${applicantId}`,
      ),
    )
    // What somebody is marking read at this moment need not be waited for.
    .for('update', { skipLocked: true })
  const settled = await tx
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(inArray(notifications.id, open))
    .returning({ userId: notifications.userId })
  const to = { users: settled.map(({ userId }) => userId) }
  if (settled.length > 0) await announce(tx, { type: 'refresh', urls: ['/api/notifications'], to })
}
