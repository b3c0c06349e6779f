import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { users } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'
import { type ChangeContext, invalidateClientCache } from '#server/events/events.service.ts'
import { listRolesAllowedToTakeAction } from '#shared/policies.ts'

/** Marks the notifications about a membership application as read for all approvers once one of them has decided. */
export async function markApplicationNotificationsRead(
  tx: ChangeContext,
  ...applicantIds: number[]
): Promise<void> {
  const { db } = tx
  const deciders = db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.role, listRolesAllowedToTakeAction('users.approve')))
  const unreadNotifications = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        inArray(notifications.userId, deciders),
        eq(notifications.kind, 'user.registered'),
        isNull(notifications.readAt),
        sql`(${notifications.params}->>'userId')::int = any(${sql.param(applicantIds)}::int[])`,
      ),
    )
    // Notifications that another transaction is marking as read are skipped instead of waited for.
    .for('update', { skipLocked: true })
  const settled = await db
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(inArray(notifications.id, unreadNotifications))
    .returning({ userId: notifications.userId })
  const to = { users: settled.map(({ userId }) => userId) }
  if (settled.length > 0) await invalidateClientCache(tx, { topics: ['notifications'], to })
}
