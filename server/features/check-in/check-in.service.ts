// Attendance marks from check-in devices, which may be offline for hours and then send their marks late.
// For each participant the attendance mark with the latest time counts, in whatever order marks arrive.

import { and, eq, inArray, sql } from 'drizzle-orm'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { SignedInContext } from '#server/context.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { users } from '#server/db/schema/core.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import type { Activity } from '#server/features/activities/activities.service.ts'
import { verifyScannedCardsAndCertificates } from '#server/features/cards/check-token.service.ts'
import type { AttendanceMark, MarkOutcome } from '#shared/contracts/check-in/check-in.schemas.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import {
  addAttendingParticipant,
  auditAndPublishAttendanceChange,
  buildCheckInParticipantsQuery,
  type GuestRow,
  getCheckInOpeningTime,
  hasLaterMark,
  isActivityBelowParticipantLimit,
  type MarkDetails,
  requireActivityWithCheckInPermission,
  requireCheckInOpen,
  saveAttendanceMark,
  updateTimeOfAttendanceMark,
} from './attendance-marks.service.ts'

export async function loadCheckInDetailsAndParticipants(context: SignedInContext, id: number) {
  const activity = await requireActivityWithCheckInPermission(context, id, false)
  const { title, status, maxParticipants, allowsWalkIns } = putTranslationInReaderLanguageFirst(activity)
  return {
    title,
    status,
    maxParticipants,
    allowsWalkIns,
    opensAt: getCheckInOpeningTime(activity),
    guests: await buildCheckInParticipantsQuery(context, id),
  }
}

/**
 * Attendance mark with its time by the server clock, and with its participant or the reason why the scanned
 * card was rejected.
 */
interface ResolvedMark {
  mark: AttendanceMark
  at: Date
  person?: number
  fault?: MarkOutcome
}

/**
 * Converts the time of an attendance mark to the server clock: its age by the device clock is kept.
 * A device clock that is wrong by hours does no harm. The time is never before the activity was created.
 */
function computeMarkTime({ createdAt }: Activity, mark: AttendanceMark, sentAt: string, now: Date): Date {
  const ago = Math.max(0, Date.parse(sentAt) - Date.parse(mark.at))
  return new Date(Math.max(createdAt.getTime(), now.getTime() - ago))
}

/**
 * Finds the user of each attendance mark, by user id or card token. A card must have been valid when it was scanned.
 */
async function resolveAttendanceMarks(
  tx: SignedInContext,
  activity: Activity,
  now: Date,
  { sentAt, marks }: { sentAt: string; marks: AttendanceMark[] },
): Promise<ResolvedMark[]> {
  const timed = marks.map(mark => ({ mark, at: computeMarkTime(activity, mark, sentAt, now) }))
  const scanned = timed.filter(({ mark }) => mark.token !== undefined)
  const results = await verifyScannedCardsAndCertificates(
    tx,
    scanned.map(({ mark, at }) => ({ token: mark.token ?? '', at: at.getTime() })),
  )
  return timed.map(entry => {
    if (entry.mark.userId !== undefined) return { ...entry, person: entry.mark.userId }
    const { verdict = 'foreign', said } = results[scanned.indexOf(entry)] ?? {}
    if (verdict === 'expired' || verdict === 'withdrawn') return { ...entry, fault: verdict }
    return said?.kind === 'card' ? { ...entry, person: said.person } : { ...entry, fault: 'foreign' }
  })
}

/** Adds a member who has not joined the activity when the card scan requests it and a place is free. */
async function admitParticipant(
  tx: SignedInContext,
  activity: Activity,
  person: number,
  mark: AttendanceMark,
  details: MarkDetails,
  otherwise: MarkOutcome,
): Promise<MarkOutcome> {
  if (!mark.isPresent || !mark.isAdding || mark.token === undefined) return otherwise
  if (!(await isActivityBelowParticipantLimit(tx, activity))) return 'full'
  await addAttendingParticipant(tx, activity.id, person, details)
  return 'added'
}

/** Applies one attendance mark. The mark with the latest time counts, not the one that arrived last. */
async function applyAttendanceMark(
  tx: SignedInContext,
  activity: Activity,
  row: GuestRow | undefined,
  person: number,
  mark: AttendanceMark,
  details: MarkDetails,
): Promise<MarkOutcome> {
  if (!row) return admitParticipant(tx, activity, person, mark, details, 'not_listed')
  const isPresent = row.status === 'attended'
  const isLater = !hasLaterMark(row, details.at)
  // When an attendance mark is sent again with an earlier time, the earlier time is stored.
  if (row.markId === mark.id) {
    if (!isLater) await updateTimeOfAttendanceMark(tx, activity.id, person, details)
    return isPresent ? 'in' : 'out'
  }
  if (row.status === 'waiting') return admitParticipant(tx, activity, person, mark, details, 'waiting')
  if (isPresent === mark.isPresent) {
    // An attendance mark that repeats the current status stores its later time, so older marks are ignored.
    if (isLater) await updateTimeOfAttendanceMark(tx, activity.id, person, details)
    return isPresent ? 'already' : 'out'
  }
  if (!isLater) return 'overruled'
  await saveAttendanceMark(tx, activity.id, person, mark.isPresent, details)
  return mark.isPresent ? 'in' : 'out'
}

