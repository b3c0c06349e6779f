import { and, eq } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { notFound } from '#server/errors.ts'
import { invalidateClientCache } from '#server/events/events.service.ts'
import { participantInvalidation } from './join-activity.service.ts'

const { activityId, userId } = activityParticipants

/** Shows or hides the caller in the participant list of an activity. Throws 404 when the caller has not joined it. */
export async function changeParticipantVisibility(
  context: SignedInContext,
  id: number,
  hide: boolean,
): Promise<void> {
  await context.transaction(async tx => {
    const { rowCount } = await tx.db
      .update(activityParticipants)
      .set({ isHidden: hide })
      .where(and(eq(activityId, id), eq(userId, tx.actor.id)))
    if (rowCount === 0) throw notFound()
    await invalidateClientCache(tx, participantInvalidation)
  })
}
