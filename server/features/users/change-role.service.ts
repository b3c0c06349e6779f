import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/core.ts'
import { recordEvent, userTarget } from '#server/features/events/events.service.ts'
import type { Role } from '#shared/constants.ts'
import type { Decision } from '#shared/contracts/users.ts'
import type { Actor } from '#shared/policies.ts'
import {
  asDecision,
  keepLastAdministrator,
  lockAdministrators,
  refreshFor,
  requireUser,
} from './require-user.service.ts'

/** Neither the present role nor the new one above one's own; what the person may do changes with the next call. */
export async function changeRole(db: Db, actor: Actor, id: number, role: Role): Promise<Decision> {
  return db.transaction(async tx => {
    await lockAdministrators(tx)
    const user = await requireUser(tx, actor, id, 'users.changeRole', { newRole: role })
    if (user.role === role) return asDecision(user)
    await keepLastAdministrator(tx, user)
    await tx.update(users).set({ role, updatedAt: sql`now()` }).where(eq(users.id, id))
    await recordEvent(tx, {
      kind: 'user.role_changed',
      actorId: actor.id,
      target: userTarget(user),
      details: { from: user.role, to: role },
      notify: { users: [id], kind: 'user.role_changed', params: { userId: id } },
      refresh: refreshFor(user),
    })
    return asDecision({ ...user, role })
  })
}