async function readNamesOfUsers({ db }: SignedInContext, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: users.id, name: users.fullName })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Computes the participant row as it is after an attendance mark, without reading it from the database again. */
function updateCheckInRow(
  row: GuestRow,
  { isPresent }: AttendanceMark,
  { at, by, markId }: MarkDetails,
): GuestRow {
  if (row.markId === markId) return hasLaterMark(row, at) ? { ...row, markedAt: at } : row
  const details = { markedAt: at, markedBy: by, markId }
  if ((row.status === 'attended') === isPresent) return hasLaterMark(row, at) ? row : { ...row, ...details }
  return isPresent
    ? { ...row, ...details, status: 'attended', attendedAt: at }
    : { ...row, ...details, status: 'registered', attendedAt: null }
}

interface MarkResult {
  id: string
  outcome: MarkOutcome
  guest: GuestRow | null
  /** User who made the previous attendance mark of the participant. */
  lastBy?: number | null
}

/** Applies attendance marks one after another, so that a second mark for the same person finds the first one stored. */
async function applyMarksInOrder(tx: SignedInContext, activity: Activity, marks: ResolvedMark[]) {
  const people = marks.flatMap(({ person }) => person ?? [])
  const guests = new Map(
    (await buildCheckInParticipantsQuery(tx, activity.id, people)).map(row => [row.id, row]),
  )
  const changed = { in: [] as number[], out: [] as number[], added: 0 }
  const results: MarkResult[] = []
  for (const { mark, at, person, fault = 'foreign' } of marks) {
    if (person === undefined) {
      results.push({ id: mark.id, outcome: fault, guest: null })
      continue
    }
    const details = { at, by: tx.actor.id, markId: mark.id }
    const before = guests.get(person)
    const outcome = await applyAttendanceMark(tx, activity, before, person, mark, details)
    const after =
      outcome === 'added' ? (await buildCheckInParticipantsQuery(tx, activity.id, [person]))[0] : before
    const isApplied = outcome === 'in' || outcome === 'out' || outcome === 'already'
    if (after) guests.set(person, isApplied ? updateCheckInRow(after, mark, details) : after)
    const guest = guests.get(person) ?? null
    // Resent attendance marks and marks that confirm the current status are not counted as changes.
    if (guest && guest.status !== before?.status)
      changed[guest.status === 'attended' ? 'in' : 'out'].push(person)
    if (outcome === 'added') changed.added++
    results.push({ id: mark.id, outcome, guest, lastBy: before?.markedBy })
  }
  return { results, changed }
}

const activityMutex = createKeyedMutex()

/** Applies the attendance marks of a check-in device. A rejected mark does not affect the others. */
export async function applyAttendanceMarksOfCheckInDevice(
  context: SignedInContext,
  id: number,
  sentAt: string,
  marks: AttendanceMark[],
) {
  return context.serialized(activityMutex, id, async tx => {
    const activity = await requireActivityWithCheckInPermission(tx, id, true)
    const now = await readDatabaseClock(tx.db)
    requireCheckInOpen(activity, now)
    const resolved = await resolveAttendanceMarks(tx, activity, now, { sentAt, marks })
    const { results, changed } = await applyMarksInOrder(tx, activity, resolved)
    await auditAndPublishAttendanceChange(tx, activity, {
      attended: true,
      people: changed.in,
      added: changed.added,
    })
    await auditAndPublishAttendanceChange(tx, activity, { attended: false, people: changed.out })
    const contested = results.filter(({ outcome }) => outcome === 'already' || outcome === 'overruled')
    const names = await readNamesOfUsers(
      tx,
      contested.flatMap(({ lastBy }) => lastBy ?? []),
    )
    return results.map(result => ({
      ...result,
      by: contested.includes(result) ? (names.get(result.lastBy ?? 0) ?? null) : null,
    }))
  })
}

/**
 * Marks all confirmed participants as present. Undoing removes only the marks that were made with the same `markId`.
 */
export async function markAllParticipantsPresent(
  context: SignedInContext,
  id: number,
  markId: string,
  isPresent: boolean,
): Promise<number> {
  return context.serialized(activityMutex, id, async tx => {
    const activity = await requireActivityWithCheckInPermission(tx, id, true)
    requireCheckInOpen(activity, await readDatabaseClock(tx.db))
    const { activityId, status, markId: lastMark, userId } = activityParticipants
    const rows = await tx.db
      .update(activityParticipants)
      .set({
        status: isPresent ? 'attended' : 'registered',
        attendedAt: isPresent ? sql`now()` : null,
        markedAt: sql`now()`,
        markedBy: tx.actor.id,
        markId,
      })
      .where(
        and(
          eq(activityId, id),
          eq(status, isPresent ? 'registered' : 'attended'),
          isPresent ? undefined : eq(lastMark, markId),
        ),
      )
      .returning({ id: userId })
    await auditAndPublishAttendanceChange(tx, activity, {
      attended: isPresent,
      people: rows.map(row => row.id),
    })
    // The calling browser window also refetches the check-in list, because the response has only a count.
    tx.invalidatedTopics.add('checkIns')
    return rows.length
  })
}
