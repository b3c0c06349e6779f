// Attendance marks from check-in devices, which may be offline for hours and then send their marks late.
// For each participant the mark with the latest time counts, regardless of the order of arrival.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { SignedIn } from '#server/context.ts'
import { readClock } from '#server/db/clock.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { users } from '#server/db/schema/core.ts'
import type { Activity } from '#server/features/activities/activities.service.ts'
import { judgeScans } from '#server/features/cards/check-token.service.ts'
import type { Mark, Outcome } from '#shared/contracts/check-in.ts'
import {
  addGuest,
  type GuestRow,
  hasRoom,
  isYounger,
  noteAgain,
  noteWord,
  opensAt,
  recordCounted,
  requireDoor,
  requireOpen,
  selectGuests,
  type Word,
} from './door.service.ts'

export async function readCheckIn(context: SignedIn, id: number) {
  const activity = await requireDoor(context, id, false)
  const { title, status, maxParticipants, allowsWalkIns } = activity
  return {
    title,
    status,
    maxParticipants,
    allowsWalkIns,
    opensAt: opensAt(activity),
    guests: await selectGuests(context, id),
  }
}

/** Attendance mark with its time by the server clock, and the marked user or the reason why the card is invalid. */
interface ResolvedMark {
  mark: Mark
  at: Date
  person?: number
  fault?: Outcome
}

/**
 * Converts the time of a mark to the server clock: its age by the device clock is subtracted from now.
 * A device clock that is wrong by hours thus does no harm. The result is never before the activity was created.
 */
function computeMarkTime({ createdAt }: Activity, mark: Mark, sentAt: string, now: Date): Date {
  const ago = Math.max(0, Date.parse(sentAt) - Date.parse(mark.at))
  return new Date(Math.max(createdAt.getTime(), now.getTime() - ago))
}

