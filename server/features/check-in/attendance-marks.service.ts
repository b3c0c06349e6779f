// Functions that check-in by organizers and self check-in share, such as opening time and attendance marks.
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { activityHelpers, activityParticipants } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { buildImageUrlSql } from '#server/db/sql/image-url.ts'
import { conflict } from '#server/errors.ts'
import { invalidateClientCache, recordAuditEvent } from '#server/events/events.service.ts'
import {
  type Activity,
  buildActivityAuditTarget,
  requireActivity,
} from '#server/features/activities/activities.service.ts'
import { countConfirmedParticipants } from '#server/features/activities/participants/join-activity.service.ts'
import type { Answers } from '#shared/contracts/activities/questions.schemas.ts'
import { checkInLeadHours } from '#shared/contracts/check-in/check-in.schemas.ts'

const hour = 3_600_000

export function getCheckInOpeningTime({ startDate }: Pick<Activity, 'startDate'>): Date | null {
  return startDate && new Date(startDate.getTime() - checkInLeadHours * hour)
}

/**
 * Throws 409 unless check-in is open.
 * Check-in opens some hours before the start and never closes, so that attendance can be corrected later.
 */
export function requireCheckInOpen(activity: Activity, now: Date): void {
  const { status } = activity
  if (status === 'ongoing' || status === 'completed') return
  const opening = getCheckInOpeningTime(activity)
  const isOpen = status === 'planned' && opening !== null && opening <= now
  if (!isOpen) throw conflict('attendance_too_early')
}

/** Loads an activity for its organizers and helpers. `isHeld`: lock its row, to serialize attendance changes. */
export function requireActivityWithCheckInPermission(
  context: SignedInContext,
  id: number,
  isHeld: boolean,
): Promise<Activity> {
  return requireActivity(context, id, { organizer: context.actor, orHelper: true, isLocked: isHeld })
}

export async function isActivityBelowParticipantLimit(
  { db }: Pick<Context, 'db'>,
  activity: Activity,
): Promise<boolean> {
  const { id, maxParticipants } = activity
  return maxParticipants === null || (await countConfirmedParticipants(db, id)) < maxParticipants
}

const { activityId, userId } = activityParticipants

export function buildCheckInParticipantsQuery({ db }: Pick<Context, 'db'>, id: number, people?: number[]) {
  return db
    .select({
      id: users.id,
      fullName: users.fullName,
      profileImageUrl: buildImageUrlSql(users.profileImageId),
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
export type GuestRow = Awaited<ReturnType<typeof buildCheckInParticipantsQuery>>[number]

/** Details stored with every attendance mark: the time, the user who made the mark, and the mark's id. */
export interface MarkDetails {
  at: Date
  by: number
  markId: string
}

export async function saveAttendanceMark(
  { db }: Pick<Context, 'db'>,
  id: number,
  person: number,
  isPresent: boolean,
  { at, by, markId }: MarkDetails,
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

/** Updates time and author of an attendance mark that confirms the current status. attendedAt does not change. */
export async function updateTimeOfAttendanceMark(
  { db }: Pick<Context, 'db'>,
  id: number,
  person: number,
  { at, by, markId }: MarkDetails,
): Promise<void> {
  await db
    .update(activityParticipants)
    .set({ markedAt: at, markedBy: by, markId })
    .where(and(eq(activityId, id), eq(userId, person)))
}

/** Inserts an attending participant or promotes a waiting one. The activity must be locked and not full. */
export async function addAttendingParticipant(
  { db }: Pick<Context, 'db'>,
  id: number,
  person: number,
  { at, by, markId }: MarkDetails,
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
  /** Ids of the users whose attendance was marked or unmarked. */
  people: number[]
  /** Number of participants added at check-in, by which the activity's participant count increases. */
  added?: number
}

/** Records an attendance change in the audit log and refreshes other check-in devices and affected users. */
export async function auditAndPublishAttendanceChange(
  tx: SignedInContext,
  activity: Activity,
  { attended, people, added = 0 }: AttendanceChange,
): Promise<void> {
  if (people.length === 0) return
  const helpers = await tx.db
    .select({ id: activityHelpers.userId })
    .from(activityHelpers)
    .where(eq(activityHelpers.activityId, activity.id))
  const { country, clubId } = activity
  await recordAuditEvent(tx, {
    kind: 'activity.attendance_marked',
    target: buildActivityAuditTarget(activity),
    details: { attended, count: people.length },
    touches: { topics: ['checkIns'], to: { users: people } },
  })
  if (added > 0) await invalidateClientCache(tx, { topics: ['participants'], to: { everybody: true } })
  // The calling browser window is not refreshed, because its response already contains the change.
  await invalidateClientCache(
    { db: tx.db, window: tx.window },
    { topics: ['checkIns'], to: { reach: { country, clubId }, users: helpers.map(helper => helper.id) } },
  )
}

/** Returns true when the stored attendance mark is later than the given time. */
export const hasLaterMark = (row: Pick<GuestRow, 'markedAt'>, at: Date): boolean =>
  row.markedAt !== null && row.markedAt > at
