import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { Context, SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { users } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent, touch } from '#server/events/events.service.ts'
import type { Joined } from '#shared/contracts/activities.ts'
import type { Answers } from '#shared/contracts/questions.ts'
import type { Actor } from '#shared/policies.ts'
import { waitingPosition } from './activities.queries.ts'
import { type Activity, activityTarget, requireActivity } from './activities.service.ts'
import { readAnswers } from './read-answers.ts'
import { tellPeople } from './tell-participants.service.ts'

const { activityId, userId, status } = activityParticipants

export async function countConfirmed(db: Db, id: number): Promise<number> {
  return db.$count(activityParticipants, and(eq(activityId, id), ne(status, 'waiting')))
}

function freePlaces({ maxParticipants }: Activity, confirmed: number): number {
  return maxParticipants === null ? Number.POSITIVE_INFINITY : Math.max(0, maxParticipants - confirmed)
}

async function findParticipant(db: Db, id: number, actor: Actor) {
  const [participant] = await db
    .select()
    .from(activityParticipants)
    .where(and(eq(activityId, id), eq(userId, actor.id)))
  return participant
}

/** Topics that a change of participants invalidates: counts on activity cards, but no dashboard. */
export const counted = { topics: ['participants' as const], to: { everybody: true as const } }

const activityMutex = createKeyedMutex()

/** Snapshot of time and place at joining. The activity page shows later changes against it. */
function buildJoinSnapshot({ startDate, endDate, location }: Activity) {
  return {
    startDate: startDate?.toISOString() ?? null,
    endDate: endDate?.toISOString() ?? null,
    location,
  }
}

/** Joins the caller. The activity is locked, so participant ids reflect the order of joining. */
export async function joinActivity(context: SignedIn, id: number, submitted?: Answers): Promise<Joined> {
  return context.inTurn(activityMutex, id, tx => join(tx, id, submitted))
}

/** Replaces the caller's answers to the questions of an activity. */
export async function keepAnswers(
  tx: SignedIn,
  { id, questions }: Activity,
  submitted: Answers,
): Promise<void> {
  await tx.db
    .update(activityParticipants)
    .set({ answers: readAnswers(questions, submitted) })
    .where(and(eq(activityId, id), eq(userId, tx.actor.id)))
  await touch(tx, counted)
}

async function join(tx: SignedIn, id: number, submitted?: Answers): Promise<Joined> {
  const { db, actor } = tx
  const activity = await requireActivity(tx, id, { isHeld: true })
  const existing = await findParticipant(db, id, actor)
  if (existing) {
    // A repeated request may follow a lost response and carry other answers, so the last answers are saved.
    if (submitted && activity.status === 'planned') await keepAnswers(tx, activity, submitted)
    return buildJoinResult(tx, id, existing.status)
  }
  if (activity.status !== 'planned') throw conflict('not_planned')
  const answers = readAnswers(activity.questions, submitted)
  const hasRoom = freePlaces(activity, await countConfirmed(db, id)) > 0
  const joined = hasRoom ? 'registered' : 'waiting'
  await db.insert(activityParticipants).values({
    activityId: id,
    userId: actor.id,
    status: joined,
    joinedAs: buildJoinSnapshot(activity),
    answers,
  })
  await recordEvent(tx, {
    kind: 'activity.joined',
    target: activityTarget(activity),
    details: { status: joined },
    touches: counted,
  })
  return buildJoinResult(tx, id, joined)
}

/** Builds the result of joining, with the position on the waiting list. */
async function buildJoinResult(
  { db, actor }: SignedIn,
  id: number,
  joinedStatus: Joined['status'],
): Promise<Joined> {
  const { rows } = await db.execute<{ place: number | null }>(
    sql`select ${waitingPosition(id, actor.id)} as place`,
  )
  return { status: joinedStatus, waitingPosition: rows[0]?.place ?? null }
}

/** Withdraws the caller from an activity. A repeated call has no effect. */
export async function leaveActivity(context: SignedIn, id: number): Promise<void> {
  await context.inTurn(activityMutex, id, async tx => {
    const { db, actor } = tx
    const activity = await requireActivity(tx, id, { isHeld: true })
    const participant = await findParticipant(db, id, actor)
    if (!participant) return
    if (activity.status !== 'planned') throw conflict('not_planned')
    await removeParticipant(tx, activity, actor.id)
  })
}

/** Removes a participant and promotes the next on the waiting list. The caller has locked the activity. */
async function removeParticipant(tx: Context, activity: Activity, person: number): Promise<void> {
  await tx.db.delete(activityParticipants).where(and(eq(activityId, activity.id), eq(userId, person)))
  const movedUp = await moveUp(tx, activity)
  await recordEvent(tx, {
    kind: 'activity.left',
    actorId: person,
    target: activityTarget(activity),
    details: { movedUp },
    touches: counted,
  })
}

/** Removes a user who can no longer attend from all planned activities and promotes waiting members. */
export async function giveUpPlaces(tx: Context, person: number): Promise<void> {
  const planned = await tx.db
    .select({ id: activityId })
    .from(activityParticipants)
    .innerJoin(activities, eq(activities.id, activityId))
    .where(and(eq(userId, person), eq(activities.status, 'planned')))
    // Activities are locked in a fixed order to prevent deadlocks between concurrent removals.
    .orderBy(asc(activityId))
  for (const { id } of planned) {
    const activity = await requireActivity(tx, id, { isHeld: true })
    if (activity.status === 'planned') await removeParticipant(tx, activity, person)
  }
  // Waiting-list entries of activities that have begun are useless.
  await tx.db.delete(activityParticipants).where(and(eq(userId, person), eq(status, 'waiting')))
}

/** Gives free places to those who waited longest; returns their number. The caller has locked the activity. */
export async function moveUp(tx: Context, activity: Activity): Promise<number> {
  const free = freePlaces(activity, await countConfirmed(tx.db, activity.id))
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
  await tellPeople(tx, activity, 'activity.moved_up', people)
  return next.length
}
