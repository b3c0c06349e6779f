import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { groupMembers } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { userKeys } from '#server/db/schema/e2ee.ts'
import type { Card } from '#shared/e2ee/card.ts'

const isActive = and(eq(users.status, 'active'), isNull(users.erasedAt))

/** Of active people alone. */
export async function findNewestCards(db: Db, where: SQL | undefined, limit?: number): Promise<Card[]> {
  const query = db
    .selectDistinctOn([userKeys.userId], { card: userKeys.card })
    .from(userKeys)
    .innerJoin(users, eq(users.id, userKeys.userId))
    .where(and(isActive, where))
    .orderBy(userKeys.userId, desc(userKeys.gen))
  const rows = await (limit === undefined ? query : query.limit(limit))
  return rows.map(({ card }) => card)
}

export const isInGroup = (groupId: number) =>
  sql`exists (select from group_members m where m.group_id = ${groupId} and m.user_id = ${users.id})`

/** Those who are in the group and can sign in; `among` asks of certain people only. */
export async function findActiveMembers(
  db: Db,
  groupId: number,
  { among, limit }: { among?: number[]; limit?: number } = {},
): Promise<number[]> {
  const query = db
    .select({ id: users.id })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(and(eq(groupMembers.groupId, groupId), isActive, among && inArray(users.id, among)))
    .orderBy(users.id)
  const rows = await (limit === undefined ? query : query.limit(limit))
  return rows.map(({ id }) => id)
}
