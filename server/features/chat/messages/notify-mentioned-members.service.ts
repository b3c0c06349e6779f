import { and, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'
import { invalidateClientCache, notifyUsers } from '#server/events/events.service.ts'
import { mentionEveryone } from '#shared/e2ee/message-metadata.ts'
import { canManageChatGroup } from '#shared/policies.ts'
import { listMentionedUserIds } from './list-mentioned-user-ids.ts'

async function findMessageWithMentions({ db }: Context, id: number) {
  const [row] = await db
    .select({
      message: messages,
      sender: users,
      role: groupMembers.role,
      type: messageGroups.type,
      clubId: messageGroups.clubId,
      direct: sql<boolean>`${messageGroups.directKey} is not null`,
      country: sql<string | null>`coalesce(${messageGroups.country}, ${clubs.country})`,
    })
    .from(messages)
    .innerJoin(messageGroups, eq(messageGroups.id, messages.groupId))
    .leftJoin(clubs, eq(clubs.id, messageGroups.clubId))
    .innerJoin(users, eq(users.id, messages.senderId))
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.groupId, messages.groupId), eq(groupMembers.userId, messages.senderId)),
    )
    .where(and(eq(messages.id, id), sql`${messages.hiddenFor} is null`, sql`${messages.deletedAt} is null`))
  return row
}

/** Excludes mentioned users who still have an unread mention by the same sender in the group. */
async function excludeAlreadyNotifiedMembers(
  { db }: Context,
  people: number[],
  by: { userId: number; groupId: number },
) {
  const unreadMentions = await db
    .select({ userId: notifications.userId })
    .from(notifications)
    .where(
      and(
        sql`${notifications.userId} = any(${sql.param(people)}::int[])`,
        isNull(notifications.readAt),
        eq(notifications.kind, 'message.mentioned'),
        sql`${notifications.params} @> ${JSON.stringify(by)}::jsonb`,
      ),
    )
  const notified = new Set(unreadMentions.map(({ userId }) => userId))
  return people.filter(id => !notified.has(id))
}

/** Maximum number of distinct users one sender can notify by mentions per hour. Mentioning all members is exempt. */
const maxMentionedPerHour = 100

/** Limits mention notifications to the sender's hourly quota. Mentioned users beyond the quota are not notified. */
async function limitMentionNotifications(
  { db }: Context,
  people: number[],
  senderId: number,
): Promise<number[]> {
  const { rows } = await db.execute<{ userId: number }>(sql`
    select distinct user_id as "userId" from notifications
     where kind = 'message.mentioned' and (params->>'userId')::int = ${senderId}
       and created_at > now() - interval '1 hour'`)
  const recentlyMentioned = new Set(rows.map(({ userId }) => userId))
  const alreadyCounted = people.filter(id => recentlyMentioned.has(id))
  const newlyMentioned = people.filter(id => !recentlyMentioned.has(id))
  return [
    ...alreadyCounted,
    ...newlyMentioned.slice(0, Math.max(0, maxMentionedPerHour - recentlyMentioned.size)),
  ]
}

/**
 * Notifies mentioned members who have not read the message yet, even if they muted the group.
 * Only group managers can mention all members at once; in the global group nobody can.
 */
export async function notifyMentionedMembers(context: Context, messageId: number): Promise<void> {
  await context.transaction(async tx => {
    const found = await findMessageWithMentions(tx, messageId)
    if (!found) return
    const { message, sender, ...group } = found
    const { groupId, seq, senderId } = message
    const ids = listMentionedUserIds(message.metadata)
    const isForAll =
      ids.includes(mentionEveryone) && group.type !== 'global' && canManageChatGroup(sender, group)
    const notified = await tx.db
      .update(groupMembers)
      .set({ mentionedSeq: seq })
      .where(
        and(
          eq(groupMembers.groupId, groupId),
          ne(groupMembers.userId, senderId),
          isForAll ? undefined : inArray(groupMembers.userId, ids),
          lt(groupMembers.lastReadSeq, seq),
          or(sql`${groupMembers.mentionedSeq} is null`, gt(sql`${seq}`, groupMembers.mentionedSeq)),
        ),
      )
      .returning({ userId: groupMembers.userId })
    const people = notified.map(({ userId }) => userId)
    if (people.length === 0) return
    const notYetNotified = await excludeAlreadyNotifiedMembers(tx, people, { userId: senderId, groupId })
    const users = isForAll ? notYetNotified : await limitMentionNotifications(tx, notYetNotified, senderId)
    await notifyUsers(tx, { users, kind: 'message.mentioned', params: { userId: senderId, groupId, seq } })
    await invalidateClientCache(tx, { topics: ['groups'], to: { users: people } })
  })
}
