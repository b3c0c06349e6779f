import { and, eq, isNull, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { callDeclines, callMembers } from '#server/db/schema/calls.ts'
import { conflict, notFound } from '#server/errors.ts'
import { requireGroup } from '#server/features/chat/groups.service.ts'
import type { leaveCallBody } from '#shared/contracts/calls.ts'
import type { Actor } from '#shared/policies.ts'
import { isStillIn } from './calls.queries.ts'
import { endCall, isDirect, settle } from './end-call.service.ts'
import { announceCall, holdCall } from './hold-call.service.ts'

const { callId, userId, dev, leftAt } = callMembers

const isMine = (id: string, actor: Actor, device: string) =>
  and(isStillIn(id), eq(userId, actor.id), eq(dev, device))

/** Still there. Whoever is told otherwise was taken out of it meanwhile. */
export async function renewStay(context: SignedIn, id: string, device: string): Promise<void> {
  await context.transaction(async ({ db, actor }) => {
    const { rowCount } = await db
      .update(callMembers)
      .set({ seenAt: sql`now()` })
      .where(isMine(id, actor, device))
    if (!rowCount) throw notFound()
  })
}

/**
 * Ends the stay of the caller's device. A participant who is away hangs up a call between two from any device; in every
 * other case a device that is not in the call changes nothing.
 */
export async function leaveCall(
  context: SignedIn,
  id: string,
  { dev: device, isAway = false }: z.output<typeof leaveCallBody>,
): Promise<void> {
  await context.transaction(async ({ db, actor }) => {
    const call = await holdCall(db, id)
    const stays = await db
      .select({ leftAt })
      .from(callMembers)
      .where(and(eq(callId, id), eq(userId, actor.id)))
    if (!call || stays.length === 0) throw notFound()
    const { rowCount } = await db
      .update(callMembers)
      .set({ leftAt: sql`clock_timestamp()` })
      .where(isMine(id, actor, device))
    const hangsUpFromAway =
      !isAway &&
      call.endedAt === null &&
      stays.every(stay => stay.leftAt !== null) &&
      (await isDirect(db, call.groupId))
    if (rowCount || hangsUpFromAway) await settle(db, call, { hasHungUp: !isAway })
  })
}

/** With two there is nobody else to wait for. One that is over needs no answer any more. */
export async function declineCall(context: SignedIn, id: string): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const call = await holdCall(db, id)
    if (!call) throw notFound()
    const group = await requireGroup(tx, call.groupId)
    if (call.endedAt) return
    const [stay] = await db
      .select({ callId })
      .from(callMembers)
      .where(and(isStillIn(id), eq(userId, actor.id)))
    if (stay) throw conflict()
    const { rowCount } = await db
      .insert(callDeclines)
      .values({ callId: id, userId: actor.id })
      .onConflictDoNothing()
    if (!rowCount) return
    if (group.directKey !== null) await endCall(db, call)
    await announceCall(db, call)
  })
}

/** Out of whatever call somebody is in, with whichever device. */
export async function leaveAnyCall(db: Db, id: number): Promise<void> {
  const isIn = and(eq(userId, id), isNull(leftAt))
  const [stay] = await db.select({ callId }).from(callMembers).where(isIn)
  const call = stay && (await holdCall(db, stay.callId))
  if (!call) return
  const { rowCount } = await db.update(callMembers).set({ leftAt: sql`clock_timestamp()` }).where(isIn)
  if (rowCount) await settle(db, call, { hasHungUp: true })
}
