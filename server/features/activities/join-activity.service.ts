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

async function findMine(db: Db, id: number, actor: Actor) {
  const [mine] = await db
    .select()
    .from(activityParticipants)
    .where(and(eq(activityId, id), eq(userId, actor.id)))
  return mine
}

/** The figures on cards follow; nobody's dashboard does. */
export const counted = { topics: ['participants' as const], to: { everybody: true as const } }

const oneByOne = createKeyedMutex()

/** What they agree to come to; their page shows what became of it. */
function noteOf({ startDate, endDate, location }: Activity) {
  return {
    startDate: startDate?.toISOString() ?? null,
    endDate: endDate?.toISOString() ?? null,
    location,
  }
}

/** The activity is held, so people come one after the other: ids are given in the order of asking. */
export async function joinActivity(context: SignedIn, id: number, given?: Answers): Promise<Joined> {
  return context.inTurn(oneByOne, id, tx => enter(tx, id, given))
}

/** In place of all they said before. */
export async function keepAnswers(tx: SignedIn, { id, questions }: Activity, given: Answers): Promise<void> {
  await tx.db
    .update(activityParticipants)
    .set({ answers: readAnswers(questions, given) })
    .where(and(eq(activityId, id), eq(userId, tx.actor.id)))
  await touch(tx, counted)
}

async function enter(tx: SignedIn, id: number, given?: Answers): Promise<Joined> {
  const { db, actor } = tx
  const activity = await requireActivity(tx, id, { isHeld: true })
  const mine = await findMine(db, id, actor)
  if (mine) {
    // Who asks again may not have heard that they were let in, and have thought of something else to say.
    if (given && activity.status === 'planned') await keepAnswers(tx, activity, given)
    return stand(tx, id, mine.status)
  }
  if (activity.status !== 'planned') throw conflict('not_planned')
  const answers = readAnswers(activity.questions, given)
  const hasRoom = freePlaces(activity, await countConfirmed(db, id)) > 0
  const joined = hasRoom ? 'registered' : 'waiting'
  await db.insert(activityParticipants).values({
    activityId: id,
    userId: actor.id,
    status: joined,
    joinedAs: noteOf(activity),
    answers,
  })
  await recordEvent(tx, {
    kind: 'activity.joined',
    target: activityTarget(activity),
    details: { status: joined },
    touches: counted,
  })
  return stand(tx, id, joined)
}

/** With the place in the queue, for whoever is in it. */
async function stand({ db, actor }: SignedIn, id: number, mine: Joined['status']): Promise<Joined> {
  const { rows } = await db.execute<{ place: number | null }>(
    sql`select ${waitingPosition(id, actor.id)} as place`,
  )
  return { status: mine, waitingPosition: rows[0]?.place ?? null }
}

/** A second time is as good as the first. */
export async function leaveActivity(context: SignedIn, id: number): Promise<void> {
  await context.inTurn(oneByOne, id, async tx => {
    const { db, actor } = tx
    const activity = await requireActivity(tx, id, { isHeld: true })
    const mine = await findMine(db, id, actor)
    if (!mine) return
    if (activity.status !== 'planned') throw conflict('not_planned')
    await giveUp(tx, activity, actor.id)
  })
}

/** The place, or the turn, of one person; the activity is held by the caller. */
async function giveUp(tx: Context, activity: Activity, person: number): Promise<void> {
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

/** Of somebody who can no longer come: everything that is still planned, for those who wait. */
export async function giveUpPlaces(tx: Context, person: number): Promise<void> {
  const planned = await tx.db
    .select({ id: activityId })
    .from(activityParticipants)
    .innerJoin(activities, eq(activities.id, activityId))
    .where(and(eq(userId, person), eq(activities.status, 'planned')))
    // Always in the same order, so that two who go at once do not wait for each other.
    .orderBy(asc(activityId))
  for (const { id } of planned) {
    const activity = await requireActivity(tx, id, { isHeld: true })
    if (activity.status === 'planned') await giveUp(tx, activity, person)
  }
  // A turn in what has begun meanwhile is worth nothing.
  await tx.db.delete(activityParticipants).where(and(eq(userId, person), eq(status, 'waiting')))
}

/** Whoever has waited longest gets the place that is free; the activity is held by the caller. Returns how many. */
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
