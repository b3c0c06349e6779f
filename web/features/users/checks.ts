// What an application says, held against itself: each a sentence, and whether it deserves a second look.
import type { Application } from '#shared/contracts/users.ts'
import { exactAge } from '#shared/ic-number.ts'
import { userStatusLabels } from '#shared/labels.ts'
import { showDay, showDayOf, showMoment } from '#web/lib/format.ts'
import { showTimeAgo } from '#web/lib/time-ago.ts'
import { checkText as text } from './queue.text.ts'

export interface Check {
  label: string
  value: string
  note?: string
  tone: 'good' | 'look' | 'plain'
  /** Two accounts that may be one. */
  merge?: { id: number; with: number }
}

/** Younger than this nobody begins to study abroad. */
const youngest = 15
const longWait = 3 * 24 * 3_600_000

function checkBirthDay({ icNumber, numberBirthDay, startYear }: Application, now: number): Check {
  const label = text.birthDay
  if (!icNumber) return { label, value: text.noNumber, note: text.noNumberNote, tone: 'plain' }
  if (!numberBirthDay) return { label, value: icNumber, note: text.unreadable, tone: 'look' }
  const age = exactAge(numberBirthDay, new Date(now))
  const ageAtStart = startYear === null ? undefined : startYear - Number(numberBirthDay.slice(0, 4))
  const notes = [
    showDayOf(numberBirthDay),
    text.age(age),
    ageAtStart !== undefined && startYear !== null && text.ageAtStart(ageAtStart, startYear),
  ]
  const isOdd = age < youngest || (ageAtStart !== undefined && ageAtStart < youngest)
  return { label, value: icNumber, note: notes.filter(Boolean).join(' · '), tone: isOdd ? 'look' : 'good' }
}

function checkBirthState({ numberBirthDay, numberBirthState, birthState }: Application): Check[] {
  if (!numberBirthDay) return []
  const label = text.birthState
  const value = numberBirthState ?? text.abroad
  if (!birthState) return [{ label, value, note: text.undeclared, tone: 'plain' }]
  return numberBirthState === birthState
    ? [{ label, value, note: text.same, tone: 'good' }]
    : [{ label, value, note: text.differs(birthState), tone: 'look' }]
}

function checkEmail({ emailConfirmedAt }: Application): Check {
  return emailConfirmedAt
    ? { label: text.email, value: text.confirmed, note: showMoment(emailConfirmedAt), tone: 'good' }
    : { label: text.email, value: text.unconfirmed, note: text.unconfirmedNote, tone: 'plain' }
}

function checkWaiting({ waitingSince }: Application, now: number): Check {
  const isLong = now - Date.parse(waitingSince) >= longWait
  return {
    label: text.waiting,
    value: showTimeAgo(waitingSince, now),
    note: text.since(showDay(waitingSince)),
    tone: isLong ? 'look' : 'plain',
  }
}

function checkPast({ rejections: { count, lastReason } }: Application): Check[] {
  if (count === 0) return []
  const note = lastReason ? text.reason(lastReason) : text.noReason
  return [{ label: text.before, value: text.rejected(count), note, tone: 'look' }]
}

function checkInviter({ invitedBy }: Application): Check[] {
  return invitedBy ? [{ label: text.invited, value: invitedBy, tone: 'plain' }] : []
}

function checkLikely({ id, likely }: Application): Check[] {
  if (likely.length === 0) return [{ label: text.likely, value: text.nobodyLike, tone: 'good' }]
  return likely.map(({ id: otherId, fullName, why, membershipNumber, clubName, status }) => ({
    label: text.likely,
    value: fullName,
    note: [text.why[why], userStatusLabels[status], membershipNumber, clubName].filter(Boolean).join(' · '),
    tone: 'look' as const,
    // Whoever is in already stays, and what is applied for becomes part of it.
    merge: { id: otherId, with: id },
  }))
}

/** In the order in which one looks at them. Whatever else is known about an applicant gets its line here. */
export function checksOf(application: Application, now = Date.now()): Check[] {
  return [
    checkBirthDay(application, now),
    ...checkBirthState(application),
    ...checkLikely(application),
    checkEmail(application),
    checkWaiting(application, now),
    ...checkInviter(application),
    ...checkPast(application),
  ]
}
