import { and, eq, isNull, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { callDeclines, callMembers } from '#server/db/schema/calls.ts'
import { conflict, notFound } from '#server/errors.ts'
import { requireGroupJoinedByCaller } from '#server/features/chat/groups/groups.service.ts'
import type { leaveCallBody } from '#shared/contracts/calls/calls.schemas.ts'
import type { Actor } from '#shared/policies.ts'
import { buildInCallCondition } from './calls.queries.ts'
import { endCall, endCallWithoutParticipants, isDirectMessageGroup } from './end-call.service.ts'
import { publishCallChange, selectCallForUpdate } from './select-call-for-update.service.ts'

const { callId, userId, dev, leftAt } = callMembers

const isOwnParticipation = (id: string, actor: Actor, device: string) =>
  and(buildInCallCondition(id), eq(userId, actor.id), eq(dev, device))

/** Stores the call heartbeat of the requesting device. Rejects with 404 when the device was removed from the call. */
export async function recordCallHeartbeat(
  context: SignedInContext,
  id: string,
  device: string,
): Promise<void> {
  await context.transaction(async ({ db, actor }) => {
    const { rowCount } = await db
      .update(callMembers)
      .set({ seenAt: sql`now()` })
      .where(isOwnParticipation(id, actor, device))
    if (!rowCount) throw notFound()
  })
}

/**
 * Takes the requesting device out of the call.
 * A disconnected participant can hang up a call between two people from any device.
 * In every other case a leave request from a device that is not in the call changes nothing.
 */
export async function leaveCall(
  context: SignedInContext,
  id: string,
  { dev: device, isAway = false }: z.output<typeof leaveCallBody>,
): Promise<void> {
  await context.transaction(async ({ db, actor }) => {
    const call = await selectCallForUpdate(db, id)
    const participations = await db
      .select({ leftAt })
      .from(callMembers)
      .where(and(eq(callId, id), eq(userId, actor.id)))
    if (!call || participations.length === 0) throw notFound()
    const { rowCount } = await db
      .update(callMembers)
      .set({ leftAt: sql`clock_timestamp()` })
      .where(isOwnParticipation(id, actor, device))
    const hangsUpFromAway =
      !isAway &&
      call.endedAt === null &&
      participations.every(participation => participation.leftAt !== null) &&
      (await isDirectMessageGroup(db, call.groupId))
    if (rowCount || hangsUpFromAway) await endCallWithoutParticipants(db, call, { hasHungUp: !isAway })
  })
}

/** Records that the user declined the call, which ends a direct call. A call that has ended is not changed. */
export async function declineCall(context: SignedInContext, id: string): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const call = await selectCallForUpdate(db, id)
    if (!call) throw notFound()
    const group = await requireGroupJoinedByCaller(tx, call.groupId)
    if (call.endedAt) return
    const [participation] = await db
      .select({ callId })
      .from(callMembers)
      .where(and(buildInCallCondition(id), eq(userId, actor.id)))
    if (participation) throw conflict()
    const { rowCount } = await db
      .insert(callDeclines)
      .values({ callId: id, userId: actor.id })
      .onConflictDoNothing()
    if (!rowCount) return
    if (group.directKey !== null) await endCall(db, call)
    await publishCallChange(db, call)
  })
}

/** Removes the user from the user's current call, on whichever device the call runs. */
export async function removeUserFromCurrentCall(db: Db, id: number): Promise<void> {
  const isActiveParticipation = and(eq(userId, id), isNull(leftAt))
  const [participation] = await db.select({ callId }).from(callMembers).where(isActiveParticipation)
  const call = participation && (await selectCallForUpdate(db, participation.callId))
  if (!call) return
  const { rowCount } = await db
    .update(callMembers)
    .set({ leftAt: sql`clock_timestamp()` })
    .where(isActiveParticipation)
  if (rowCount) await endCallWithoutParticipants(db, call, { hasHungUp: true })
}
