import { and, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Answers, Question } from '#shared/contracts/questions.ts'
import { requireActivity } from './activities.service.ts'
import { keepAnswers } from './join-activity.service.ts'

const { activityId, userId, answers } = activityParticipants

/** Of one's own place alone, while it is still planned; whoever has none has nothing to answer. */
export async function answerQuestions(context: SignedIn, id: number, given: Answers): Promise<void> {
  await context.transaction(async tx => {
    // Held, so that nobody changes the questions meanwhile.
    const activity = await requireActivity(tx, id, { isHeld: true })
    const [joined] = await tx.db
      .select({ id: activityParticipants.id })
      .from(activityParticipants)
      .where(and(eq(activityId, id), eq(userId, tx.actor.id)))
    if (!joined) throw notFound()
    if (activity.status !== 'planned') throw conflict('not_planned')
    await keepAnswers(tx, activity, given)
  })
}

/** What nobody asks any more nobody needs to have told. */
export async function dropAnswers(db: Db, id: number, before: Question[], after: Question[]): Promise<void> {
  const gone = before.filter(one => !after.some(other => other.id === one.id)).map(one => one.id)
  if (gone.length === 0) return
  await db
    .update(activityParticipants)
    .set({ answers: sql`${answers} - ${sql.param(gone)}::text[]` })
    .where(and(eq(activityId, id), sql`${answers} ?| ${sql.param(gone)}::text[]`))
}
