import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { Context, SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { users } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { invalidateClientCache, recordAuditEvent, recordAuditEvents } from '#server/events/events.service.ts'
import { buildWaitingListPositionSql } from '#server/features/activities/activities.queries.ts'
import {
  type Activity,
  buildActivityAuditTarget,
  requireActivity,
} from '#server/features/activities/activities.service.ts'
import type { JoinResponse } from '#shared/contracts/activities/activities.schemas.ts'
import type { Answers } from '#shared/contracts/activities/questions.schemas.ts'
import type { Actor } from '#shared/policies.ts'
import { notifyUsersAboutActivity } from './notify-participants.service.ts'
import { validateAnswersToActivityQuestions } from './validate-answers-to-activity-questions.ts'

const { activityId, userId, status } = activityParticipants

export async function countConfirmedParticipants(db: Db, id: number): Promise<number> {
  return db.$count(activityParticipants, and(eq(activityId, id), ne(status, 'waiting')))
}

function calculateFreePlaces({ maxParticipants }: Activity, confirmed: number): number {
  return maxParticipants === null ? Number.POSITIVE_INFINITY : Math.max(0, maxParticipants - confirmed)
}

async function findActivityParticipant(db: Db, id: number, actor: Actor) {
  const [participant] = await db
    .select()
    .from(activityParticipants)
    .where(and(eq(activityId, id), eq(userId, actor.id)))
  return participant
}

/** Topics (kinds of cached data) that clients reload after participants change: activity lists, but no dashboards. */
export const participantInvalidation = { topics: ['participants' as const], to: { everybody: true as const } }

const activityMutex = createKeyedMutex()

/** Copies time and location of an activity when a user joins, to show the user later changes. */
function buildJoinSnapshot({ startDate, endDate, location }: Activity) {
  return {
    startDate: startDate?.toISOString() ?? null,
    endDate: endDate?.toISOString() ?? null,
    location,
  }
}

/** Adds the caller to an activity. The activity is locked, so participant ids reflect the order of joining. */
export async function joinActivity(
  context: SignedInContext,
  id: number,
  submitted?: Answers,
): Promise<JoinResponse> {
  return context.serialized(activityMutex, id, tx => joinActivityInTransaction(tx, id, submitted))
}

/** Replaces the caller's answers to the questions of an activity. */
export async function replaceOwnAnswersToActivityQuestions(
  tx: SignedInContext,
  { id, questions }: Activity,
  submitted: Answers,
): Promise<void> {
  await tx.db
    .update(activityParticipants)
    .set({ answers: validateAnswersToActivityQuestions(questions, submitted) })
    .where(and(eq(activityId, id), eq(userId, tx.actor.id)))
  await invalidateClientCache(tx, participantInvalidation)
}

async function joinActivityInTransaction(
  tx: SignedInContext,
  id: number,
  submitted?: Answers,
): Promise<JoinResponse> {
  const { db, actor } = tx
  const activity = await requireActivity(tx, id, { isLocked: true })
  const existing = await findActivityParticipant(db, id, actor)
  if (existing) {
    // A join request that is repeated after a lost response still saves its answers to the activity's questions.
    if (submitted && activity.status === 'planned')
      await replaceOwnAnswersToActivityQuestions(tx, activity, submitted)
    return buildJoinResult(tx, id, existing.status)
  }
  if (activity.status !== 'planned') throw conflict('not_planned')
  const answers = validateAnswersToActivityQuestions(activity.questions, submitted)
  const hasRoom = calculateFreePlaces(activity, await countConfirmedParticipants(db, id)) > 0
  const joined = hasRoom ? 'registered' : 'waiting'
  await db.insert(activityParticipants).values({
    activityId: id,
    userId: actor.id,
    status: joined,
    joinedAs: buildJoinSnapshot(activity),
    answers,
  })
  await recordAuditEvent(tx, {
    kind: 'activity.joined',
    target: buildActivityAuditTarget(activity),
    details: { status: joined },
    touches: participantInvalidation,
  })
  return buildJoinResult(tx, id, joined)
}

/** Builds the response to a join request, with the position on the waiting list. */
async function buildJoinResult(
  { db, actor }: SignedInContext,
  id: number,
  joinedStatus: JoinResponse['status'],
): Promise<JoinResponse> {
  const { rows } = await db.execute<{ place: number | null }>(
    sql`select ${buildWaitingListPositionSql(id, actor.id)} as place`,
  )
  return { status: joinedStatus, waitingPosition: rows[0]?.place ?? null }
}

/** Withdraws the caller from an activity. A repeated request changes nothing. */
export async function leaveActivity(context: SignedInContext, id: number): Promise<void> {
  await context.serialized(activityMutex, id, async tx => {
    const { db, actor } = tx
    const activity = await requireActivity(tx, id, { isLocked: true })
    const participant = await findActivityParticipant(db, id, actor)
    if (!participant) return
    if (activity.status !== 'planned') throw conflict('not_planned')
    await removeParticipants(tx, activity, [actor.id])
  })
}

/** Removes participants of a locked activity and gives their places to waiting members. */
async function removeParticipants(tx: Context, activity: Activity, people: number[]): Promise<void> {
  const removed = await tx.db
    .delete(activityParticipants)
    .where(and(eq(activityId, activity.id), inArray(userId, people)))
    .returning({ userId })
  if (removed.length === 0) return
  const movedUp = await promoteWaitingParticipants(tx, activity)
  await recordAuditEvents(
    tx,
    removed.map((participant, index) => ({
      kind: 'activity.left' as const,
      actorId: participant.userId,
      target: buildActivityAuditTarget(activity),
      // Only the audit event of the first removed participant records how many waiting members moved up.
      details: { movedUp: index === 0 ? movedUp : 0 },
    })),
  )
  await invalidateClientCache(tx, participantInvalidation)
}

/** Removes users who can no longer attend from all planned activities and promotes waiting members. */
export async function removeUsersFromPlannedActivities(tx: Context, people: number[]): Promise<void> {
  const planned = await tx.db
    .selectDistinct({ id: activityId })
    .from(activityParticipants)
    .innerJoin(activities, eq(activities.id, activityId))
    .where(and(inArray(userId, people), eq(activities.status, 'planned')))
    // Activities are locked in a fixed order to prevent deadlocks between concurrent removals.
    .orderBy(asc(activityId))
  for (const { id } of planned) {
    const activity = await requireActivity(tx, id, { isLocked: true })
    if (activity.status === 'planned') await removeParticipants(tx, activity, people)
  }
  // Waiting list entries for activities that have begun are useless, so they are deleted.
  await tx.db.delete(activityParticipants).where(and(inArray(userId, people), eq(status, 'waiting')))
}

/** Gives free places to members on the waiting list; returns how many. The caller has locked the activity row. */
export async function promoteWaitingParticipants(tx: Context, activity: Activity): Promise<number> {
  const free = calculateFreePlaces(activity, await countConfirmedParticipants(tx.db, activity.id))
  if (free === 0) return 0
  const waiting = tx.db
    .select({ id: activityParticipants.id, userId, email: users.email })
    .from(activityParticipants)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(activityId, activity.id), eq(status, 'waiting')))
    .orderBy(asc(activityParticipants.id))
    .$dynamic()
  const next = await (Number.isFinite(free) ? waiting.limit(free) : waiting)
  if (next.length === 0) return 0
  await tx.db
    .update(activityParticipants)
    .set({ status: 'registered' })
    .where(sql`${activityParticipants.id} = any(${sql.param(next.map(row => row.id))}::int[])`)
  const people = next.map(row => ({ id: row.userId, email: row.email }))
  await notifyUsersAboutActivity(tx, activity, 'activity.moved_up', people)
  return next.length
}
