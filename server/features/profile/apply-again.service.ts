import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent } from '#server/features/events/events.service.ts'
import { findApprovers } from '#server/features/users/approvers.service.ts'
import type { Actor } from '#shared/policies.ts'

/** Rejected, then waiting once more; a second click finds it done and is told so. */
export async function applyAgain(db: Db, actor: Actor): Promise<void> {
  await db.transaction(async tx => {
    const [user] = await tx
      .update(users)
      .set({ status: 'pending', updatedAt: sql`now()` })
      .where(and(eq(users.id, actor.id), eq(users.status, 'rejected'), isNull(users.erasedAt)))
      .returning({ id: users.id, currentCountry: users.currentCountry, clubId: users.clubId })
    if (!user) throw conflict('not_rejected')
    const { id, currentCountry, clubId } = user
    await tx
      .insert(userHistory)
      .values({ userId: id, status: 'pending', currentCountry, clubId, changedBy: id })
    await recordEvent(tx, {
      kind: 'user.applied_again',
      actorId: id,
      target: { type: 'user', id, country: currentCountry },
      notify: {
        users: await findApprovers(tx, currentCountry),
        kind: 'user.registered',
        params: { userId: id },
      },
      refresh: {
        urls: ['/api/users', '/api/dashboard', '/api/auth/me', '/api/profile'],
        to: { users: [id], reach: { country: currentCountry, clubId } },
      },
    })
  })
}
