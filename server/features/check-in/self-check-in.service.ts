// Self check-in by a code that the organizer's screen shows at the venue.
// The venue code is an HMAC of activity and time step, so it changes every 30 seconds and is not stored.

import { randomUUID, timingSafeEqual } from 'node:crypto'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { Context, SignedInContext } from '#server/context.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { conflict, forbidden } from '#server/errors.ts'
import { type Activity, requireActivity } from '#server/features/activities/activities.service.ts'
import { validateAnswersToActivityQuestions } from '#server/features/activities/participants/validate-answers-to-activity-questions.ts'
import {
  type SelfCheckInBody,
  venueCodeSeconds,
  walkInMinutes,
} from '#shared/contracts/check-in/check-in.schemas.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import { type Actor, isInActivityAudience } from '#shared/policies.ts'
import {
  addAttendingParticipant,
  auditAndPublishAttendanceChange,
  buildCheckInParticipantsQuery,
  isActivityBelowParticipantLimit,
  requireActivityWithCheckInPermission,
  requireCheckInOpen,
  saveAttendanceMark,
} from './attendance-marks.service.ts'

const stepLength = venueCodeSeconds * 1000
const getTimeStepAt = (instant: Date) => Math.floor(instant.getTime() / stepLength)

/** Computes the venue code of an activity and a time step with the server secret. */
function computeVenueCode({ secret }: Context, id: number, step: number): string {
  return secret.hash(`check-in:${id}:${step}`).subarray(0, 16).toString('base64url')
}

export async function readVenueCheckInCode(context: SignedInContext, id: number) {
  const now = await readDatabaseClock(context.db)
  requireCheckInOpen(await requireActivityWithCheckInPermission(context, id, false), now)
  const step = getTimeStepAt(now)
  const changesAt = (step + 1) * stepLength
  return {
    // Browsers do not send the URL part after #, so the venue code stays out of server logs.
    address: `${context.settings.PUBLIC_URL}/check-in/${id}#${computeVenueCode(context, id, step)}`,
    changesAt: new Date(changesAt),
    /** Milliseconds until the next venue code, for a countdown on screens whose own clock may be wrong. */
    milliseconds: changesAt - now.getTime(),
  }
}

function isCodeEqual(text: string, expected: string): boolean {
  const [actualBytes, expectedBytes] = [Buffer.from(text), Buffer.from(expected)]
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes)
}

/**
 * Computes the personal check-in code of a walk-in, valid while the walk-in answers the activity questions.
 * The personal code is bound to the activity, the member and its expiry time.
 */
function computePersonalCode({ secret, actor }: SignedInContext, id: number, expiresAt: number): string {
  const mac = secret.hash(`walk-in:${id}:${actor.id}:${expiresAt}`).subarray(0, 16)
  return `${expiresAt.toString(36)}.${mac.toString('base64url')}`
}

/** Returns whether a check-in code is the current or previous venue code or the member's personal code. */
function isCodeCurrent(context: SignedInContext, id: number, code: string, at: Date): boolean {
  const now = getTimeStepAt(at)
  if ([now, now - 1].some(step => isCodeEqual(code, computeVenueCode(context, id, step)))) return true
  const expiresAt = Number.parseInt(code, 36)
  return expiresAt > at.getTime() && isCodeEqual(code, computePersonalCode(context, id, expiresAt))
}

/** Refuses members who have not joined, unless the activity allows walk-ins and the member is in its audience. */
function requireWalkInAllowed(activity: Activity, actor: Actor): void {
  const { allowsWalkIns, status, clubId, country } = activity
  if (!allowsWalkIns) throw conflict(status === 'planned' ? 'join_first' : 'walk_ins_refused')
  const club = clubId !== null && country !== null ? { id: clubId, country } : null
  if (!isInActivityAudience(actor, club)) throw forbidden('walk_in_not_invited')
}

const activityMutex = createKeyedMutex()

export async function checkInCurrentUser(
  context: SignedInContext,
  id: number,
  { code, answers: submitted }: SelfCheckInBody,
) {
  return context.serialized(activityMutex, id, async tx => {
    const activity = await requireActivity(tx, id, { isLocked: true })
    const { title, questions } = putTranslationInReaderLanguageFirst(activity)
    const callerId = tx.actor.id
    const now = await readDatabaseClock(tx.db)
    const [row] = await buildCheckInParticipantsQuery(tx, id, [callerId])
    // A member who is already checked in needs no valid code, so that a retry after a lost response succeeds.
    if (row?.status === 'attended')
      return { outcome: 'already' as const, title, attendedAt: row.attendedAt ?? now }
    if (!isCodeCurrent(tx, id, code, now)) throw conflict('door_code_old')
    requireCheckInOpen(activity, now)
    const details = { at: now, by: callerId, markId: randomUUID() }
    if (row?.status === 'registered') {
      await saveAttendanceMark(tx, id, callerId, true, details)
      await auditAndPublishAttendanceChange(tx, activity, { attended: true, people: [callerId] })
      return { outcome: 'in' as const, title, attendedAt: details.at }
    }
    if (!row) requireWalkInAllowed(activity, tx.actor)
    if (!(await isActivityBelowParticipantLimit(tx, activity))) throw conflict('activity_full')
    if (!row && !submitted && questions.length > 0) {
      const expiresAt = now.getTime() + walkInMinutes * 60_000
      return { outcome: 'questions' as const, title, questions, code: computePersonalCode(tx, id, expiresAt) }
    }
    // Members on the waiting list answered the activity questions when they joined, so they are not asked again.
    await addAttendingParticipant(
      tx,
      id,
      callerId,
      details,
      row ? undefined : validateAnswersToActivityQuestions(questions, submitted),
    )
    await auditAndPublishAttendanceChange(tx, activity, { attended: true, people: [callerId], added: 1 })
    return { outcome: 'added' as const, title, attendedAt: details.at }
  })
}
