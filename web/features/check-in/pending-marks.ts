// Queue of attendance marks, stored on the device until the server has accepted them, so that check-in works offline.
// Each attendance mark has a unique id, so that the server counts it only once even if it is sent twice.
import { sendAttendanceMarks } from '#shared/contracts/check-in/check-in.endpoints.ts'
import {
  type AttendanceMark,
  type Guest,
  type MarkOutcome,
  type MarkResult,
  maxMarksPerRequest,
} from '#shared/contracts/check-in/check-in.schemas.ts'
import { callEndpoint, hasErrorStatus } from '#web/lib/http/api.ts'
import { hasSignedOut, pendingCheckInsKeyPrefix } from '#web/lib/offline/pending-check-ins.ts'
import { queryClient } from '#web/lib/query/query-client.ts'
import { createStore } from '#web/lib/state/store.ts'
import { buildCheckInQuery } from './check-in.api.ts'

export interface PendingMark {
  activityId: number
  mark: AttendanceMark
  guest: Pick<Guest, 'id' | 'fullName' | 'clubName' | 'profileImageUrl'>
  /**
   * Set when the first attempt to send the attendance mark has failed, so that the screen shows the mark as waiting.
   */
  isLate?: true
}

/** Attendance mark that the server rejected or changed after the organizer had already seen it as accepted. */
export interface MarkConflict {
  id: string
  activityId: number
  name: string
  outcome: MarkOutcome | 'refused'
  by: string | null
}

interface StoredMarks {
  pending: PendingMark[]
  clashes: MarkConflict[]
}

const emptyMarks: StoredMarks = { pending: [], clashes: [] }
const retryAfter = 5000

export const marksStore = createStore<StoredMarks>(emptyMarks)
let storageKey: string | undefined

function readStoredMarks(name: string): StoredMarks {
  try {
    return { ...emptyMarks, ...(JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<StoredMarks>) }
  } catch {
    return emptyMarks
  }
}

function updateStoredMarks(next: Partial<StoredMarks>): void {
  marksStore.change(next)
  // After sign-out, attendance marks must not be stored again by a request that fails while the page closes.
  if (!storageKey || hasSignedOut()) return
  const { pending, clashes } = marksStore.get()
  if (pending.length + clashes.length > 0)
    localStorage.setItem(storageKey, JSON.stringify({ pending, clashes }))
  else localStorage.removeItem(storageKey)
}

/** Loads and sends the attendance marks stored by the signed-in user, and deletes the marks of other users. */
export function loadAndSendStoredAttendanceMarks(owner: number): void {
  const isFirst = storageKey === undefined
  storageKey = pendingCheckInsKeyPrefix + owner
  for (const name of Object.keys(localStorage))
    if (name.startsWith(pendingCheckInsKeyPrefix) && name !== storageKey) localStorage.removeItem(name)
  marksStore.set(readStoredMarks(storageKey))
  void sendPendingMarks()
  if (isFirst) window.addEventListener('online', () => void sendPendingMarks())
}

export function queueAttendanceMark(pending: PendingMark): void {
  updateStoredMarks({ pending: [...marksStore.get().pending, pending] })
  void sendPendingMarks()
}

export function dismissAttendanceMarkConflicts(activityId: number): void {
  updateStoredMarks({ clashes: marksStore.get().clashes.filter(clash => clash.activityId !== activityId) })
}

let isSending = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends all unsent attendance marks in batches. After a failure, tries again in five seconds. */
async function sendPendingMarks(): Promise<void> {
  if (isSending || !storageKey || hasSignedOut()) return
  clearTimeout(timer)
  isSending = true
  const startKey = storageKey
  try {
    for (
      let batch = getNextMarkBatch();
      batch.length > 0 && storageKey === startKey;
      batch = getNextMarkBatch()
    )
      await sendMarkBatch(batch)
  } catch {
    const { pending } = marksStore.get()
    updateStoredMarks({ pending: pending.map(one => ({ ...one, isLate: true })) })
    timer = setTimeout(() => void sendPendingMarks(), retryAfter)
  } finally {
    isSending = false
  }
}

/** Returns the next unsent attendance marks of one activity, in the order in which they were made. */
function getNextMarkBatch(): PendingMark[] {
  const { pending } = marksStore.get()
  const first = pending[0]?.activityId
  return pending.filter(({ activityId }) => activityId === first).slice(0, maxMarksPerRequest)
}

async function sendMarkBatch(batch: PendingMark[]): Promise<void> {
  const id = batch[0]?.activityId ?? 0
  const body = { sentAt: new Date().toISOString(), marks: batch.map(({ mark }) => mark) }
  let results: MarkResult[] | undefined
  try {
    results = await callEndpoint(sendAttendanceMarks, { params: { id }, body })
  } catch (error) {
    const isFinal = hasErrorStatus(error, 400, 403, 404, 409)
    if (!isFinal) throw error
  }
  applyMarkResults(id, batch, results)
}

/**
 * Applies the server's results to the stored marks and the guest list. Without results, the server refused all marks.
 */
function applyMarkResults(id: number, batch: PendingMark[], results: MarkResult[] | undefined): void {
  const sent = new Set(batch.map(({ mark }) => mark.id))
  const clashes = batch.flatMap(({ mark, guest, isLate }): MarkConflict[] => {
    const result = results?.find(one => one.id === mark.id)
    const outcome = result?.outcome ?? 'refused'
    if (['in', 'out', 'added'].includes(outcome) || (outcome === 'already' && !isLate)) return []
    return [{ id: mark.id, activityId: id, name: guest.fullName, outcome, by: result?.by ?? null }]
  })
  const { queryKey } = buildCheckInQuery(id)
  queryClient.setQueryData(queryKey, list => {
    if (!list || !results) return list
    const updatedGuests = new Map(results.flatMap(({ guest }) => (guest ? [[guest.id, guest] as const] : [])))
    const knownGuests = list.guests.map(guest => updatedGuests.get(guest.id) ?? guest)
    const added = [...updatedGuests.values()].filter(
      ({ id: one }) => !list.guests.some(guest => guest.id === one),
    )
    return { ...list, guests: [...knownGuests, ...added] }
  })
  updateStoredMarks({
    pending: marksStore.get().pending.filter(({ mark }) => !sent.has(mark.id)),
    clashes: [...marksStore.get().clashes, ...clashes],
  })
}

/** Returns the guest list with the unsent attendance marks applied. */
export function applyPendingAttendanceMarksToGuests(
  guests: Guest[],
  id: number,
  pending: PendingMark[],
): Guest[] {
  const people = new Map(guests.map(guest => [guest.id, guest]))
  for (const { activityId, mark, guest } of pending) {
    if (activityId !== id) continue
    const status = mark.isPresent ? 'attended' : 'registered'
    people.set(guest.id, { ...guest, status, attendedAt: mark.isPresent ? mark.at : null })
  }
  return [...people.values()]
}
