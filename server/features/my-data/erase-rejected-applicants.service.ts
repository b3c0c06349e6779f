import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { rejectedApplicationMonths } from '#server/retention/retention-rules.queries.ts'
import { erasePersonalData, erasureTouches } from './erase-account.service.ts'

const batchSize = 100

/** SQL condition on `users`: the last rejection is older than the retention period and no new application followed. */
const isExpired = sql`${users.status} = 'rejected' and ${users.erasedAt} is null and
  (select max(h.created_at) from user_history h where h.user_id = ${users.id} and h.status = 'rejected')
    < now() - make_interval(months => ${rejectedApplicationMonths})`

/**
 * Erases applicants whose rejection has expired.
 * Each is checked again under a row lock, so that a new application prevents the erasure.
 */
export async function eraseRejectedApplicants(context: Context): Promise<void> {
  const found = await context.db.select({ id: users.id }).from(users).where(isExpired).limit(batchSize)
  for (const { id } of found) {
    await context.transaction(async tx => {
      const [user] = await tx.db
        .select()
        .from(users)
        .where(and(eq(users.id, id), eq(users.status, 'rejected'), isNull(users.erasedAt), isExpired))
        .for('update')
      if (!user) return
      await erasePersonalData(tx, user)
      await recordAuditEvent(tx, {
        kind: 'user.expired',
        target: buildUserAuditTarget(user),
        touches: erasureTouches,
      })
    })
  }
}
