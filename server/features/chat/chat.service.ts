import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { publishEvent } from '#server/db/bus/bus.ts'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { notifications } from '#server/db/schema/events.ts'
import { buildOwnUnreadSql, buildUnreadCountSql } from '#server/db/sql/unread-count.ts'
import { notFound } from '#server/errors.ts'
import { invalidateClientCache } from '#server/events/events.service.ts'
import { requireGroupJoinedByCaller } from '#server/features/chat/groups/groups.service.ts'
import {
  addReadFlagsToMessages,
  findChangedMessages,
  findMessages,
} from '#server/features/chat/messages/messages.queries.ts'
import { isDirectMessageBlocked } from '#server/features/chat/moderation/blocks.service.ts'
import {
  type ChangesQuery,
  type MemberRead,
  type MessagesQuery,
  maxReceiptGroupSize,
  type ReadGroupResponse,
} from '#shared/contracts/chat/chat.schemas.ts'

/** Counts the unread messages of the actor in all active groups. */
export async function countUnreadMessages({ db, actor }: SignedInContext): Promise<number> {
  const [row] = await db
    .select({
      count: sql<number>`coalesce(sum(${buildUnreadCountSql()}), 0)::int`,
    })
    .from(groupMembers)
    .innerJoin(messageGroups, eq(messageGroups.id, groupMembers.groupId))
    .where(and(eq(groupMembers.userId, actor.id), messageGroups.isActive))
  return row?.count ?? 0
}

export async function listMessages(context: SignedInContext, groupId: number, query: MessagesQuery) {
  const { db, actor } = context
  const { lastReadSeq } = await requireGroupJoinedByCaller(context, groupId)
  return addReadFlagsToMessages(await findMessages(db, actor.id, groupId, query), actor.id, lastReadSeq)
}

export async function listMessageChanges(context: SignedInContext, groupId: number, query: ChangesQuery) {
  const { db, actor } = context
  const { lastReadSeq } = await requireGroupJoinedByCaller(context, groupId)
  return addReadFlagsToMessages(
    await findChangedMessages(db, groupId, query, { viewer: actor.id }),
    actor.id,
    lastReadSeq,
  )
}

/**
 * Returns true for a custom group of at most `maxReceiptGroupSize` members. Only such groups show read
 * positions and typing.
 */
export async function areReadReceiptsShownInGroup(
  { db }: Pick<SignedInContext, 'db'>,
  groupId: number,
): Promise<boolean> {
  const { rows } = await db.execute<{ isSmall: boolean }>(sql`
    select g.type = 'custom' and (select count(*) from (
      select from group_members where group_id = g.id limit ${maxReceiptGroupSize + 1}) m) <= ${maxReceiptGroupSize} as "isSmall"
      from message_groups g where g.id = ${groupId}`)
  return rows[0]?.isSmall ?? false
}

/** Returns true when members see each other's read positions: in small groups, except in blocked direct messages. */
async function hasSharedReadPositions(
  { db }: Pick<SignedInContext, 'db'>,
  groupId: number,
): Promise<boolean> {
  return (await areReadReceiptsShownInGroup({ db }, groupId)) && !(await isDirectMessageBlocked(db, groupId))
}

export async function listReadPositions(context: SignedInContext, groupId: number): Promise<MemberRead[]> {
  await requireGroupJoinedByCaller(context, groupId)
  if (!(await hasSharedReadPositions(context, groupId))) return []
  const { userId, lastReadSeq } = groupMembers
  return context.db
    .select({ userId, lastReadSeq })
    .from(groupMembers)
    .where(eq(groupMembers.groupId, groupId))
}

/** Marks the user's notifications about mentions in the group as read, up to a message number. */
async function markMentionsRead(tx: SignedInContext, groupId: number, lastReadSeq: number): Promise<void> {
  const { db, actor } = tx
  await db
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(
      and(
        eq(notifications.userId, actor.id),
        isNull(notifications.readAt),
        eq(notifications.kind, 'message.mentioned'),
        sql`(${notifications.params}->>'groupId')::int = ${groupId}`,
        sql`(${notifications.params}->>'seq')::bigint <= ${lastReadSeq}`,
      ),
    )
  await invalidateClientCache(tx, { topics: ['notifications'], to: { users: [actor.id] } })
}

function countOwnMessagesAfter(
  { db, actor }: SignedInContext,
  groupId: number,
  seq: number,
): Promise<number> {
  return db.$count(
    messages,
    and(eq(messages.groupId, groupId), gt(messages.seq, seq), eq(messages.senderId, actor.id)),
  )
}

/**
 * Advances the read position of the actor, never backwards and never past the last message.
 * When the read position advanced, the other devices of the actor receive an event.
 */
export async function markGroupRead(
  context: SignedInContext,
  groupId: number,
  seq: number,
): Promise<ReadGroupResponse> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const [before] = await db
      .select({
        lastReadSeq: groupMembers.lastReadSeq,
        mentionedSeq: groupMembers.mentionedSeq,
        own: sql<number>`${buildOwnUnreadSql()}`,
      })
      .from(groupMembers)
      .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, actor.id)))
      .for('no key update')
    if (!before) throw notFound()
    const { lastSeq, isActive } = await requireGroupJoinedByCaller(tx, groupId)
    const lastReadSeq = Math.max(before.lastReadSeq, Math.min(seq, lastSeq))
    let { own } = before
    if (lastReadSeq > before.lastReadSeq) {
      if (own > 0) own = await countOwnMessagesAfter(tx, groupId, lastReadSeq)
      await db
        .update(groupMembers)
        .set({ lastReadSeq, ownUnread: own, ownUnreadAfter: lastReadSeq })
        .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, actor.id)))
      if ((before.mentionedSeq ?? 0) > before.lastReadSeq) await markMentionsRead(tx, groupId, lastReadSeq)
      const isShared = await hasSharedReadPositions(tx, groupId)
      const reads: [number, number][] = [[actor.id, lastReadSeq]]
      await publishEvent(db, { type: 'read', groupId, reads, ownUnread: [[actor.id, own]], isShared })
    }
    return { lastReadSeq, ownUnread: own, unreadCount: isActive ? lastSeq - lastReadSeq - own : 0 }
  })
}
