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

/** A word, of when it is by our own clock, and whom it is about; or what is wrong with their card. */
interface Heard {
  mark: Mark
  at: Date
  person?: number
  fault?: Outcome
}

/**
 * How long ago by the device's clock, counted back from now: a clock that is wrong by hours does no harm. Nothing was said
 * before the activity was known, whatever a clock that was put right meanwhile makes of it.
 */
function momentOf({ createdAt }: Activity, mark: Mark, sentAt: string, now: Date): Date {
  const ago = Math.max(0, Date.parse(sentAt) - Date.parse(mark.at))
  return new Date(Math.max(createdAt.getTime(), now.getTime() - ago))
}

/** By name or by card; a card counts as it was when it was scanned. */
async function hear(
  tx: SignedIn,
  activity: Activity,
  now: Date,
  { sentAt, marks }: { sentAt: string; marks: Mark[] },
): Promise<Heard[]> {
  const heard = marks.map(mark => ({ mark, at: momentOf(activity, mark, sentAt, now) }))
  const scanned = heard.filter(({ mark }) => mark.token !== undefined)
  const judged = await judgeScans(
    tx,
    scanned.map(({ mark, at }) => ({ token: mark.token ?? '', at: at.getTime() })),
  )
  return heard.map(one => {
    if (one.mark.userId !== undefined) return { ...one, person: one.mark.userId }
    const { verdict = 'foreign', said } = judged[scanned.indexOf(one)] ?? {}
    if (verdict === 'expired' || verdict === 'withdrawn') return { ...one, fault: verdict }
    return said?.kind === 'card' ? { ...one, person: said.person } : { ...one, fault: 'foreign' }
  })
}

/** Without a place: they get one if that is wanted, their card is here, and there is room. */
async function admit(
  tx: SignedIn,
  activity: Activity,
  person: number,
  mark: Mark,
  word: Word,
  otherwise: Outcome,
): Promise<Outcome> {
  if (!mark.isPresent || !mark.isAdding || mark.token === undefined) return otherwise
  if (!(await hasRoom(tx, activity))) return 'full'
  await addGuest(tx, activity.id, person, word)
  return 'added'
}

/** Whoever spoke last, by when they spoke and not by when it was heard. */
async function apply(
  tx: SignedIn,
  activity: Activity,
  row: GuestRow | undefined,
  person: number,
  mark: Mark,
  word: Word,
): Promise<Outcome> {
  if (!row) return admit(tx, activity, person, mark, word, 'not_listed')
  const isHere = row.status === 'attended'
  const isLater = !isYounger(row, word.at)
  // Sent again, because the answer got lost. If it was under way for long, it is of earlier than it seemed.
  if (row.markId === mark.id) {
    if (!isLater) await noteAgain(tx, activity.id, person, word)
    return isHere ? 'in' : 'out'
  }
  if (row.status === 'waiting') return admit(tx, activity, person, mark, word, 'waiting')
  if (isHere === mark.isPresent) {
    // It changes nothing, but what others said before it and will send later does not count any more.
    if (isLater) await noteAgain(tx, activity.id, person, word)
    return isHere ? 'already' : 'out'
  }
  if (!isLater) return 'overruled'
  await noteWord(tx, activity.id, person, mark.isPresent, word)
  return mark.isPresent ? 'in' : 'out'
}

async function readNames({ db }: SignedIn, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: users.id, name: users.fullName })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** As it stands afterwards, without another look. */
function follow(row: GuestRow, { isPresent }: Mark, { at, by, markId }: Word): GuestRow {
  if (row.markId === markId) return isYounger(row, at) ? { ...row, markedAt: at } : row
  const word = { markedAt: at, markedBy: by, markId }
  if ((row.status === 'attended') === isPresent) return isYounger(row, at) ? row : { ...row, ...word }
  return isPresent
    ? { ...row, ...word, status: 'attended', attendedAt: at }
    : { ...row, ...word, status: 'registered', attendedAt: null }
}

interface Answer {
  id: string
  outcome: Outcome
  guest: GuestRow | null
  /** Who had the last word before. */
  lastBy?: number | null
}

/** One after the other, so that the second word on somebody finds the first. */
async function applyAll(tx: SignedIn, activity: Activity, heard: Heard[]) {
  const people = heard.flatMap(({ person }) => person ?? [])
  const guests = new Map((await selectGuests(tx, activity.id, people)).map(row => [row.id, row]))
  const changed = { in: [] as number[], out: [] as number[], added: 0 }
  const answers: Answer[] = []
  for (const { mark, at, person, fault = 'foreign' } of heard) {
    if (person === undefined) {
      answers.push({ id: mark.id, outcome: fault, guest: null })
      continue
    }
    const word = { at, by: tx.actor.id, markId: mark.id }
    const before = guests.get(person)
    const outcome = await apply(tx, activity, before, person, mark, word)
    const after = outcome === 'added' ? (await selectGuests(tx, activity.id, [person]))[0] : before
    const isHeard = outcome === 'in' || outcome === 'out' || outcome === 'already'
    if (after) guests.set(person, isHeard ? follow(after, mark, word) : after)
    const guest = guests.get(person) ?? null
    // What was sent again, or was so before, has changed nothing.
    if (guest && guest.status !== before?.status)
      changed[guest.status === 'attended' ? 'in' : 'out'].push(person)
    if (outcome === 'added') changed.added++
    answers.push({ id: mark.id, outcome, guest, lastBy: before?.markedBy })
  }
  return { answers, changed }
}

const oneByOne = createKeyedMutex()

/** Each for itself: one that is refused takes no other along. */
export async function sendMarks(context: SignedIn, id: number, sentAt: string, marks: Mark[]) {
  return context.inTurn(oneByOne, id, async tx => {
    const activity = await requireDoor(tx, id, true)
    const now = await readClock(tx.db)
    requireOpen(activity, now)
    const heard = await hear(tx, activity, now, { sentAt, marks })
    const { answers, changed } = await applyAll(tx, activity, heard)
    await recordCounted(tx, activity, { attended: true, people: changed.in, added: changed.added })
    await recordCounted(tx, activity, { attended: false, people: changed.out })
    const contested = answers.filter(({ outcome }) => outcome === 'already' || outcome === 'overruled')
    const names = await readNames(
      tx,
      contested.flatMap(({ lastBy }) => lastBy ?? []),
    )
    return answers.map(answer => ({
      ...answer,
      by: contested.includes(answer) ? (names.get(answer.lastBy ?? 0) ?? null) : null,
    }))
  })
}

/** Everybody who has a place and is not here yet. Taken back, it is those whom this very word made present. */
export async function markAll(
  context: SignedIn,
  id: number,
  markId: string,
  isPresent: boolean,
): Promise<number> {
  return context.inTurn(oneByOne, id, async tx => {
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
    // Whoever asked sees all of it anew.
    tx.touched.add('checkIns')
    return rows.length
  })
}
