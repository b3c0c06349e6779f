import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import type { Settings } from '#server/env.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/features/events/events.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import { settleApplication } from '#server/features/notifications/settle-application.service.ts'
import type { Decision } from '#shared/contracts/users.ts'
import type { Actor } from '#shared/policies.ts'
import { asDecision, refreshFor, requireUser } from './require-user.service.ts'

export async function rejectUser(
  db: Db,
  settings: Settings,
  actor: Actor,
  id: number,
  reason: string | null | undefined,
): Promise<Decision> {
  return db.transaction(async tx => {
    const user = await requireUser(tx, actor, id, 'users.reject')
    if (user.status !== 'pending') throw conflict('not_pending')
    const { currentCountry, clubId } = user
    await tx.update(users).set({ status: 'rejected', updatedAt: sql`now()` }).where(eq(users.id, id))
    await tx
      .insert(userHistory)
      .values({ userId: id, status: 'rejected', currentCountry, clubId, reason, changedBy: actor.id })
    await recordEvent(tx, {
      kind: 'user.rejected',
      actorId: actor.id,
      target: userTarget(user),
      refresh: refreshFor(user),
    })
    await settleApplication(tx, id)
    await queueMail(tx, settings, { to: [user], kind: 'user.rejected', params: reason ? { reason } : {} })
    return asDecision({ ...user, status: 'rejected' })
  })
}
