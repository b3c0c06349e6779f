// What an application says, held against itself: each a sentence, and whether it deserves a second look.
import type { Application } from '#shared/contracts/users.ts'
import { showDay, showDayOf, showMoment } from '#web/lib/format.ts'
import { showTimeAgo } from '#web/lib/time-ago.ts'
import { checkText as text } from './queue.text.ts'

export interface Check {
  label: string
  value: string
  note?: string
  tone: 'good' | 'look' | 'plain'
}

/** Younger than this nobody begins to study abroad. */
const youngest = 15
const longWait = 3 * 24 * 3_600_000

function checkBirthDay({ icNumber, numberBirthDay, startYear, age }: Application): Check {
  const label = text.birthDay
  if (!icNumber) return { label, value: text.noNumber, note: text.noNumberNote, tone: 'plain' }
  if (!numberBirthDay) return { label, value: icNumber, note: text.unreadable, tone: 'look' }
  const ageAtStart = startYear === null ? undefined : startYear - Number(numberBirthDay.slice(0, 4))
  const notes = [
    showDayOf(numberBirthDay),
    age !== null && text.age(age),
    ageAtStart !== undefined && startYear !== null && text.ageAtStart(ageAtStart, startYear),
  ]
  const isOdd = (age !== null && age < youngest) || (ageAtStart !== undefined && ageAtStart < youngest)
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

/** In the order in which one looks at them. Whatever else is known about an applicant gets its line here. */
export function checksOf(application: Application, now = Date.now()): Check[] {
  return [
    checkBirthDay(application),
    ...checkBirthState(application),
    checkEmail(application),
    checkWaiting(application, now),
    ...checkPast(application),
  ]
}
