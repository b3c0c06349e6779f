import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { blockedPeople } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { badInput, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { buildSearchablePeopleFilter } from './searchable-people.queries.ts'

/** Returns true when either of two users has blocked the other. */
export async function hasEitherUserBlockedOther(db: Db, userId: number, otherId: number): Promise<boolean> {
  const [row] = await db
    .select({ userId: blockedPeople.userId })
    .from(blockedPeople)
    .where(
      sql`(${blockedPeople.userId}, ${blockedPeople.blockedId}) in ((${userId}::int, ${otherId}::int), (${otherId}::int, ${userId}::int))`,
    )
    .limit(1)
  return row !== undefined
}

/** Returns true when at least one of `userIds` has blocked the user `blockedId`. */
export async function isBlockedByAnyUser(db: Db, blockedId: number, userIds: number[]): Promise<boolean> {
  const isBlock = and(eq(blockedPeople.blockedId, blockedId), inArray(blockedPeople.userId, userIds))
  const [row] = await db.select({ userId: blockedPeople.userId }).from(blockedPeople).where(isBlock).limit(1)
  return row !== undefined
}

/** Returns true when the group is a direct conversation and one of its two members has blocked the other. */
export async function isDirectMessageBlocked(db: Db, groupId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from message_groups g join group_members a on a.group_id = g.id
      join group_members b on b.group_id = g.id and b.user_id <> a.user_id
      join blocked_people k on k.user_id = a.user_id and k.blocked_id = b.user_id
     where g.id = ${groupId} and g.direct_key is not null limit 1`)
  return rows.length > 0
}

async function insertOrDeleteBlock(
  { db, actor }: SignedInContext,
  blockedId: number,
  isBlocked: boolean,
): Promise<boolean> {
  const block = { userId: actor.id, blockedId }
  const { rowCount } = isBlocked
    ? await db.insert(blockedPeople).values(block).onConflictDoNothing()
    : await db
        .delete(blockedPeople)
        .where(and(eq(blockedPeople.userId, actor.id), eq(blockedPeople.blockedId, blockedId)))
  return rowCount !== null && rowCount > 0
}

/** Rejects with 404 unless the actor shares a group with the other user or can find that user by search. */
async function requireKnownUser({ db, actor }: SignedInContext, userId: number): Promise<void> {
  const sharesGroup = sql`exists (select from group_members mine join group_members theirs
    on theirs.group_id = mine.group_id and theirs.user_id = ${users.id} where mine.user_id = ${actor.id})`
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        isNull(users.erasedAt),
        or(sharesGroup, buildSearchablePeopleFilter(actor) ?? sql`true`),
      ),
    )
  if (!person) throw notFound()
}

/** Blocks or unblocks a user. The audit log records the change but not who was blocked, which is private. */
export async function setUserBlocked(
  context: SignedInContext,
  userId: number,
  isBlocked: boolean,
): Promise<void> {
  await context.transaction(async tx => {
    const { actor } = tx
    if (userId === actor.id) throw badInput()
    if (isBlocked) await requireKnownUser(tx, userId)
    if (!(await insertOrDeleteBlock(tx, userId, isBlocked))) return
    await recordAuditEvent(tx, {
      kind: isBlocked ? 'person.blocked' : 'person.unblocked',
      target: { type: 'user', id: actor.id, country: actor.currentCountry },
      touches: { topics: ['groups'], to: { users: [actor.id] } },
    })
  })
}
