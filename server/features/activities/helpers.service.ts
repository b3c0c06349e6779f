import { and, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { activityHelpers } from '#server/db/schema/activities.ts'
import { users } from '#server/db/schema/core.ts'
import { filterUsersByScope, filterUsersOfSameCountryOrClub } from '#server/db/sql/scope-filters.ts'
import { notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { buildActivityAuditTarget, requireActivity, touches } from './activities.service.ts'

const { activityId, userId } = activityHelpers

/**
 * Locks the chosen helpers of an activity. Throws 404 unless all of them are active users of the organizer's
 * country, club or administrative scope.
 */
async function requireHelperCandidates({ db, actor }: SignedInContext, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, ids),
        eq(users.status, 'active'),
        isNull(users.erasedAt),
        or(
          filterUsersOfSameCountryOrClub(actor),
          filterUsersByScope(actor, 'activities.manage') ?? sql`true`,
        ),
      ),
    )
    .for('share')
  if (found.length < new Set(ids).size) throw notFound()
}

/** Replaces the helpers of an activity. New helpers are notified. */
export async function setActivityHelpers(context: SignedInContext, id: number, ids: number[]): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    await requireHelperCandidates(tx, ids)
    const activity = await requireActivity(tx, id, { organizer: actor, isLocked: true })
    const isOfActivity = eq(activityId, id)
    await db
      .delete(activityHelpers)
      .where(ids.length > 0 ? and(isOfActivity, notInArray(userId, ids)) : isOfActivity)
    const added =
      ids.length > 0
        ? await db
            .insert(activityHelpers)
            .values(ids.map(helperId => ({ activityId: id, userId: helperId })))
            .onConflictDoNothing()
            .returning({ id: userId })
        : []
    await recordAuditEvent(tx, {
      kind: 'activity.helpers_changed',
      target: buildActivityAuditTarget(activity),
      details: { count: new Set(ids).size },
      notify: { users: added.map(helper => helper.id), kind: 'activity.helper', params: { activityId: id } },
      touches,
    })
  })
}
