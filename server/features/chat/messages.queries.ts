// Messages as they are read: in lists, for delivery and for acknowledgements, always the same columns.
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/client.ts'
import { imageUrl } from '#server/db/image-url.ts'
import { messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import {
  type ChangesQuery,
  type MessageRow,
  type MessagesQuery,
  mostReactions,
  type Reaction,
} from '#shared/contracts/chat.ts'
import { sealedContent, sealedMark } from '#shared/e2ee/sealed.ts'
import { formerMember } from '#shared/labels.ts'
import type { Heads } from './memberships.queries.ts'

/** Somebody who is gone keeps neither name nor face; whose account became part of another is still called something. */
export function shownPerson(
  of: Record<'erasedAt' | 'mergedInto' | 'fullName' | 'profileImageId', AnyPgColumn>,
) {
  return {
    fullName: sql<string>`case when ${of.erasedAt} is null or ${of.mergedInto} is not null then ${of.fullName} else ${formerMember} end`,
    profileImageUrl: sql<
      string | null
    >`case when ${of.erasedAt} is null then ${imageUrl(of.profileImageId)} end`,
  }
}

const { id, groupId, seq, senderId, clientId, content, messageType, createdAt } = messages

export const isDeleted = sql<boolean>`${messages.deletedAt} is not null`
export const isHidden = sql<boolean>`${messages.hiddenFor} is not null`

/** For lists: the beginning of it. Cipher says nothing to anybody there, and whoever has the key reads the message. */
export const preview = sql<string>`case
  when ${isHidden} or ${isDeleted} or ${content} ~ ${sql.raw(`'${sealedContent.source}'`)} then '' else left(${content}, 200) end`

/** Of one that is hidden no more than which device sealed it in which epoch, by which others are counted. */
function withoutHidden(row: MessageRow): MessageRow {
  if (!row.isHidden) return row
  const { data: e2ee } = sealedMark.safeParse(row.metadata?.e2ee)
  const nothing = { content: '', revision: null, editedAt: null, reactionCount: 0, reactions: [] }
  return { ...row, ...nothing, metadata: e2ee ? { e2ee } : null }
}

const read = async (rows: PromiseLike<MessageRow[]>) => (await rows).map(withoutHidden)

/** The newest, and one's own before all: whoever reacted has to find it again among thousands. */
const reactionsFor = (viewer = 0) => sql<
  Reaction[]
>`case when ${messages.reactionCount} = 0 then '[]'::json else (
  select coalesce(json_agg(json_build_object('userId', r.user_id, 'id', r.client_id, 'content', r.content,
      'metadata', r.metadata, 'fullName', case when u.erased_at is null or u.merged_into is not null then u.full_name else ${formerMember} end)), '[]')
    from (select * from message_reactions o where o.message_id = ${id}
           order by (o.user_id = ${viewer}) desc, o.created_at desc limit ${mostReactions}) r
    join users u on u.id = r.user_id) end`

function selectMessages(
  db: Db,
  where: SQL | undefined,
  { shown = content, viewer }: { shown?: typeof content | typeof preview; viewer?: number } = {},
) {
  return db
    .select({
      id,
      groupId,
      seq,
      senderId,
      clientId,
      content: shown,
      messageType,
      createdAt,
      isHidden,
      isDeleted,
      editedAt: messages.editedAt,
      revision: messages.revision,
      reactionCount: messages.reactionCount,
      reactions: reactionsFor(viewer),
      changeSeq: sql<number>`coalesce(${messages.changeSeq}, 0)::float8`,
      metadata: sql<Record<string, unknown> | null>`${messages.metadata}`,
      sender: shownPerson(users),
    })
    .from(messages)
    .innerJoin(users, eq(users.id, senderId))
    .where(where)
}

/** Adds whether the caller has read the message. The caller's own messages count as read. */
export function markRead(rows: MessageRow[], callerId: number, lastReadSeq: number) {
  return rows.map(row => ({ ...row, isRead: row.senderId === callerId || row.seq <= lastReadSeq }))
}

/** Newest first; what came after something begins right behind it, however much came later. */
export async function findMessages(
  db: Db,
  viewer: number,
  group: number,
  query: MessagesQuery,
): Promise<MessageRow[]> {
  const { before, after, limit } = query
  const where = and(
    eq(groupId, group),
    before === undefined ? undefined : lt(seq, before),
    after === undefined ? undefined : gt(seq, after),
  )
  if (after === undefined) {
    return read(selectMessages(db, where, { viewer }).orderBy(desc(seq)).limit(limit))
  }
  const following = await read(selectMessages(db, where, { viewer }).orderBy(asc(seq)).limit(limit))
  return following.reverse()
}

/** What lies between what was delivered and what is known to be there, in order. */
export async function findBetween(db: Db, group: number, after: number, upTo: number, limit: number) {
  const where = and(eq(groupId, group), gt(seq, after), lte(seq, upTo))
  return read(selectMessages(db, where).orderBy(asc(seq)).limit(limit))
}

/** As they are now, in the order of their newest changes. */
export async function findChanged(
  db: Db,
  group: number,
  { after, from, limit }: ChangesQuery,
  { upTo, viewer }: { upTo?: number; viewer?: number } = {},
): Promise<MessageRow[]> {
  const { changeSeq } = messages
  const where = and(
    eq(groupId, group),
    gt(changeSeq, after),
    upTo === undefined ? undefined : lte(changeSeq, upTo),
    from === 0 ? undefined : gte(seq, from),
  )
  return read(selectMessages(db, where, { viewer }).orderBy(asc(changeSeq)).limit(limit))
}

export async function findByIds(db: Db, ids: number[], viewer?: number): Promise<MessageRow[]> {
  return ids.length === 0 ? [] : read(selectMessages(db, inArray(id, ids), { viewer }))
}

/** The newest of each of these groups, the beginning of it; one without any is left out. */
export async function findNewest(db: Db, groups: number[]): Promise<MessageRow[]> {
  if (groups.length === 0) return []
  return selectMessages(
    db,
    sql`(${groupId}, ${seq}) in (select ${messageGroups.id}, ${messageGroups.lastSeq} from ${messageGroups}
                                  where ${inArray(messageGroups.id, groups)})`,
    { shown: preview },
  )
}

/** How far each of these groups has come. */
export async function findHeads(db: Db, groups: number[]): Promise<(Heads & { id: number })[]> {
  if (groups.length === 0) return []
  return db
    .select({ id: messageGroups.id, lastSeq: messageGroups.lastSeq, lastChange: messageGroups.lastChange })
    .from(messageGroups)
    .where(inArray(messageGroups.id, groups))
}
