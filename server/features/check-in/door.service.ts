// Shared parts of check-in by organizers and self check-in: opening time, participant list, marks and events.
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

/** Requires an open check-in: from some hours before the start, and without end for later corrections. */
export function requireOpen(activity: Activity, now: Date): void {
  const { status } = activity
  if (status === 'ongoing' || status === 'completed') return
  const opening = opensAt(activity)
  const isOpen = status === 'planned' && opening !== null && opening <= now
  if (!isOpen) throw conflict('attendance_too_early')
}

/** Loads the activity for its organizers and helpers. A lock serializes concurrent attendance marks. */
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

/** Details stored with every attendance mark: time, author and mark id. */
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

/** Updates only the mark details when a mark confirms the current status, so attendedAt is kept. */
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

/** Adds an attending participant, or promotes a waiting one. The caller locked the activity and checked the room. */
export async function addGuest(
  { db }: Pick<Context, 'db'>,
  id: number,
  person: number,
  { at, by, markId }: Word,
  answers?: Answers,
): Promise<void> {
  const attended = { status: 'attended' as const, attendedAt: at, markedAt: at, markedBy: by, markId }
  await db
    .insert(activityParticipants)
    .values({ activityId: id, userId: person, answers, ...attended })
    .onConflictDoUpdate({ target: [activityId, userId], set: attended })
}

interface AttendanceChange {
  attended: boolean
  /** User ids whose attendance changed. */
  people: number[]
  /** Number of new participants, which changes the counts on activity cards. */
  added?: number
}

/** Records one audit event and invalidates the lists of other check-in devices and of the affected users. */
export async function recordCounted(
  tx: SignedIn,
  activity: Activity,
  { attended, people, added = 0 }: AttendanceChange,
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
  // The calling window is excluded, because its response already contains the change.
  await touch(
    { db: tx.db, window: tx.window },
    { topics: ['checkIns'], to: { reach: { country, clubId }, users: helpers.map(helper => helper.id) } },
  )
}

/** Whether the stored mark is later than the given time. */
export const isYounger = (row: Pick<GuestRow, 'markedAt'>, at: Date): boolean =>
  row.markedAt !== null && row.markedAt > at
