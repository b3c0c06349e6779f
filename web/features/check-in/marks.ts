// What was said at the door, kept on the device until the server has heard it: with a network that is a moment, without
// one it may be an hour. Each word has a name of its own, so that sending it twice counts once.
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
  /** It could not be sent at once. */
  isLate?: true
}

/** What did not go as it was shown at the door. */
export interface Clash {
  id: string
  activityId: number
  name: string
  outcome: Outcome | 'refused'
  by: string | null
}

interface Kept {
  pending: Pending[]
  clashes: Clash[]
}

const none: Kept = { pending: [], clashes: [] }
const retryAfter = 5000

export const marks = createStore<Kept>(none)
let place: string | undefined

function read(name: string): Kept {
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Kept>) }
  } catch {
    return none
  }
}

function change(next: Partial<Kept>): void {
  marks.change(next)
  // What was under way fails as the page goes, and would be put back.
  if (!place || hasLeft()) return
  const { pending, clashes } = marks.get()
  if (pending.length + clashes.length > 0) localStorage.setItem(place, JSON.stringify({ pending, clashes }))
  else localStorage.removeItem(place)
}

/** Of whoever is signed in; what somebody else left on this device is nobody's to see. */
export function openMarks(owner: number): void {
  const isFirst = place === undefined
  place = marksPlace + owner
  for (const name of Object.keys(localStorage))
    if (name.startsWith(marksPlace) && name !== place) localStorage.removeItem(name)
  marks.set(read(place))
  void send()
  if (isFirst) window.addEventListener('online', () => void send())
}

export function addMark(pending: Pending): void {
  change({ pending: [...marks.get().pending, pending] })
  void send()
}

export function dismissClashes(activityId: number): void {
  change({ clashes: marks.get().clashes.filter(clash => clash.activityId !== activityId) })
}

let sending = false
let timer: ReturnType<typeof setTimeout> | undefined

/** As long as there is something to send; what cannot be sent now is tried again. */
async function send(): Promise<void> {
  if (sending || !place || hasLeft()) return
  clearTimeout(timer)
  sending = true
  const from = place
  try {
    for (let batch = nextBatch(); batch.length > 0 && place === from; batch = nextBatch())
      await sendBatch(batch)
  } catch {
    const { pending } = marks.get()
    change({ pending: pending.map(one => ({ ...one, isLate: true })) })
    timer = setTimeout(() => void send(), retryAfter)
  } finally {
    sending = false
  }
}

/** Of one activity, in the order in which they were said. */
function nextBatch(): Pending[] {
  const { pending } = marks.get()
  const first = pending[0]?.activityId
  return pending.filter(({ activityId }) => activityId === first).slice(0, marksAtOnce)
}

async function sendBatch(batch: Pending[]): Promise<void> {
  const id = batch[0]?.activityId ?? 0
  const body = { sentAt: new Date().toISOString(), marks: batch.map(({ mark }) => mark) }
  let answers: Marked[] | undefined
  try {
    answers = await call(sendMarks, { params: { id }, body })
  } catch (error) {
    const isFinal = hasStatus(error, 400, 403, 404, 409)
    if (!isFinal) throw error
  }
  settle(id, batch, answers)
}

/** Without answers all of them were refused. */
function settle(id: number, batch: Pending[], answers: Marked[] | undefined): void {
  const sent = new Set(batch.map(({ mark }) => mark.id))
  const clashes = batch.flatMap(({ mark, guest, isLate }): Clash[] => {
    const answer = answers?.find(one => one.id === mark.id)
    const outcome = answer?.outcome ?? 'refused'
    if (['in', 'out', 'added'].includes(outcome) || (outcome === 'already' && !isLate)) return []
    return [{ id: mark.id, activityId: id, name: guest.fullName, outcome, by: answer?.by ?? null }]
  })
  const { queryKey } = checkInQuery(id)
  queryClient.setQueryData(queryKey, list => {
    if (!list || !answers) return list
    const news = new Map(answers.flatMap(({ guest }) => (guest ? [[guest.id, guest] as const] : [])))
    const known = list.guests.map(guest => news.get(guest.id) ?? guest)
    const added = [...news.values()].filter(({ id: one }) => !list.guests.some(guest => guest.id === one))
    return { ...list, guests: [...known, ...added] }
  })
  change({
    pending: marks.get().pending.filter(({ mark }) => !sent.has(mark.id)),
    clashes: [...marks.get().clashes, ...clashes],
  })
}

/** The list as it will stand once everything was sent. */
export function withPending(guests: Guest[], id: number, pending: Pending[]): Guest[] {
  const people = new Map(guests.map(guest => [guest.id, guest]))
  for (const { activityId, mark, guest } of pending) {
    if (activityId !== id) continue
    const status = mark.isPresent ? 'attended' : 'registered'
    people.set(guest.id, { ...guest, status, attendedAt: mark.isPresent ? mark.at : null })
  }
  return [...people.values()]
}
