import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { callDeclines, callMembers, calls } from '#server/db/schema/calls.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { userKeys } from '#server/db/schema/e2ee.ts'
import { conflict } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { requireGroupJoinedByCaller } from '#server/features/chat/groups/groups.service.ts'
import { lockGroupRow } from '#server/features/chat/groups/lock-group-row.queries.ts'
import { isDirectMessageBlocked } from '#server/features/chat/moderation/blocks.service.ts'
import { findNewestPublicKeys } from '#server/features/keys/cards/cards.queries.ts'
import { readSignedMemberListAndKeyHeader } from '#server/features/keys/rosters/read-signed-member-list-and-key-header.service.ts'
import { enforceRateLimits, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import { queueIncomingCallPushes, queuePushesThatStopRinging } from '#server/push/queue-push.service.ts'
import {
  type joinCallBody,
  maxForwardedParticipants,
  maxMeshParticipants,
} from '#shared/contracts/calls/calls.schemas.ts'
import { findMemberAfterMembershipChange } from '#shared/e2ee/roster.ts'
import { hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import { buildInCallCondition, findCall } from './calls.queries.ts'
import { findGroupAndCountryForCallAuditEvent } from './end-call.service.ts'
import { publishCallChange } from './select-call-for-update.service.ts'

type JoinBody = z.output<typeof joinCallBody>

/**
 * Throws 409 unless the roster (signed member list) contains the user's newest public keys. Call signals are
 * encrypted to the keys in the roster.
 */
async function requireEncryptionKeys({ db, actor }: SignedInContext, groupId: number): Promise<void> {
  const [card] = await findNewestPublicKeys(db, eq(userKeys.userId, actor.id))
  const { roster } = await readSignedMemberListAndKeyHeader(db, groupId)
  const rosterMember = roster && findMemberAfterMembershipChange(roster, actor.id)
  if (!card || !rosterMember || !hasSamePublicKeys(rosterMember.card, card)) throw conflict('not_encrypted')
}

async function requireGroupOpenForCalls(tx: SignedInContext, groupId: number): Promise<void> {
  await lockGroupRow(tx.db, groupId)
  const group = await requireGroupJoinedByCaller(tx, groupId)
  if (!group.isActive) throw conflict('group_closed')
  if (await isDirectMessageBlocked(tx.db, groupId)) throw conflict('call_blocked')
  if (!group.encrypted) throw conflict('not_encrypted')
  await requireEncryptionKeys(tx, groupId)
}

/** SQL for the sequence number of a group's last message, which cannot change while the group is locked. */
const selectLastSeq = (groupId: number) =>
  sql`(select ${messageGroups.lastSeq} from ${messageGroups} where ${messageGroups.id} = ${groupId})`

/** Allocates a media server room for groups too large for a mesh call. Smaller groups connect device to device. */
async function allocateJanusRoom(db: Db, groupId: number) {
  const members = await db.$count(groupMembers, eq(groupMembers.groupId, groupId))
  if (members <= maxMeshParticipants) return {}
  return { room: randomInt(1, 2 ** 47), roomPin: randomBytes(18).toString('base64url') }
}

/** Limit of calls that one user may start per hour, because each start rings for the whole group. */
const startLimit = { most: 30, minutes: 60 }

interface StartOptions {
  isAudioOnly: boolean
  isForwarderUp: boolean
}

async function startCall(tx: SignedInContext, groupId: number, options: StartOptions): Promise<string> {
  const { db, actor } = tx
  const { isAudioOnly, isForwarderUp } = options
  await enforceRateLimits(tx, { key: hashRateLimitKey('calls begun', String(actor.id)), ...startLimit })
  const room = isForwarderUp ? await allocateJanusRoom(db, groupId) : {}
  const [call] = await db
    .insert(calls)
    .values({ groupId, startedBy: actor.id, isAudioOnly, afterSeq: selectLastSeq(groupId), ...room })
    .returning()
  if (!call) throw new Error('calls: the insert returned no row')
  await db.update(messageGroups).set({ newestAt: call.startedAt }).where(eq(messageGroups.id, groupId))
  const target = await findGroupAndCountryForCallAuditEvent(db, call)
  // The called person refetches the group list, which contains a direct conversation only after a message or call.
  const touches = { topics: ['groups' as const], to: { group: groupId } }
  await recordAuditEvent(tx, { kind: 'call.started', target, touches })
  await queueIncomingCallPushes(db, groupId, actor.id)
  return call.id
}

/**
 * Returns true when the requesting device is already in this call, and refreshes its heartbeat.
 * Throws `in_another_call` when the user is in another call, or in this call with another device.
 */
async function resumeParticipation(
  { db, actor }: SignedInContext,
  callId: string,
  dev: string,
): Promise<boolean> {
  const [active] = await db
    .select()
    .from(callMembers)
    .where(and(eq(callMembers.userId, actor.id), isNull(callMembers.leftAt)))
  if (!active) return false
  if (active.callId !== callId || active.dev !== dev) throw conflict('in_another_call')
  await db.update(callMembers).set({ seenAt: sql`now()` }).where(eq(callMembers.id, active.id))
  return true
}

async function enterCallAsParticipant(
  { db, actor, sessionId }: SignedInContext,
  callId: string,
  dev: string,
): Promise<void> {
  const participantCount = await db.$count(callMembers, buildInCallCondition(callId))
  const [call] = await db.select({ room: calls.room }).from(calls).where(eq(calls.id, callId))
  const maxParticipants = call?.room == null ? maxMeshParticipants : maxForwardedParticipants
  if (participantCount >= maxParticipants) throw conflict('call_full')
  const [participation] = await db
    .insert(callMembers)
    .values({ callId, userId: actor.id, dev })
    .onConflictDoNothing()
    .returning()
  // A unique index allows each user one active call. No row is inserted when the user has just joined another call.
  if (!participation) throw conflict('in_another_call')
  await db.delete(callDeclines).where(and(eq(callDeclines.callId, callId), eq(callDeclines.userId, actor.id)))
  const [answered] = await db
    .update(calls)
    .set({ answeredAt: sql`coalesce(${calls.answeredAt}, clock_timestamp())` })
    .where(and(eq(calls.id, callId), ne(calls.startedBy, actor.id)))
    .returning()
  // When the user answers, a push replaces the incoming-call notification on the user's other devices.
  if (answered) await queuePushesThatStopRinging(db, answered.groupId, { userId: actor.id, sessionId })
}

async function joinCallInTransaction(
  tx: SignedInContext,
  groupId: number,
  body: JoinBody,
  isForwarderUp: boolean,
) {
  const { dev, isAudioOnly = false, canSealFrames = false } = body
  const { db } = tx
  await requireGroupOpenForCalls(tx, groupId)
  const [running] = await db
    .select({ id: calls.id, room: calls.room })
    .from(calls)
    .where(and(eq(calls.groupId, groupId), isNull(calls.endedAt)))
  if (running && running.room !== null && !canSealFrames) throw conflict('call_needs_sealing')
  if (body.callId && running?.id !== body.callId) throw conflict('call_ended')
  const id = running?.id ?? (await startCall(tx, groupId, { isAudioOnly, isForwarderUp }))
  if (!(await resumeParticipation(tx, id, dev))) {
    await enterCallAsParticipant(tx, id, dev)
    await publishCallChange(db, { id, groupId })
  }
  const call = await findCall(db, id)
  if (!call) throw new Error('calls: the call was not found after joining it')
  return { call, isNew: !running }
}

const groupMutex = createKeyedMutex()

/** Joins a group's running call or starts one. The group lock prevents two concurrent calls of a group. */
export async function joinCall(
  context: SignedInContext,
  groupId: number,
  body: JoinBody,
  isForwarderUp = false,
) {
  return context.serialized(groupMutex, groupId, tx =>
    joinCallInTransaction(tx, groupId, body, isForwarderUp),
  )
}
