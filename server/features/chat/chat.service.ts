import { and, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { announce } from '#server/db/bus.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { notFound } from '#server/errors.ts'
import type { MessagesQuery, ReadGroupAnswer } from '#shared/contracts/chat.ts'
import { requireGroup } from './groups.service.ts'
import { findMessages } from './messages.queries.ts'

/** Over all of one's groups. */
export async function countUnreadMessages({ db, actor }: SignedIn): Promise<number> {
  const [row] = await db
    .select({
      count: sql<number>`coalesce(sum(${messageGroups.lastSeq} - ${groupMembers.lastReadSeq}), 0)::int`,
    })
    .from(groupMembers)
    .innerJoin(messageGroups, eq(messageGroups.id, groupMembers.groupId))
    .where(and(eq(groupMembers.userId, actor.id), messageGroups.isActive))
  return row?.count ?? 0
}

export async function listMessages(context: SignedIn, groupId: number, query: MessagesQuery) {
  await requireGroup(context, groupId)
  return findMessages(context.db, groupId, query)
}

/** Never back, never beyond what was said; one's other devices follow when it moved. */
export async function readGroup(context: SignedIn, groupId: number, seq: number): Promise<ReadGroupAnswer> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const [before] = await db
      .select({ lastReadSeq: groupMembers.lastReadSeq })
      .from(groupMembers)
      .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, actor.id)))
      .for('no key update')
    if (!before) throw notFound()
    const { lastSeq, isActive } = await requireGroup(tx, groupId)
    const lastReadSeq = Math.max(before.lastReadSeq, Math.min(seq, lastSeq))
    if (lastReadSeq > before.lastReadSeq) {
      await db
        .update(groupMembers)
        .set({ lastReadSeq })
        .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, actor.id)))
      await announce(db, { type: 'read', groupId, reads: [[actor.id, lastReadSeq]] })
    }
    return { lastReadSeq, unreadCount: isActive ? lastSeq - lastReadSeq : 0 }
  })
}
