import { inArray, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { conflict } from '#server/errors.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  recordAuditEvents,
} from '#server/events/events.service.ts'
import { markApplicationNotificationsRead } from '#server/features/notifications/mark-application-notifications-read.service.ts'
import {
  buildCacheInvalidationsForChangedUsers,
  buildChangedUserResponse,
  type User,
} from '#server/features/users/access/require-access-to-user.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { Decision } from '#shared/contracts/users/users.schemas.ts'
import {
  applyDecisionToEligibleUsers,
  getDecisionResultForUserOrThrow,
  type Outcomes,
} from './apply-decision-to-eligible-users.service.ts'

type Reason = string | null | undefined

async function rejectApplicants(
  tx: SignedInContext,
  applicants: User[],
  reason: Reason,
): Promise<Decision[]> {
  const { db, actor } = tx
  const ids = applicants.map(({ id }) => id)
  await db.update(users).set({ status: 'rejected', updatedAt: sql`now()` }).where(inArray(users.id, ids))
  await db.insert(userHistory).values(
    applicants.map(({ id, currentCountry, clubId }) => ({
      userId: id,
      status: 'rejected' as const,
      currentCountry,
      clubId,
      reason,
      changedBy: actor.id,
    })),
  )
  await recordAuditEvents(
    tx,
    applicants.map(user => ({ kind: 'user.rejected' as const, target: buildUserAuditTarget(user) })),
  )
  for (const invalidation of buildCacheInvalidationsForChangedUsers(applicants))
    await invalidateClientCache(tx, invalidation)
  await markApplicationNotificationsRead(tx, ...ids)
  await queueMail(db, { to: applicants, kind: 'user.rejected', params: reason ? { reason } : {} })
  return applicants.map(user => buildChangedUserResponse({ ...user, status: 'rejected' }))
}

/**
 * Rejects those of the given users whose application is pending, in one transaction.
 * Returns an error for each of the other users.
 */
export async function rejectUsers(
  context: SignedInContext,
  ids: number[],
  reason: Reason,
): Promise<Outcomes> {
  return context.transaction(tx =>
    applyDecisionToEligibleUsers(tx, ids, {
      action: 'users.reject',
      check: user => (user.status === 'pending' ? user : conflict('not_pending')),
      apply: applicants => rejectApplicants(tx, applicants, reason),
    }),
  )
}

export async function rejectUser(context: SignedInContext, id: number, reason: Reason): Promise<Decision> {
  return getDecisionResultForUserOrThrow(await rejectUsers(context, [id], reason), id)
}
