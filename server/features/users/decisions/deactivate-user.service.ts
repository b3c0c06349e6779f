import { inArray, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { pushDevices } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { conflict } from '#server/errors.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  recordAuditEvents,
} from '#server/events/events.service.ts'
import { removeUsersFromPlannedActivities } from '#server/features/activities/participants/join-activity.service.ts'
import { syncSystemGroups } from '#server/features/chat/groups/system-groups.service.ts'
import { removeClubAdmins } from '#server/features/clubs/club-admin.service.ts'
import {
  acquireSystemAdministratorChangeLock,
  buildCacheInvalidationsForChangedUsers,
  buildChangedUserResponse,
  requireRemainingSystemAdministrator,
  type User,
} from '#server/features/users/access/require-access-to-user.service.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { Decision } from '#shared/contracts/users/users.schemas.ts'
import {
  applyDecisionToEligibleUsers,
  getDecisionResultForUserOrThrow,
  type Outcomes,
} from './apply-decision-to-eligible-users.service.ts'

type Reason = string | null | undefined

/** Sets the status of users, writes their status history and updates their membership of the system chat groups. */
async function setStatusOfUsers(
  tx: SignedInContext,
  people: User[],
  status: 'active' | 'inactive',
  kind: AuditKind,
  reason?: Reason,
): Promise<Decision[]> {
  const { db, actor } = tx
  const ids = people.map(({ id }) => id)
  await db.update(users).set({ status, updatedAt: sql`now()` }).where(inArray(users.id, ids))
  await db.insert(userHistory).values(
    people.map(({ id, currentCountry, clubId }) => ({
      userId: id,
      status,
      currentCountry,
      clubId,
      reason,
      changedBy: actor.id,
    })),
  )
  await syncSystemGroups(db, ...ids)
  await recordAuditEvents(
    tx,
    people.map(user => ({ kind, target: buildUserAuditTarget(user) })),
  )
  for (const invalidation of buildCacheInvalidationsForChangedUsers(people))
    await invalidateClientCache(tx, invalidation)
  return people.map(user => buildChangedUserResponse({ ...user, status }))
}

async function deactivateMembers(tx: SignedInContext, members: User[], reason: Reason): Promise<Decision[]> {
  const ids = members.map(({ id }) => id)
  await requireRemainingSystemAdministrator(tx.db, members)
  await removeUsersFromPlannedActivities(tx, ids)
  await removeClubAdmins(tx, ids)
  // Deactivated users keep their sessions, so that clients can show the deactivation, but get no push notifications.
  await tx.db.delete(pushDevices).where(inArray(pushDevices.userId, ids))
  return setStatusOfUsers(tx, members, 'inactive', 'user.deactivated', reason)
}

/**
 * Deactivates those of the given users who are active, in one transaction.
 * Returns an error for each of the other users.
 */
export async function deactivateUsers(
  context: SignedInContext,
  ids: number[],
  reason: Reason,
): Promise<Outcomes> {
  return context.transaction(async tx => {
    await acquireSystemAdministratorChangeLock(tx.db)
    return applyDecisionToEligibleUsers(tx, ids, {
      action: 'users.deactivate',
      check: user => (user.status === 'active' ? user : conflict('not_active_user')),
      apply: members => deactivateMembers(tx, members, reason),
    })
  })
}

export async function deactivateUser(
  context: SignedInContext,
  id: number,
  reason: Reason,
): Promise<Decision> {
  return getDecisionResultForUserOrThrow(await deactivateUsers(context, [id], reason), id)
}

export async function reactivateUser(context: SignedInContext, id: number): Promise<Decision> {
  return context.transaction(async tx => {
    const outcomes = await applyDecisionToEligibleUsers(tx, [id], {
      action: 'users.reactivate',
      check: user => (user.status === 'inactive' ? user : conflict('not_inactive_user')),
      apply: people => setStatusOfUsers(tx, people, 'active', 'user.reactivated'),
    })
    return getDecisionResultForUserOrThrow(outcomes, id)
  })
}
