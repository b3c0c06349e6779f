import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import type { Settings } from '#server/env.ts'
import { conflict } from '#server/errors.ts'
import { giveUpPlaces } from '#server/features/activities/join-activity.service.ts'
import { syncSystemGroups } from '#server/features/chat/system-groups.service.ts'
import { endClubAdmin } from '#server/features/clubs/club-admin.service.ts'
import { recordEvent, userTarget } from '#server/features/events/events.service.ts'
import type { AuditKind } from '#shared/contracts/audit.ts'
import type { Decision } from '#shared/contracts/users.ts'
import type { Actor } from '#shared/policies.ts'
import {
  asDecision,
  keepLastAdministrator,
  lockAdministrators,
  refreshFor,
  requireUser,
  type User,
} from './require-user.service.ts'

/** Out of, or back into, the groups that come with being active. */
async function setStatus(
  tx: Db,
  actor: Actor,
  user: User,
  status: 'active' | 'inactive',
  kind: AuditKind,
  reason?: string | null,
): Promise<Decision> {
  const { id, currentCountry, clubId } = user
  await tx.update(users).set({ status, updatedAt: sql`now()` }).where(eq(users.id, id))
  await tx
    .insert(userHistory)
    .values({ userId: id, status, currentCountry, clubId, reason, changedBy: actor.id })
  await syncSystemGroups(tx, id)
  await recordEvent(tx, { kind, actorId: actor.id, target: userTarget(user), refresh: refreshFor(user) })
  return asDecision({ ...user, status })
}

export async function deactivateUser(
  db: Db,
  settings: Settings,
  actor: Actor,
  id: number,
  reason: string | null | undefined,
): Promise<Decision> {
  return db.transaction(async tx => {
    await lockAdministrators(tx)
    const user = await requireUser(tx, actor, id, 'users.deactivate')
    if (user.status !== 'active') throw conflict('not_active_user')
    await keepLastAdministrator(tx, user)
    await giveUpPlaces(tx, settings, id)
    await endClubAdmin(tx, actor, id)
    return setStatus(tx, actor, user, 'inactive', 'user.deactivated', reason)
  })
}

export async function reactivateUser(db: Db, actor: Actor, id: number): Promise<Decision> {
  return db.transaction(async tx => {
    const user = await requireUser(tx, actor, id, 'users.reactivate')
    if (user.status !== 'inactive') throw conflict('not_inactive_user')
    return setStatus(tx, actor, user, 'active', 'user.reactivated')
  })
}
