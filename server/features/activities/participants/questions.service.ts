import { and, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { conflict, notFound } from '#server/errors.ts'
import { requireActivity } from '#server/features/activities/activities.service.ts'
import type { Answers, Question } from '#shared/contracts/activities/questions.schemas.ts'
import { replaceOwnAnswersToActivityQuestions } from './join-activity.service.ts'

const { activityId, userId, answers } = activityParticipants

/**
 * Replaces a participant's answers to the questions of a planned activity.
 * Throws 404 for users who have not joined.
 */
export async function answerActivityQuestions(
  context: SignedInContext,
  id: number,
  submitted: Answers,
): Promise<void> {
  await context.transaction(async tx => {
    // The lock on the activity prevents concurrent changes of its questions.
    const activity = await requireActivity(tx, id, { isLocked: true })
    const [joined] = await tx.db
      .select({ id: activityParticipants.id })
      .from(activityParticipants)
      .where(and(eq(activityId, id), eq(userId, tx.actor.id)))
    if (!joined) throw notFound()
    if (activity.status !== 'planned') throw conflict('not_planned')
    await replaceOwnAnswersToActivityQuestions(tx, activity, submitted)
  })
}

/** Deletes the answers to questions that were removed from an activity. */
export async function deleteAnswersToRemovedQuestions(
  db: Db,
  id: number,
  before: Question[],
  after: Question[],
): Promise<void> {
  const removed = before
    .filter(question => !after.some(other => other.id === question.id))
    .map(question => question.id)
  if (removed.length === 0) return
  await db
    .update(activityParticipants)
    .set({ answers: sql`${answers} - ${sql.param(removed)}::text[]` })
    .where(and(eq(activityId, id), sql`${answers} ?| ${sql.param(removed)}::text[]`))
}
