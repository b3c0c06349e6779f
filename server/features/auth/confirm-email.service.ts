import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/core.ts'
import { recordEvent } from '#server/features/events/events.service.ts'
import type { Secret } from '#server/secret.ts'
import { badLink, requireToken } from './account-tokens.service.ts'

/** A link that is followed twice finds the address confirmed already, which is what it was for. */
export async function confirmEmail(db: Db, secret: Secret, token: string): Promise<void> {
  const { userId, email } = await requireToken(db, secret, 'confirm_email', token)
  await db.transaction(async tx => {
    const [user] = await tx
      .select({ email: users.email, country: users.currentCountry, clubId: users.clubId })
      .from(users)
      .where(eq(users.id, userId))
    if (user?.email !== email) throw badLink()
    const { rowCount } = await tx
      .update(users)
      .set({ emailConfirmedAt: sql`now()` })
      .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt)))
    if (rowCount === 0) return
    const { country, clubId } = user
    await recordEvent(tx, {
      kind: 'user.email_confirmed',
      actorId: userId,
      target: { type: 'user', id: userId, country },
      refresh: { urls: ['/api/users', '/api/profile'], to: { users: [userId], reach: { country, clubId } } },
    })
  })
}
