import { randomUUID, timingSafeEqual } from 'node:crypto'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { Context, SignedIn } from '#server/context.ts'
import { readClock } from '#server/db/clock.ts'
import { conflict, forbidden } from '#server/errors.ts'
import { type Activity, requireActivity } from '#server/features/activities/activities.service.ts'
import { readAnswers } from '#server/features/activities/read-answers.ts'
import { doorCodeSeconds, type SelfBody, walkInMinutes } from '#shared/contracts/check-in.ts'
import { type Actor, isInAudience } from '#shared/policies.ts'
import {
  addGuest,
  hasRoom,
  noteWord,
  recordCounted,
  requireDoor,
  requireOpen,
  selectGuests,
} from './door.service.ts'

const span = doorCodeSeconds * 1000
const stepAt = (moment: Date) => Math.floor(moment.getTime() / span)

/** Of one activity and one half minute; only the key can make it. */
function codeOf({ secret }: Context, id: number, step: number): string {
  return secret.hash(`check-in:${id}:${step}`).subarray(0, 16).toString('base64url')
}

export async function readDoorCode(context: SignedIn, id: number) {
  const now = await readClock(context.db)
  requireOpen(await requireDoor(context, id, false), now)
  const step = stepAt(now)
  const changesAt = (step + 1) * span
  return {
    // Behind # it stays with the browser until the member's own session sends it.
    address: `${context.settings.PUBLIC_URL}/check-in/${id}#${codeOf(context, id, step)}`,
    changesAt: new Date(changesAt),
    /** For a screen whose clock is another. */
    milliseconds: changesAt - now.getTime(),
  }
}

function isEqual(text: string, expected: string): boolean {
  const [bytes, right] = [Buffer.from(text), Buffer.from(expected)]
  return bytes.length === right.length && timingSafeEqual(bytes, right)
}

/**
 * Replaces the code at the venue while a walk-in answers the questions, which takes longer than that code is valid.
 * Bound to the activity, the member and its expiry.
 */
function personalCode({ secret, actor }: SignedIn, id: number, expiresAt: number): string {
  const mac = secret.hash(`walk-in:${id}:${actor.id}:${expiresAt}`).subarray(0, 16)
  return `${expiresAt.toString(36)}.${mac.toString('base64url')}`
}

/** Accepts the code on display, the one before it (scanning and sending takes a moment), and the member's own. */
function isCurrent(context: SignedIn, id: number, code: string, at: Date): boolean {
  const now = stepAt(at)
  if ([now, now - 1].some(step => isEqual(code, codeOf(context, id, step)))) return true
  const expiresAt = Number.parseInt(code, 36)
  return expiresAt > at.getTime() && isEqual(code, personalCode(context, id, expiresAt))
}

/** Refuses members who have not joined, unless the activity admits walk-ins and is held for this member. */
function requireWalkIn(activity: Activity, actor: Actor): void {
  const { allowsWalkIns, status, clubId, country } = activity
  if (!allowsWalkIns) throw conflict(status === 'planned' ? 'join_first' : 'walk_ins_refused')
  const club = clubId !== null && country !== null ? { id: clubId, country } : null
  if (!isInAudience(actor, club)) throw forbidden('walk_in_not_invited')
}

const oneByOne = createKeyedMutex()

export async function checkInSelf(context: SignedIn, id: number, { code, answers: given }: SelfBody) {
  return context.inTurn(oneByOne, id, async tx => {
    const activity = await requireActivity(tx, id, { isHeld: true })
    const { title, questions } = activity
    const me = tx.actor.id
    const now = await readClock(tx.db)
    const [row] = await selectGuests(tx, id, [me])
    // Checked before the code: a member who repeats the call after a lost response is in, although the code has changed.
    if (row?.status === 'attended')
      return { outcome: 'already' as const, title, attendedAt: row.attendedAt ?? now }
    if (!isCurrent(tx, id, code, now)) throw conflict('door_code_old')
    requireOpen(activity, now)
    const word = { at: now, by: me, markId: randomUUID() }
    if (row?.status === 'registered') {
      await noteWord(tx, id, me, true, word)
      await recordCounted(tx, activity, { attended: true, people: [me] })
      return { outcome: 'in' as const, title, attendedAt: word.at }
    }
    if (!row) requireWalkIn(activity, tx.actor)
    if (!(await hasRoom(tx, activity))) throw conflict('activity_full')
    if (!row && !given && questions.length > 0) {
      const expiresAt = now.getTime() + walkInMinutes * 60_000
      return { outcome: 'questions' as const, title, questions, code: personalCode(tx, id, expiresAt) }
    }
    // Members on the waiting list answered when they joined.
    await addGuest(tx, id, me, word, row ? undefined : readAnswers(questions, given))
    await recordCounted(tx, activity, { attended: true, people: [me], added: 1 })
    return { outcome: 'added' as const, title, attendedAt: word.at }
  })
}
