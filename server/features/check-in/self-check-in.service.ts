import { randomUUID, timingSafeEqual } from 'node:crypto'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { Context, SignedIn } from '#server/context.ts'
import { readClock } from '#server/db/clock.ts'
import { conflict } from '#server/errors.ts'
import { requireActivity } from '#server/features/activities/activities.service.ts'
import { doorCodeSeconds } from '#shared/contracts/check-in.ts'
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

/** The one that is shown, or the one before it: it takes a moment to scan and to arrive. */
function isCurrent(context: Context, id: number, code: string, at: Date): boolean {
  const now = stepAt(at)
  const given = Buffer.from(code)
  return [now, now - 1].some(step => {
    const right = Buffer.from(codeOf(context, id, step))
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

const oneByOne = createKeyedMutex()

export async function checkInSelf(context: SignedIn, id: number, code: string) {
  return context.inTurn(oneByOne, id, async tx => {
    const activity = await requireActivity(tx, id, { isHeld: true })
    const { title } = activity
    const me = tx.actor.id
    const now = await readClock(tx.db)
    const [row] = await selectGuests(tx, id, [me])
    // Before the code: whoever asks again because the answer got lost is in, although the door shows another by now.
    if (row?.status === 'attended')
      return { outcome: 'already' as const, title, attendedAt: row.attendedAt ?? now }
    if (!isCurrent(tx, id, code, now)) throw conflict('door_code_old')
    requireOpen(activity, now)
    const word = { at: now, by: me, markId: randomUUID() }
    const isListed = row?.status === 'registered'
    if (isListed) await noteWord(tx, id, me, true, word)
    else if (await hasRoom(tx, activity)) await addGuest(tx, id, me, word)
    else throw conflict('activity_full')
    await recordCounted(tx, activity, { attended: true, people: [me], added: isListed ? 0 : 1 })
    return { outcome: isListed ? ('in' as const) : ('added' as const), title, attendedAt: word.at }
  })
}
