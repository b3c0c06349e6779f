import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { groupMembers } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { userKeys } from '#server/db/schema/e2ee.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'

const isActive = and(eq(users.status, 'active'), isNull(users.erasedAt))

/** Selects the newest signed public keys (key card) of each active user who matches `where`. */
export async function findNewestPublicKeys(db: Db, where: SQL | undefined): Promise<Card[]> {
  const rows = await db
    .selectDistinctOn([userKeys.userId], { card: userKeys.card })
    .from(userKeys)
    .innerJoin(users, eq(users.id, userKeys.userId))
    .where(and(isActive, where))
    .orderBy(userKeys.userId, desc(userKeys.gen))
  return rows.map(({ card }) => card)
}

/** Selects all signed public keys (key cards) that the given users ever published, of all key generations. */
export async function findPublishedPublicKeys(db: Db, ids: number[]): Promise<Card[]> {
  const rows = await db.select({ card: userKeys.card }).from(userKeys).where(inArray(userKeys.userId, ids))
  return rows.map(({ card }) => card)
}

/**
 * Selects the newest signed public keys of group members if they are newer than those in `known`, or not in `known`.
 */
export async function findUpdatedPublicKeysOfGroupMembers(
  db: Db,
  groupId: number,
  known: Card[],
  limit: number,
): Promise<{ card: Card; priorUnused: boolean }[]> {
  const ids = sql.param(known.map(({ userId }) => userId))
  const gens = sql.param(known.map(({ gen }) => gen))
  const { rows } = await db.execute<{ card: Card; priorUnused: boolean }>(sql`
    select distinct on (k.user_id) k.card, k.prior_unused as "priorUnused" from group_members m
      join users u on u.id = m.user_id and u.status = 'active' and u.erased_at is null
      join user_keys k on k.user_id = m.user_id
      left join unnest(${ids}::int[], ${gens}::int[]) r(user_id, gen) on r.user_id = m.user_id
     where m.group_id = ${groupId} and k.gen > coalesce(r.gen, 0)
     order by k.user_id, k.gen desc limit ${limit}`)
  return rows
}

export const isUserInGroup = (groupId: number) =>
  sql`exists (select from group_members m where m.group_id = ${groupId} and m.user_id = ${users.id})`

/** Selects ids of group members with an active account; `among` restricts the search to the given user ids. */
export async function findActiveGroupMemberIds(
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
