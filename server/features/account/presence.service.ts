import { and, eq, isNull } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { buildUserAuditTarget, invalidateTopics, recordAuditEvent } from '#server/events/events.service.ts'

/** Sets whether the user shares online presence; users who hide it do not see that of others. */
export async function setPresenceSharing(context: SignedInContext, isShown: boolean): Promise<void> {
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    await db
      .update(users)
      .set({ hidesPresence: !isShown })
      .where(and(eq(users.id, actor.id), isNull(users.erasedAt)))
    await recordAuditEvent(tx, {
      kind: 'account.preference_changed',
      target: buildUserAuditTarget(actor),
      details: { preference: 'presence', isOn: isShown },
    })
    await invalidateTopics(tx, { topics: ['account'], to: { users: [actor.id] } })
  })
}
