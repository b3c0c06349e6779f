import { and, eq, isNull, ne } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { recordEvent } from '#server/events/events.service.ts'

export type Club = typeof clubs.$inferSelect

/** Everybody sees clubs, so every screen follows. */
export const touchesClubs = { topics: ['club' as const], to: { everybody: true as const } }

export function clubTarget({ id, country }: Club) {
  return { type: 'club' as const, id, country }
}

/** Held until the transaction ends: whoever would move or deactivate this person at the same time comes after. */
export async function holdActiveMember(db: Db, userId: number, clubId: number): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.id, userId), eq(users.clubId, clubId), eq(users.status, 'active'), isNull(users.erasedAt)),
    )
    .for('share')
  return rows.length > 0
}

/** `club` as it is now; whoever has become its administrator is told, unless by their own hand. */
export async function recordAdminChange(tx: SignedIn, from: number | null, club: Club): Promise<void> {
  const { actor } = tx
  const { id: clubId, adminId: to } = club
  await recordEvent(tx, {
    kind: 'club.admin_changed',
    target: clubTarget(club),
    details: { from, to },
    ...(to !== null &&
      to !== actor.id && { notify: { users: [to], kind: 'club.admin_changed', params: { clubId } } }),
    touches: touchesClubs,
  })
}

/** A club is not administered by somebody who has left it, or whose account rests. */
export async function endClubAdmin(
  tx: SignedIn,
  userId: number,
  stayingIn: number | null = null,
): Promise<void> {
  const left = await tx.db
    .update(clubs)
    .set({ adminId: null })
    .where(and(eq(clubs.adminId, userId), stayingIn === null ? undefined : ne(clubs.id, stayingIn)))
    .returning()
  for (const club of left) await recordAdminChange(tx, userId, club)
}
