import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { activities } from '#server/db/schema/activities.ts'
import { clubs } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { notifyActivityParticipants } from '#server/features/activities/participants/notify-participants.service.ts'
import { listLaterActivitiesOfSeries } from '#server/features/activities/series/series.service.ts'
import type { ActivityStatus, SeriesScope } from '#shared/constants.ts'
import {
  type Activity,
  buildActivityAuditTarget,
  revisionColumns as nextRevision,
  requireActivity,
  touches,
} from './activities.service.ts'

/** Allowed status changes of an activity: for each new status the possible previous ones. */
const allowedFrom: Record<ActivityStatus, readonly ActivityStatus[]> = {
  planned: [],
  ongoing: ['planned'],
  completed: ['ongoing'],
  cancelled: ['planned', 'ongoing'],
}

/** Changes the status of an activity. Cancelling can include the later activities of the same series. */
export async function changeActivityStatus(
  context: SignedInContext,
  id: number,
  to: ActivityStatus,
  scope: SeriesScope = 'one',
): Promise<void> {
  await context.transaction(async tx => {
    const activity = await changeStatusOfOneActivity(tx, id, to)
    if (scope !== 'following' || to !== 'cancelled') return
    for (const next of await listLaterActivitiesOfSeries(tx, activity))
      await changeStatusOfOneActivity(tx, next.id, to)
  })
}

async function changeStatusOfOneActivity(
  tx: SignedInContext,
  id: number,
  to: ActivityStatus,
): Promise<Activity> {
  const { db, actor } = tx
  const activity = await requireActivity(tx, id, { organizer: actor, isLocked: true })
  if (!allowedFrom[to].includes(activity.status)) throw conflict('wrong_transition')
  await db
    .update(activities)
    .set({ status: to, ...nextRevision })
    .where(eq(activities.id, id))
  await recordAuditEvent(tx, {
    kind: 'activity.status_changed',
    target: buildActivityAuditTarget(activity),
    details: { from: activity.status, to },
    touches,
  })
  if (to === 'cancelled') await notifyActivityParticipants(tx, activity, 'activity.cancelled', actor.id)
  return activity
}

/** Starts or completes the activities that are due. Concurrent runs do not change an activity twice. */
async function advanceDueActivities(
  context: Context,
  from: 'planned' | 'ongoing',
  to: 'ongoing' | 'completed',
  isDue: SQL,
) {
  await context.transaction(async tx => {
    const due = tx.db
      .select({ id: activities.id })
      .from(activities)
      .where(and(eq(activities.status, from), isDue))
    const changed = await tx.db
      .update(activities)
      .set({ status: to, ...nextRevision })
      .where(and(eq(activities.status, from), inArray(activities.id, due.limit(500).for('no key update'))))
      .returning({
        id: activities.id,
        country: sql<
          string | null
        >`(select ${clubs.country} from ${clubs} where ${clubs.id} = ${activities.clubId})`,
      })
    for (const activity of changed) {
      await recordAuditEvent(tx, {
        kind: 'activity.status_changed',
        target: buildActivityAuditTarget(activity),
        details: { from, to },
        touches,
      })
    }
  })
}

/** Starts and completes due activities. An activity without an end date ends a day after its start. */
export async function advanceActivityStatuses(context: Context): Promise<void> {
  const { startDate, endDate } = activities
  await advanceDueActivities(context, 'planned', 'ongoing', sql`coalesce(${startDate}, ${endDate}) <= now()`)
  await advanceDueActivities(
    context,
    'ongoing',
    'completed',
    sql`coalesce(${endDate}, ${startDate} + interval '1 day') <= now()`,
  )
}
