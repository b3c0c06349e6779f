// Queue of attendance marks, stored on the device until the server has accepted them, so that check-in works offline.
// Each mark has a unique id, so that the server counts a mark only once even if it is sent twice.
import { sendMarks } from '#shared/contracts/check-in.endpoints.ts'
import { type Guest, type Mark, type Marked, marksAtOnce, type Outcome } from '#shared/contracts/check-in.ts'
import { call, hasStatus } from '#web/lib/api.ts'
import { hasLeft, marksPlace } from '#web/lib/marks-place.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { createStore } from '#web/lib/store.ts'
import { checkInQuery } from './check-in.api.ts'

export interface Pending {
  activityId: number
  mark: Mark
  guest: Pick<Guest, 'id' | 'fullName' | 'clubName' | 'profileImageUrl'>
  /** Set when the first attempt to send the mark failed. */
  isLate?: true
}

/** Mark that the server did not apply as it was shown to the organizer. */
export interface Clash {
  id: string
  activityId: number
  name: string
  outcome: Outcome | 'refused'
  by: string | null
}

interface StoredMarks {
  pending: Pending[]
  clashes: Clash[]
}

const emptyMarks: StoredMarks = { pending: [], clashes: [] }
const retryAfter = 5000

export const marks = createStore<StoredMarks>(emptyMarks)
let storageKey: string | undefined

function readStoredMarks(name: string): StoredMarks {
  try {
    return { ...emptyMarks, ...(JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<StoredMarks>) }
  } catch {
    return emptyMarks
  }
}

function updateMarks(next: Partial<StoredMarks>): void {
  marks.change(next)
  // After sign-out, a request that fails while the page unloads must not store marks again.
  if (!storageKey || hasLeft()) return
  const { pending, clashes } = marks.get()
  if (pending.length + clashes.length > 0)
    localStorage.setItem(storageKey, JSON.stringify({ pending, clashes }))
  else localStorage.removeItem(storageKey)
}

/** Loads and sends the marks of the signed-in user, and deletes those of other users from this device. */
export function openMarks(owner: number): void {
  const isFirst = storageKey === undefined
  storageKey = marksPlace + owner
  for (const name of Object.keys(localStorage))
    if (name.startsWith(marksPlace) && name !== storageKey) localStorage.removeItem(name)
  marks.set(readStoredMarks(storageKey))
  void sendPending()
  if (isFirst) window.addEventListener('online', () => void sendPending())
}

export function addMark(pending: Pending): void {
  updateMarks({ pending: [...marks.get().pending, pending] })
  void sendPending()
}

export function dismissClashes(activityId: number): void {
  updateMarks({ clashes: marks.get().clashes.filter(clash => clash.activityId !== activityId) })
}

let isSending = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends all pending marks in batches. After a failure, tries again in five seconds. */
async function sendPending(): Promise<void> {
  if (isSending || !storageKey || hasLeft()) return
  clearTimeout(timer)
  isSending = true
  const startKey = storageKey
  try {
    for (let batch = getNextBatch(); batch.length > 0 && storageKey === startKey; batch = getNextBatch())
      await sendBatch(batch)
  } catch {
    const { pending } = marks.get()
    updateMarks({ pending: pending.map(one => ({ ...one, isLate: true })) })
    timer = setTimeout(() => void sendPending(), retryAfter)
  } finally {
    isSending = false
  }
}

/** Returns the next pending marks of one activity, in the order in which they were made. */
function getNextBatch(): Pending[] {
  const { pending } = marks.get()
  const first = pending[0]?.activityId
  return pending.filter(({ activityId }) => activityId === first).slice(0, marksAtOnce)
}

async function sendBatch(batch: Pending[]): Promise<void> {
  const id = batch[0]?.activityId ?? 0
  const body = { sentAt: new Date().toISOString(), marks: batch.map(({ mark }) => mark) }
  let results: Marked[] | undefined
  try {
    results = await call(sendMarks, { params: { id }, body })
  } catch (error) {
    const isFinal = hasStatus(error, 400, 403, 404, 409)
    if (!isFinal) throw error
  }
  applyResults(id, batch, results)
}

/** Applies the server's results to queue and guest list. Without results, the whole batch was refused. */
function applyResults(id: number, batch: Pending[], results: Marked[] | undefined): void {
  const sent = new Set(batch.map(({ mark }) => mark.id))
  const clashes = batch.flatMap(({ mark, guest, isLate }): Clash[] => {
    const result = results?.find(one => one.id === mark.id)
    const outcome = result?.outcome ?? 'refused'
    if (['in', 'out', 'added'].includes(outcome) || (outcome === 'already' && !isLate)) return []
    return [{ id: mark.id, activityId: id, name: guest.fullName, outcome, by: result?.by ?? null }]
  })
  const { queryKey } = checkInQuery(id)
  queryClient.setQueryData(queryKey, list => {
    if (!list || !results) return list
    const updatedGuests = new Map(results.flatMap(({ guest }) => (guest ? [[guest.id, guest] as const] : [])))
    const knownGuests = list.guests.map(guest => updatedGuests.get(guest.id) ?? guest)
    const added = [...updatedGuests.values()].filter(
      ({ id: one }) => !list.guests.some(guest => guest.id === one),
    )
    return { ...list, guests: [...knownGuests, ...added] }
  })
  updateMarks({
    pending: marks.get().pending.filter(({ mark }) => !sent.has(mark.id)),
    clashes: [...marks.get().clashes, ...clashes],
  })
}

/** Returns the guest list with the pending marks applied. */
export function withPending(guests: Guest[], id: number, pending: Pending[]): Guest[] {
  const people = new Map(guests.map(guest => [guest.id, guest]))
  for (const { activityId, mark, guest } of pending) {
    if (activityId !== id) continue
    const status = mark.isPresent ? 'attended' : 'registered'
    people.set(guest.id, { ...guest, status, attendedAt: mark.isPresent ? mark.at : null })
  }
  return [...people.values()]
}
