import { useState } from 'react'
import { decodeCardToken, type TokenPayload } from '#shared/cards/card-token.ts'
import type { CheckInList, Guest, MarkOutcome } from '#shared/contracts/check-in/check-in.schemas.ts'
import { verifyCardOffline } from '#web/lib/cards/verify-card-offline.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import {
  applyPendingAttendanceMarksToGuests,
  marksStore,
  type PendingMark,
  queueAttendanceMark,
} from './pending-marks.ts'
import { playScanFeedback } from './play-scan-feedback.ts'

type Person = PendingMark['guest']

export interface CardScan {
  key: string
  outcome: MarkOutcome | 'unsure'
  person?: Person
  /** Code of a membership card whose owner is not on the guest list and can still be added. */
  token?: string
  at: number
}

const maxScans = 12
const feedbackKinds: Partial<Record<CardScan['outcome'], 'good' | 'known'>> = {
  in: 'good',
  added: 'good',
  already: 'known',
}

/** Returns the person named on a scanned membership card. */
function readPerson({ person, words }: TokenPayload): Person {
  return { id: person, fullName: words.fullName, clubName: words.club || null, profileImageUrl: null }
}

/** State and actions of the check-in at one activity, online or offline. */
export function useActivityCheckIn(id: number, list: CheckInList) {
  const { pending, clashes } = useStoreState(marksStore)
  const [seen, setSeen] = useState<CardScan[]>([])
  const guests = applyPendingAttendanceMarksToGuests(list.guests, id, pending)
  const confirmed = guests.filter(({ status }) => status !== 'waiting').length
  const isFull = list.maxParticipants !== null && confirmed >= list.maxParticipants

  const showResult = (outcome: CardScan['outcome'], person?: Person, token?: string) => {
    playScanFeedback(feedbackKinds[outcome] ?? 'bad')
    const entry = { key: crypto.randomUUID(), outcome, person, token, at: Date.now() }
    setSeen(previous => [entry, ...previous].slice(0, maxScans))
  }

  const recordMark = (person: Person, change: { isPresent: boolean; token?: string; isAdding?: true }) => {
    const { token, ...rest } = change
    const mark = { id: crypto.randomUUID(), at: new Date().toISOString(), ...rest }
    const target = token === undefined ? { userId: person.id } : { token }
    queueAttendanceMark({ activityId: id, guest: person, mark: { ...mark, ...target } })
  }

  async function handleScannedCode(scanned: string): Promise<void> {
    const parsed = decodeCardToken(scanned)
    if (parsed?.payload.kind !== 'card') return showResult('foreign')
    const { payload, token } = parsed
    const { verdict } = await verifyCardOffline(parsed)
    if (verdict === 'foreign' || verdict === 'unsure') return showResult(verdict)
    if (verdict !== 'valid') return showResult(verdict, readPerson(payload))
    // Each scan applies unsent attendance marks to the guest list, as they may be newer than the last render.
    const listed = applyPendingAttendanceMarksToGuests(list.guests, id, marksStore.get().pending).find(
      guest => guest.id === payload.person,
    )
    if (listed?.status === 'attended') return showResult('already', listed)
    if (listed?.status !== 'registered')
      return showResult(listed ? 'waiting' : 'not_listed', listed ?? readPerson(payload), token)
    recordMark(listed, { isPresent: true, token })
    showResult('in', listed)
  }

  const addScannedPerson = ({ key, person, token }: CardScan) => {
    if (!person || !token) return
    recordMark(person, { isPresent: true, token, isAdding: true })
    setSeen(previous => previous.filter(entry => entry.key !== key))
    showResult('added', person)
  }

  const undoMark = ({ key, person }: CardScan) => {
    if (!person) return
    recordMark(person, { isPresent: false })
    setSeen(previous => previous.map(entry => (entry.key === key ? { ...entry, outcome: 'out' } : entry)))
  }

  const markGuest = (guest: Guest, isPresent: boolean) => recordMark(guest, { isPresent })

  const filterByActivity = <T extends { activityId: number }>(all: T[]) =>
    all.filter(entry => entry.activityId === id)
  return {
    guests,
    isFull,
    seen,
    scan: handleScannedCode,
    add: addScannedPerson,
    undo: undoMark,
    tick: markGuest,
    pending: filterByActivity(pending),
    clashes: filterByActivity(clashes),
  }
}
export type CheckInSession = ReturnType<typeof useActivityCheckIn>
