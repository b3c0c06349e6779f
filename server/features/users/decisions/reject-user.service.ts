import { eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { conflict } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { markApplicationNotificationsRead } from '#server/features/notifications/mark-application-notifications-read.service.ts'
import {
  buildUserDecision,
  buildUserInvalidation,
  requireUser,
} from '#server/features/users/access/require-user.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { Decision } from '#shared/contracts/users/users.schemas.ts'

export async function rejectUser(
  context: SignedInContext,
  id: number,
  reason: string | null | undefined,
): Promise<Decision> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const user = await requireUser(tx, id, 'users.reject')
    if (user.status !== 'pending') throw conflict('not_pending')
    const { currentCountry, clubId } = user
    await db.update(users).set({ status: 'rejected', updatedAt: sql`now()` }).where(eq(users.id, id))
    await db
      .insert(userHistory)
      .values({ userId: id, status: 'rejected', currentCountry, clubId, reason, changedBy: actor.id })
    await recordAuditEvent(tx, {
      kind: 'user.rejected',
      target: buildUserAuditTarget(user),
      touches: buildUserInvalidation(user),
    })
    await markApplicationNotificationsRead(tx, id)
    await queueMail(db, { to: [user], kind: 'user.rejected', params: reason ? { reason } : {} })
    return buildUserDecision({ ...user, status: 'rejected' })
  })
}
