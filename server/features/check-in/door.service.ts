// What every way of being counted shares: whether the door is open, who stands on the list, and who hears of it.
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import { imageUrl } from '#server/db/image-url.ts'
import { activityHelpers, activityParticipants } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent, touch } from '#server/events/events.service.ts'
import {
  type Activity,
  activityTarget,
  requireActivity,
} from '#server/features/activities/activities.service.ts'
import { countConfirmed } from '#server/features/activities/join-activity.service.ts'
import { doorOpensHours } from '#shared/contracts/check-in.ts'
import type { Answers } from '#shared/contracts/questions.ts'

const hour = 3_600_000

export function opensAt({ startDate }: Pick<Activity, 'startDate'>): Date | null {
  return startDate && new Date(startDate.getTime() - doorOpensHours * hour)
}

/** From a while before it begins, and for as long afterwards as anybody wants to put the list right. */
export function requireOpen(activity: Activity, now: Date): void {
  const { status } = activity
  if (status === 'ongoing' || status === 'completed') return
  const opens = opensAt(activity)
  const isSoon = status === 'planned' && opens !== null && opens <= now
  if (!isSoon) throw conflict('attendance_too_early')
}

/** Whoever organises it or helps with it. Held: those who are counted at once are counted one after the other. */
export function requireDoor(context: SignedIn, id: number, isHeld: boolean): Promise<Activity> {
  return requireActivity(context, id, { organizer: context.actor, orHelper: true, isHeld })
}

export async function hasRoom({ db }: Pick<Context, 'db'>, activity: Activity): Promise<boolean> {
  const { id, maxParticipants } = activity
  return maxParticipants === null || (await countConfirmed(db, id)) < maxParticipants
}

const { activityId, userId } = activityParticipants

export function selectGuests({ db }: Pick<Context, 'db'>, id: number, people?: number[]) {
  return db
    .select({
      id: users.id,
      fullName: users.fullName,
      profileImageUrl: imageUrl(users.profileImageId),
      clubName: clubs.name,
      status: activityParticipants.status,
      attendedAt: activityParticipants.attendedAt,
      markedAt: activityParticipants.markedAt,
      markedBy: activityParticipants.markedBy,
      markId: activityParticipants.markId,
    })
    .from(activityParticipants)
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(and(eq(activityId, id), people && inArray(userId, people)))
    .orderBy(asc(users.fullName), asc(users.id))
}
export type GuestRow = Awaited<ReturnType<typeof selectGuests>>[number]

/** What is noted with every word on somebody: of when, whose, and which. */
export interface Word {
  at: Date
  by: number
  markId: string
}

export async function noteWord(
  { db }: Pick<Context, 'db'>,
  id: number,
  person: number,
  isPresent: boolean,
  { at, by, markId }: Word,
): Promise<void> {
  await db
    .update(activityParticipants)
    .set({
      status: isPresent ? 'attended' : 'registered',
      attendedAt: isPresent ? at : null,
      markedAt: at,
      markedBy: by,
      markId,
    })
    .where(and(eq(activityId, id), eq(userId, person)))
}

/** The last word, where it says what was so already: since when they are here stays. */
export async function noteAgain(
  { db }: Pick<Context, 'db'>,
  id: number,
  person: number,
  { at, by, markId }: Word,
): Promise<void> {
  await db
    .update(activityParticipants)
    .set({ markedAt: at, markedBy: by, markId })
    .where(and(eq(activityId, id), eq(userId, person)))
}

/** Adds a participant, or gives a waiting one a place. The caller has locked the activity and checked for a free place. */
export async function addGuest(
  { db }: Pick<Context, 'db'>,
  id: number,
  person: number,
  { at, by, markId }: Word,
  answers?: Answers,
): Promise<void> {
  const word = { status: 'attended' as const, attendedAt: at, markedAt: at, markedBy: by, markId }
  await db
    .insert(activityParticipants)
    .values({ activityId: id, userId: person, answers, ...word })
    .onConflictDoUpdate({ target: [activityId, userId], set: word })
}

interface Counted {
  attended: boolean
  /** Whose state changed. */
  people: number[]
  /** How many of them were not on the list before, which changes the figures on cards. */
  added?: number
}

/** One event for all; screens at other doors follow, and so do those of the people themselves. */
export async function recordCounted(
  tx: SignedIn,
  activity: Activity,
  { attended, people, added = 0 }: Counted,
): Promise<void> {
  if (people.length === 0) return
  const helpers = await tx.db
    .select({ id: activityHelpers.userId })
    .from(activityHelpers)
    .where(eq(activityHelpers.activityId, activity.id))
  const { country, clubId } = activity
  await recordEvent(tx, {
    kind: 'activity.attendance_marked',
    target: activityTarget(activity),
    details: { attended, count: people.length },
    touches: { topics: ['checkIns'], to: { users: people } },
  })
  if (added > 0) await touch(tx, { topics: ['participants'], to: { everybody: true } })
  // The window that counts knows it from its answer, and need not ask for the whole list each time.
  await touch(
    { db: tx.db, window: tx.window },
    { topics: ['checkIns'], to: { reach: { country, clubId }, users: helpers.map(helper => helper.id) } },
  )
}

/** The last word on each is younger than this one. */
export const isYounger = (row: Pick<GuestRow, 'markedAt'>, at: Date): boolean =>
  row.markedAt !== null && row.markedAt > at