/** Resolves marks to users, by user id or card token. A card is verified as of the time it was scanned. */
async function resolveMarks(
  tx: SignedIn,
  activity: Activity,
  now: Date,
  { sentAt, marks }: { sentAt: string; marks: Mark[] },
): Promise<ResolvedMark[]> {
  const timed = marks.map(mark => ({ mark, at: computeMarkTime(activity, mark, sentAt, now) }))
  const scanned = timed.filter(({ mark }) => mark.token !== undefined)
  const results = await judgeScans(
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

/** Adds a person without a place, if the mark requests it with a card token and there is room. */
async function admit(
  tx: SignedIn,
  activity: Activity,
  person: number,
  mark: Mark,
  details: Word,
  otherwise: Outcome,
): Promise<Outcome> {
  if (!mark.isPresent || !mark.isAdding || mark.token === undefined) return otherwise
  if (!(await hasRoom(tx, activity))) return 'full'
  await addGuest(tx, activity.id, person, details)
  return 'added'
}

/** Applies one mark. The mark with the latest time counts, not the one that arrived last. */
async function applyMark(
  tx: SignedIn,
  activity: Activity,
  row: GuestRow | undefined,
  person: number,
  mark: Mark,
  details: Word,
): Promise<Outcome> {
  if (!row) return admit(tx, activity, person, mark, details, 'not_listed')
  const isPresent = row.status === 'attended'
  const isLater = !isYounger(row, details.at)
  // A retry of the same mark may show that the mark is older than it seemed when it first arrived.
  if (row.markId === mark.id) {
    if (!isLater) await noteAgain(tx, activity.id, person, details)
    return isPresent ? 'in' : 'out'
  }
  if (row.status === 'waiting') return admit(tx, activity, person, mark, details, 'waiting')
  if (isPresent === mark.isPresent) {
    // The status is unchanged, but the later time overrules older marks that arrive afterwards.
    if (isLater) await noteAgain(tx, activity.id, person, details)
    return isPresent ? 'already' : 'out'
  }
  if (!isLater) return 'overruled'
  await noteWord(tx, activity.id, person, mark.isPresent, details)
  return mark.isPresent ? 'in' : 'out'
}

async function readNames({ db }: SignedIn, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: users.id, name: users.fullName })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Computes the row after a mark without another query. */
function updateRow(row: GuestRow, { isPresent }: Mark, { at, by, markId }: Word): GuestRow {
  if (row.markId === markId) return isYounger(row, at) ? { ...row, markedAt: at } : row
  const details = { markedAt: at, markedBy: by, markId }
  if ((row.status === 'attended') === isPresent) return isYounger(row, at) ? row : { ...row, ...details }
  return isPresent
    ? { ...row, ...details, status: 'attended', attendedAt: at }
    : { ...row, ...details, status: 'registered', attendedAt: null }
}

interface MarkResult {
  id: string
  outcome: Outcome
  guest: GuestRow | null
  /** User who made the previous mark. */
  lastBy?: number | null
}

/** Applies marks one after the other, so that a second mark for the same person sees the first. */
async function applyAll(tx: SignedIn, activity: Activity, marks: ResolvedMark[]) {
  const people = marks.flatMap(({ person }) => person ?? [])
  const guests = new Map((await selectGuests(tx, activity.id, people)).map(row => [row.id, row]))
  const changed = { in: [] as number[], out: [] as number[], added: 0 }
  const results: MarkResult[] = []
  for (const { mark, at, person, fault = 'foreign' } of marks) {
    if (person === undefined) {
      results.push({ id: mark.id, outcome: fault, guest: null })
      continue
    }
    const details = { at, by: tx.actor.id, markId: mark.id }
    const before = guests.get(person)
    const outcome = await applyMark(tx, activity, before, person, mark, details)
    const after = outcome === 'added' ? (await selectGuests(tx, activity.id, [person]))[0] : before
    const isApplied = outcome === 'in' || outcome === 'out' || outcome === 'already'
    if (after) guests.set(person, isApplied ? updateRow(after, mark, details) : after)
    const guest = guests.get(person) ?? null
    // Retries and marks that confirm the current status are not counted as changes.
    if (guest && guest.status !== before?.status)
      changed[guest.status === 'attended' ? 'in' : 'out'].push(person)
    if (outcome === 'added') changed.added++
    results.push({ id: mark.id, outcome, guest, lastBy: before?.markedBy })
  }
  return { results, changed }
}

const activityMutex = createKeyedMutex()

/** Applies the marks of a check-in device. A rejected mark does not affect the others. */
export async function sendMarks(context: SignedIn, id: number, sentAt: string, marks: Mark[]) {
  return context.inTurn(activityMutex, id, async tx => {
    const activity = await requireDoor(tx, id, true)
    const now = await readClock(tx.db)
    requireOpen(activity, now)
    const resolved = await resolveMarks(tx, activity, now, { sentAt, marks })
    const { results, changed } = await applyAll(tx, activity, resolved)
    await recordCounted(tx, activity, { attended: true, people: changed.in, added: changed.added })
    await recordCounted(tx, activity, { attended: false, people: changed.out })
    const contested = results.filter(({ outcome }) => outcome === 'already' || outcome === 'overruled')
    const names = await readNames(
      tx,
      contested.flatMap(({ lastBy }) => lastBy ?? []),
    )
    return results.map(result => ({
      ...result,
      by: contested.includes(result) ? (names.get(result.lastBy ?? 0) ?? null) : null,
    }))
  })
}

/** Marks all confirmed participants as present. The reverse call affects only those marked by the same id. */
export async function markAll(
  context: SignedIn,
  id: number,
  markId: string,
  isPresent: boolean,
): Promise<number> {
  return context.inTurn(activityMutex, id, async tx => {
    const activity = await requireDoor(tx, id, true)
    requireOpen(activity, await readClock(tx.db))
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
    await recordCounted(tx, activity, { attended: isPresent, people: rows.map(row => row.id) })
    // The calling window also refetches the whole list.
    tx.touched.add('checkIns')
    return rows.length
  })
}
