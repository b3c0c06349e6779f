// Consistency checks of a membership application, shown to the approver as one sentence each.
// The tone of a consistency check is `good` (consistent), `look` (needs attention) or `plain` (neutral).
import type { Application } from '#shared/contracts/users/users.schemas.ts'
import { calculateExactAge, formatMaskedIdentityNumber } from '#shared/ic-number.ts'
import { checkText as text } from '#texts/approval-queue.ts'
import { userStatusLabels } from '#texts/labels.ts'
import { formatCalendarDate, formatDate, formatDateTime } from '#web/lib/format/format.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'

export interface ApplicationCheck {
  label: string
  value: string
  note?: string
  tone: 'good' | 'look' | 'plain'
  /** Ids of two accounts that may belong to the same person; `id` is the account to keep. */
  merge?: { id: number; with: number }
}

/** Lowest plausible age in years at the start of studies abroad. */
const minimumStudyAge = 15
/** Milliseconds after which a pending application counts as overdue. */
const overdueAfter = 3 * 24 * 3_600_000

function checkBirthDateAgainstIdentityNumber(
  { icNumber, numberBirthDay, startYear }: Application,
  now: number,
): ApplicationCheck {
  const label = text.birthDay
  if (!icNumber) return { label, value: text.noNumber, note: text.noNumberNote, tone: 'plain' }
  if (!numberBirthDay)
    return { label, value: formatMaskedIdentityNumber(icNumber), note: text.unreadable, tone: 'look' }
  const age = calculateExactAge(numberBirthDay, new Date(now))
  const ageAtStart = startYear === null ? undefined : startYear - Number(numberBirthDay.slice(0, 4))
  const notes = [
    formatCalendarDate(numberBirthDay),
    text.age({ age }),
    ageAtStart !== undefined &&
      startYear !== null &&
      text.ageAtStart({ age: ageAtStart, startYear: String(startYear) }),
  ]
  const isImplausible = age < minimumStudyAge || (ageAtStart !== undefined && ageAtStart < minimumStudyAge)
  return {
    label,
    value: icNumber,
    note: notes.filter(Boolean).join(' · '),
    tone: isImplausible ? 'look' : 'good',
  }
}

function checkBirthStateAgainstIdentityNumber({
  numberBirthDay,
  numberBirthState,
  birthState,
}: Application): ApplicationCheck[] {
  if (!numberBirthDay) return []
  const label = text.birthState
  const value = numberBirthState ?? text.abroad
  if (!birthState) return [{ label, value, note: text.undeclared, tone: 'plain' }]
  return numberBirthState === birthState
    ? [{ label, value, note: text.same, tone: 'good' }]
    : [{ label, value, note: text.differs({ state: birthState }), tone: 'look' }]
}

function checkEmailConfirmation({ emailConfirmedAt }: Application): ApplicationCheck {
  return emailConfirmedAt
    ? { label: text.email, value: text.confirmed, note: formatDateTime(emailConfirmedAt), tone: 'good' }
    : { label: text.email, value: text.unconfirmed, note: text.unconfirmedNote, tone: 'plain' }
}

function checkWaitingTime({ waitingSince }: Application, now: number): ApplicationCheck {
  const isLong = now - Date.parse(waitingSince) >= overdueAfter
  return {
    label: text.waiting,
    value: formatTimeAgo(waitingSince, now),
    note: text.since({ day: formatDate(waitingSince) }),
    tone: isLong ? 'look' : 'plain',
  }
}

function checkEarlierRejections({ rejections: { count, lastReason } }: Application): ApplicationCheck[] {
  if (count === 0) return []
  const note = lastReason ? text.reason({ reason: lastReason }) : text.noReason
  return [{ label: text.before, value: text.rejected({ count }), note, tone: 'look' }]
}

function checkInviter({ invitedBy }: Application): ApplicationCheck[] {
  return invitedBy ? [{ label: text.invited, value: invitedBy, tone: 'plain' }] : []
}

function checkForSimilarAccounts({ id, likely }: Application): ApplicationCheck[] {
  if (likely.length === 0) return [{ label: text.likely, value: text.nobodyLike, tone: 'good' }]
  return likely.map(({ id: otherId, fullName, why, membershipNumber, clubName, status }) => ({
    label: text.likely,
    value: fullName,
    note: [text.why[why], userStatusLabels[status], membershipNumber, clubName].filter(Boolean).join(' · '),
    tone: 'look' as const,
    // The applicant's account may be merged into the existing account, which is kept.
    merge: { id: otherId, with: id },
  }))
}

/** Lists the consistency checks of a membership application in display order. */
export function runMembershipApplicationChecks(
  application: Application,
  now = Date.now(),
): ApplicationCheck[] {
  return [
    checkBirthDateAgainstIdentityNumber(application, now),
    ...checkBirthStateAgainstIdentityNumber(application),
    ...checkForSimilarAccounts(application),
    checkEmailConfirmation(application),
    checkWaitingTime(application, now),
    ...checkInviter(application),
    ...checkEarlierRejections(application),
  ]
}
