import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { callDeclines, callMembers, calls } from '#server/db/schema/calls.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { userKeys } from '#server/db/schema/e2ee.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { isBlockedIn } from '#server/features/chat/blocks.service.ts'
import { requireGroup } from '#server/features/chat/groups.service.ts'
import { lockGroup } from '#server/features/chat/lock-group.queries.ts'
import { findNewestCards } from '#server/features/keys/cards.queries.ts'
import { readLog } from '#server/features/keys/read-roster.service.ts'
import { limitAttempts, limitKey } from '#server/identity/rate-limit.service.ts'
import { queueAnsweredPushes, queueCallPushes } from '#server/push/queue-push.service.ts'
import { type joinCallBody, mostForwarded, mostInCall } from '#shared/contracts/calls.ts'
import { isSameCard } from '#shared/e2ee/card.ts'
import { memberAt } from '#shared/e2ee/roster.ts'
import { findCall, isStillIn } from './calls.queries.ts'
import { callTarget } from './end-call.service.ts'
import { announceCall } from './hold-call.service.ts'

type JoinBody = z.output<typeof joinCallBody>

/** Words between devices are sealed with the keys that the roster vouches for; without them there is no call. */
async function requireKeys({ db, actor }: SignedIn, groupId: number): Promise<void> {
  const [card] = await findNewestCards(db, eq(userKeys.userId, actor.id))
  const { roster } = await readLog(db, groupId)
  const known = roster && memberAt(roster, actor.id)
  if (!card || !known || !isSameCard(known.card, card)) throw conflict('not_encrypted')
}

async function requireOpenGroup(tx: SignedIn, groupId: number): Promise<void> {
  await lockGroup(tx.db, groupId)
  const group = await requireGroup(tx, groupId)
  if (!group.isActive) throw conflict('group_closed')
  if (await isBlockedIn(tx.db, groupId)) throw conflict('call_blocked')
  if (!group.encrypted) throw conflict('not_encrypted')
  await requireKeys(tx, groupId)
}

/** The group is held: nothing is said in between. */
const lastSeqOf = (groupId: number) =>
  sql`(select ${messageGroups.lastSeq} from ${messageGroups} where ${messageGroups.id} = ${groupId})`

/** Where more may come than devices manage by themselves. Between devices nobody else is needed, which is better. */
async function roomFor(db: Db, groupId: number) {
  const members = await db.$count(groupMembers, eq(groupMembers.groupId, groupId))
  if (members <= mostInCall) return {}
  return { room: randomInt(1, 2 ** 47), roomPin: randomBytes(18).toString('base64url') }
}

/** Of one person: it rings for everybody in the group each time. */
const mostBegun = { most: 30, minutes: 60 }

interface Beginning {
  isAudioOnly: boolean
  isForwarderUp: boolean
}

async function begin(tx: SignedIn, groupId: number, how: Beginning): Promise<string> {
  const { db, actor } = tx
  const { isAudioOnly, isForwarderUp } = how
  await limitAttempts(tx, { key: limitKey('calls begun', String(actor.id)), ...mostBegun })
  const place = isForwarderUp ? await roomFor(db, groupId) : {}
  const [call] = await db
    .insert(calls)
    .values({ groupId, startedBy: actor.id, isAudioOnly, afterSeq: lastSeqOf(groupId), ...place })
    .returning()
  if (!call) throw new Error('the call was not begun')
  await db.update(messageGroups).set({ newestAt: call.startedAt }).where(eq(messageGroups.id, groupId))
  const target = await callTarget(db, call)
  // A conversation in which nothing was said yet shows itself to the other with this.
  const touches = { topics: ['groups' as const], to: { group: groupId } }
  await recordEvent(tx, { kind: 'call.started', target, touches })
  await queueCallPushes(db, groupId, actor.id)
  return call.id
}

/** The same device came back: it is in, and nothing else changes. */
async function isBack({ db, actor }: SignedIn, callId: string, dev: string): Promise<boolean> {
  const [mine] = await db
    .select()
    .from(callMembers)
    .where(and(eq(callMembers.userId, actor.id), isNull(callMembers.leftAt)))
  if (!mine) return false
  if (mine.callId !== callId || mine.dev !== dev) throw conflict('in_another_call')
  await db.update(callMembers).set({ seenAt: sql`now()` }).where(eq(callMembers.id, mine.id))
  return true
}

async function enter({ db, actor, sessionId }: SignedIn, callId: string, dev: string): Promise<void> {
  const inside = await db.$count(callMembers, isStillIn(callId))
  const [call] = await db.select({ room: calls.room }).from(calls).where(eq(calls.id, callId))
  const most = call?.room == null ? mostInCall : mostForwarded
  if (inside >= most) throw conflict('call_full')
  const [mine] = await db
    .insert(callMembers)
    .values({ callId, userId: actor.id, dev })
    .onConflictDoNothing()
    .returning()
  // Into a call of another group at the same moment: one of the two is first.
  if (!mine) throw conflict('in_another_call')
  await db.delete(callDeclines).where(and(eq(callDeclines.callId, callId), eq(callDeclines.userId, actor.id)))
  const [answered] = await db
    .update(calls)
    .set({ answeredAt: sql`coalesce(${calls.answeredAt}, clock_timestamp())` })
    .where(and(eq(calls.id, callId), ne(calls.startedBy, actor.id)))
    .returning()
  // What rings on their other devices says that it was answered.
  if (answered) await queueAnsweredPushes(db, answered.groupId, { userId: actor.id, sessionId })
}

async function joinHeld(tx: SignedIn, groupId: number, body: JoinBody, isForwarderUp: boolean) {
  const { dev, isAudioOnly = false, canSealFrames = false } = body
  const { db } = tx
  await requireOpenGroup(tx, groupId)
  const [running] = await db
    .select({ id: calls.id, room: calls.room })
    .from(calls)
    .where(and(eq(calls.groupId, groupId), isNull(calls.endedAt)))
  if (running && running.room !== null && !canSealFrames) throw conflict('call_needs_sealing')
  if (body.callId && running?.id !== body.callId) throw conflict('call_ended')
  const id = running?.id ?? (await begin(tx, groupId, { isAudioOnly, isForwarderUp }))
  if (!(await isBack(tx, id, dev))) {
    await enter(tx, id, dev)
    await announceCall(db, { id, groupId })
  }
  const call = await findCall(db, id)
  if (!call) throw new Error('the call is gone')
  return { call, isNew: !running }
}

const oneByOne = createKeyedMutex()

/** Into the one that runs, or a new one. The group is held, so of two who begin one joins the other. */
export async function joinCall(context: SignedIn, groupId: number, body: JoinBody, isForwarderUp = false) {
  return context.inTurn(oneByOne, groupId, tx => joinHeld(tx, groupId, body, isForwarderUp))
}
