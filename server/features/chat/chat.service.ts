import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'

/** Over all of one's groups. */
export async function countUnreadMessages(db: Db, userId: number): Promise<number> {
  const [row] = await db
    .select({
      count: sql<number>`coalesce(sum(${messageGroups.lastSeq} - ${groupMembers.lastReadSeq}), 0)::int`,
    })
    .from(groupMembers)
    .innerJoin(messageGroups, eq(messageGroups.id, groupMembers.groupId))
    .where(and(eq(groupMembers.userId, userId), messageGroups.isActive))
  return row?.count ?? 0
}
