import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'

/** The groups of each of these people. */
export async function findMemberships(db: Db, userIds: number[]): Promise<Map<number, number[]>> {
  const groups = new Map<number, number[]>(userIds.map(id => [id, []]))
  if (userIds.length === 0) return groups
  const { userId, groupId } = groupMembers
  const rows = await db.select({ userId, groupId }).from(groupMembers).where(inArray(userId, userIds))
  for (const row of rows) groups.get(row.userId)?.push(row.groupId)
  return groups
}

/** How far a group has come; undefined for somebody who is not in it. */
export async function findHeadFor(db: Db, userId: number, groupId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ lastSeq: messageGroups.lastSeq })
    .from(messageGroups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, messageGroups.id))
    .where(and(eq(messageGroups.id, groupId), eq(groupMembers.userId, userId)))
  return row?.lastSeq
}
