import { eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { pushDevices } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { conflict } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { releaseActivityPlaces } from '#server/features/activities/participants/join-activity.service.ts'
import { syncSystemGroups } from '#server/features/chat/groups/system-groups.service.ts'
import { removeClubAdmin } from '#server/features/clubs/club-admin.service.ts'
import {
  buildUserDecision,
  buildUserInvalidation,
  lockSystemAdministrators,
  requireRemainingSystemAdministrator,
  requireUser,
  type User,
} from '#server/features/users/access/require-user.service.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { Decision } from '#shared/contracts/users/users.schemas.ts'

/** Sets the user's status, writes the history entry and synchronizes membership of the system chat groups. */
async function setStatus(
  tx: SignedInContext,
  user: User,
  status: 'active' | 'inactive',
  kind: AuditKind,
  reason?: string | null,
): Promise<Decision> {
  const { db, actor } = tx
  const { id, currentCountry, clubId } = user
  await db.update(users).set({ status, updatedAt: sql`now()` }).where(eq(users.id, id))
  await db
    .insert(userHistory)
    .values({ userId: id, status, currentCountry, clubId, reason, changedBy: actor.id })
  await syncSystemGroups(db, id)
  await recordAuditEvent(tx, {
    kind,
    target: buildUserAuditTarget(user),
    touches: buildUserInvalidation(user),
  })
  return buildUserDecision({ ...user, status })
}

export async function deactivateUser(
  context: SignedInContext,
  id: number,
  reason: string | null | undefined,
): Promise<Decision> {
  return context.transaction(async tx => {
    await lockSystemAdministrators(tx.db)
    const user = await requireUser(tx, id, 'users.deactivate')
    if (user.status !== 'active') throw conflict('not_active_user')
    await requireRemainingSystemAdministrator(tx.db, user)
    await releaseActivityPlaces(tx, id)
    await removeClubAdmin(tx, id)
    // Sessions stay valid so that the client can show the deactivation; push notifications stop.
    await tx.db.delete(pushDevices).where(eq(pushDevices.userId, id))
    return setStatus(tx, user, 'inactive', 'user.deactivated', reason)
  })
}

export async function reactivateUser(context: SignedInContext, id: number): Promise<Decision> {
  return context.transaction(async tx => {
    const user = await requireUser(tx, id, 'users.reactivate')
    if (user.status !== 'inactive') throw conflict('not_inactive_user')
    return setStatus(tx, user, 'active', 'user.reactivated')
  })
}
