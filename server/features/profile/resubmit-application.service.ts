import { and, eq, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { conflict } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { findUserIdsOfApplicationApprovers } from '#server/features/users/decisions/find-user-ids-of-application-approvers.service.ts'

/** Sets a rejected applicant to pending again; a repeated request returns 409 with the error not_rejected. */
export async function resubmitApplication(context: SignedInContext): Promise<void> {
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    const [user] = await db
      .update(users)
      .set({ status: 'pending', updatedAt: sql`now()` })
      .where(and(eq(users.id, actor.id), eq(users.status, 'rejected'), isNull(users.erasedAt)))
      .returning({ id: users.id, currentCountry: users.currentCountry, clubId: users.clubId })
    if (!user) throw conflict('not_rejected')
    const { id, currentCountry, clubId } = user
    await db
      .insert(userHistory)
      .values({ userId: id, status: 'pending', currentCountry, clubId, changedBy: id })
    await recordAuditEvent(tx, {
      kind: 'user.applied_again',
      target: { type: 'user', id, country: currentCountry },
      notify: {
        users: await findUserIdsOfApplicationApprovers(db, currentCountry),
        kind: 'user.registered',
        params: { userId: id },
      },
      touches: { topics: ['person', 'me'], to: { users: [id], reach: { country: currentCountry, clubId } } },
    })
  })
}
