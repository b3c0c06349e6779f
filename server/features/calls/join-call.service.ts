import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { callDeclines, callMembers, calls } from '#server/db/schema/calls.ts'
import { userKeys } from '#server/db/schema/e2ee.ts'
import { conflict } from '#server/errors.ts'
import { requireGroup } from '#server/features/chat/groups.service.ts'
import { findNewestCards } from '#server/features/e2ee/cards.queries.ts'
import { readRoster } from '#server/features/e2ee/read-roster.service.ts'
import { recordEvent } from '#server/features/events/events.service.ts'
import { createLines } from '#server/turns.ts'
import { mostInCall } from '#shared/contracts/calls.ts'
import { isSameCard } from '#shared/e2ee/card.ts'
import { memberAt } from '#shared/e2ee/roster.ts'
import type { Actor } from '#shared/policies.ts'
import { findCall, isStillIn } from './calls.queries.ts'
import { callTarget } from './end-call.service.ts'
import { announceCall, holdGroupRow } from './hold-call.service.ts'

/** Words between devices are sealed with the keys that the roster vouches for; without them there is no call. */
async function requireKeys(tx: Db, actor: Actor, groupId: number): Promise<void> {
  const [card] = await findNewestCards(tx, eq(userKeys.userId, actor.id))
  const roster = await readRoster(tx, groupId)
  const known = roster && memberAt(roster, actor.id)
  if (!card || !known || !isSameCard(known.card, card)) throw conflict('not_encrypted')
}

async function requireOpenGroup(tx: Db, actor: Actor, groupId: number): Promise<void> {
  await holdGroupRow(tx, groupId)
  const group = await requireGroup(tx, actor, groupId)
  if (!group.isActive) throw conflict('group_closed')
  if (!group.encrypted) throw conflict('not_encrypted')
  await requireKeys(tx, actor, groupId)
}

async function begin(tx: Db, actor: Actor, groupId: number): Promise<string> {
  const [call] = await tx.insert(calls).values({ groupId, startedBy: actor.id }).returning()
  if (!call) throw new Error('the call was not begun')
  const target = await callTarget(tx, call)
  await recordEvent(tx, { kind: 'call.started', actorId: actor.id, target })
  return call.id
}

/** The same device came back: it is in, and nothing else changes. */
async function isBack(tx: Db, actor: Actor, callId: string, dev: string): Promise<boolean> {
  const [mine] = await tx
    .select()
    .from(callMembers)
    .where(and(eq(callMembers.userId, actor.id), isNull(callMembers.leftAt)))
  if (!mine) return false
  if (mine.callId !== callId || mine.dev !== dev) throw conflict('in_another_call')
  await tx.update(callMembers).set({ seenAt: sql`now()` }).where(eq(callMembers.id, mine.id))
  return true
}

async function enter(tx: Db, actor: Actor, callId: string, dev: string): Promise<void> {
  const [inside] = await tx.select({ count: count() }).from(callMembers).where(isStillIn(callId))
  if ((inside?.count ?? 0) >= mostInCall) throw conflict('call_full')
  const [mine] = await tx
    .insert(callMembers)
    .values({ callId, userId: actor.id, dev })
    .onConflictDoNothing()
    .returning()
  // Into a call of another group at the same moment: one of the two is first.
  if (!mine) throw conflict('in_another_call')
  await tx.delete(callDeclines).where(and(eq(callDeclines.callId, callId), eq(callDeclines.userId, actor.id)))
}

async function joinHeld(tx: Db, actor: Actor, groupId: number, dev: string) {
  await requireOpenGroup(tx, actor, groupId)
  const [running] = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.groupId, groupId), isNull(calls.endedAt)))
  const id = running?.id ?? (await begin(tx, actor, groupId))
  if (!(await isBack(tx, actor, id, dev))) {
    await enter(tx, actor, id, dev)
    await announceCall(tx, { id, groupId })
  }
  const call = await findCall(tx, id)
  if (!call) throw new Error('the call is gone')
  return { call, isNew: !running }
}

const inLine = createLines()

/** Into the one that runs, or a new one. The group is held, so of two who begin one joins the other. */
export async function joinCall(db: Db, actor: Actor, groupId: number, dev: string) {
  return inLine(groupId, () => db.transaction(tx => joinHeld(tx, actor, groupId, dev)))
}
