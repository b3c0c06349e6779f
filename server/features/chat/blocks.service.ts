import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { blockedPeople } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { badInput, notFound } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { whomOneMayFind } from './whom-one-may-find.queries.ts'

/** Whether one of the two has blocked the other. */
export async function isBlockedBetween(db: Db, one: number, other: number): Promise<boolean> {
  const [row] = await db
    .select({ userId: blockedPeople.userId })
    .from(blockedPeople)
    .where(
      sql`(${blockedPeople.userId}, ${blockedPeople.blockedId}) in ((${one}::int, ${other}::int), (${other}::int, ${one}::int))`,
    )
    .limit(1)
  return row !== undefined
}

/** Whether somebody of these has blocked that person. */
export async function isBlockedBySome(db: Db, blockedId: number, userIds: number[]): Promise<boolean> {
  const isTheirs = and(eq(blockedPeople.blockedId, blockedId), inArray(blockedPeople.userId, userIds))
  const [row] = await db.select({ userId: blockedPeople.userId }).from(blockedPeople).where(isTheirs).limit(1)
  return row !== undefined
}

/** In a conversation of two: whether one of them has blocked the other. Of any other group never. */
export async function isBlockedIn(db: Db, groupId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from message_groups g join group_members a on a.group_id = g.id
      join group_members b on b.group_id = g.id and b.user_id <> a.user_id
      join blocked_people k on k.user_id = a.user_id and k.blocked_id = b.user_id
     where g.id = ${groupId} and g.direct_key is not null limit 1`)
  return rows.length > 0
}

async function change({ db, actor }: SignedIn, blockedId: number, isBlocked: boolean): Promise<boolean> {
  const own = { userId: actor.id, blockedId }
  const { rowCount } = isBlocked
    ? await db.insert(blockedPeople).values(own).onConflictDoNothing()
    : await db
        .delete(blockedPeople)
        .where(and(eq(blockedPeople.userId, actor.id), eq(blockedPeople.blockedId, blockedId)))
  return rowCount !== null && rowCount > 0
}

/** Somebody one is in a group with, or may find anyway: others are not there. */
async function requireKnown({ db, actor }: SignedIn, userId: number): Promise<void> {
  const isTogether = sql`exists (select from group_members mine join group_members theirs
    on theirs.group_id = mine.group_id and theirs.user_id = ${users.id} where mine.user_id = ${actor.id})`
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.id, userId), isNull(users.erasedAt), or(isTogether, whomOneMayFind(actor) ?? sql`true`)),
    )
  if (!person) throw notFound()
}

/** Whom somebody does not want to hear from is not for the trail; that they changed it is. */
export async function blockPerson(context: SignedIn, userId: number, isBlocked: boolean): Promise<void> {
  await context.transaction(async tx => {
    const { actor } = tx
    if (userId === actor.id) throw badInput()
    if (isBlocked) await requireKnown(tx, userId)
    if (!(await change(tx, userId, isBlocked))) return
    await recordEvent(tx, {
      kind: isBlocked ? 'person.blocked' : 'person.unblocked',
      target: { type: 'user', id: actor.id, country: actor.currentCountry },
      touches: { topics: ['groups'], to: { users: [actor.id] } },
    })
  })
}
