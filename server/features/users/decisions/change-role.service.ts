import { eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import {
  acquireSystemAdministratorChangeLock,
  buildChangedUserResponse,
  buildUserInvalidation,
  requireAccessToUser,
  requireRemainingSystemAdministrator,
} from '#server/features/users/access/require-access-to-user.service.ts'
import type { Role } from '#shared/constants.ts'
import type { Decision } from '#shared/contracts/users/users.schemas.ts'

/**
 * Changes a user's role. Neither the current nor the new role may rank above the caller's own role.
 * New permissions take effect with the user's next request.
 */
export async function changeRole(context: SignedInContext, id: number, role: Role): Promise<Decision> {
  return context.transaction(async tx => {
    const { db } = tx
    await acquireSystemAdministratorChangeLock(db)
    const user = await requireAccessToUser(tx, id, 'users.changeRole', { newRole: role })
    if (user.role === role) return buildChangedUserResponse(user)
    await requireRemainingSystemAdministrator(db, [user])
    // The grace period for setting up two-factor authentication starts again with the new role.
    await db.update(users).set({ role, graceUntil: null, updatedAt: sql`now()` }).where(eq(users.id, id))
    await recordAuditEvent(tx, {
      kind: 'user.role_changed',
      target: buildUserAuditTarget(user),
      details: { from: user.role, to: role },
      notify: { users: [id], kind: 'user.role_changed', params: { userId: id } },
      touches: buildUserInvalidation(user),
    })
    return buildChangedUserResponse({ ...user, role })
  })
}
