import { and, eq, isNull } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  recordAuditEvent,
} from '#server/events/events.service.ts'

/** Sets whether others see the user's online status. Users who hide it do not see the online status of others. */
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
    await invalidateClientCache(tx, { topics: ['account'], to: { users: [actor.id] } })
  })
}
