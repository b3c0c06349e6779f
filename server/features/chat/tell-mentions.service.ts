import { and, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'
import { notify, touch } from '#server/events/events.service.ts'
import { everybody } from '#shared/e2ee/extra.ts'
import { runsGroup } from '#shared/policies.ts'
import { mentionsIn } from './mentions.ts'

async function findMessage({ db }: Context, id: number) {
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

/** Whoever calls on somebody again and again rings once, until they have read it. */
async function withoutWaiting({ db }: Context, people: number[], by: { userId: number; groupId: number }) {
  const waiting = await db
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
  const told = new Set(waiting.map(({ userId }) => userId))
  return people.filter(id => !told.has(id))
}

/** Different people whom one person may ring for in an hour; whoever runs a group calls on all of it at once. */
const mostCalled = 100

/** Of these as many as are left of this hour; the others find their name when they look. */
async function withinLimit({ db }: Context, people: number[], senderId: number): Promise<number[]> {
  const { rows } = await db.execute<{ userId: number }>(sql`
    select distinct user_id as "userId" from notifications
     where kind = 'message.mentioned' and (params->>'userId')::int = ${senderId}
       and created_at > now() - interval '1 hour'`)
  const before = new Set(rows.map(({ userId }) => userId))
  const known = people.filter(id => before.has(id))
  const others = people.filter(id => !before.has(id))
  return [...known, ...others.slice(0, Math.max(0, mostCalled - before.size))]
}

/**
 * Those who were called on and have not read it yet, also where they muted the group. Everybody only by whoever runs the
 * group; and not in the one of all, where a word of one person would ring everywhere.
 */
export async function tellMentions(context: Context, messageId: number): Promise<void> {
  await context.transaction(async tx => {
    const found = await findMessage(tx, messageId)
    if (!found) return
    const { message, sender, ...group } = found
    const { groupId, seq, senderId } = message
    const ids = mentionsIn(message.metadata)
    const isForAll = ids.includes(everybody) && group.type !== 'global' && runsGroup(sender, group)
    const told = await tx.db
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
    const people = told.map(({ userId }) => userId)
    if (people.length === 0) return
    const unaware = await withoutWaiting(tx, people, { userId: senderId, groupId })
    const users = isForAll ? unaware : await withinLimit(tx, unaware, senderId)
    await notify(tx, { users, kind: 'message.mentioned', params: { userId: senderId, groupId, seq } })
    await touch(tx, { topics: ['groups'], to: { users: people } })
  })
}
