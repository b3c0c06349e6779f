import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'

export type Club = typeof clubs.$inferSelect

/**
 * Cached data that clients reload after a club has changed. Every user may read clubs, so every client reloads them.
 */
export const clubInvalidation = { topics: ['club' as const], to: { everybody: true as const } }

export function buildClubAuditTarget({ id, country }: Club) {
  return { type: 'club' as const, id, country }
}

/** Locks an active member of the club, so that nobody can move or deactivate the member before the commit. */
export async function lockUserRowOfActiveClubMember(
  db: Db,
  userId: number,
  clubId: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.id, userId), eq(users.clubId, clubId), eq(users.status, 'active'), isNull(users.erasedAt)),
    )
    .for('share')
  return rows.length > 0
}

/**
 * Records a change of the club administrator; `club` is the new state.
 * Notifies the new administrator unless it is the acting user.
 */
export async function auditAndNotifyClubAdminChange(
  tx: SignedInContext,
  from: number | null,
  club: Club,
): Promise<void> {
  const { actor } = tx
  const { id: clubId, adminId: to } = club
  await recordAuditEvent(tx, {
    kind: 'club.admin_changed',
    target: buildClubAuditTarget(club),
    details: { from, to },
    ...(to !== null &&
      to !== actor.id && { notify: { users: [to], kind: 'club.admin_changed', params: { clubId } } }),
    touches: clubInvalidation,
  })
}

/** Ends the club administrator roles of users who left a club or were deactivated, except in the club `stayingIn`. */
export async function removeClubAdmins(
  tx: SignedInContext,
  userIds: number[],
  stayingIn: number | null = null,
): Promise<void> {
  const administered = await tx.db
    .select()
    .from(clubs)
    .where(and(inArray(clubs.adminId, userIds), stayingIn === null ? undefined : ne(clubs.id, stayingIn)))
    .orderBy(clubs.id)
    .for('no key update')
  if (administered.length === 0) return
  await tx.db
    .update(clubs)
    .set({ adminId: null })
    .where(
      inArray(
        clubs.id,
        administered.map(({ id }) => id),
      ),
    )
  for (const club of administered)
    await auditAndNotifyClubAdminChange(tx, club.adminId, { ...club, adminId: null })
}
