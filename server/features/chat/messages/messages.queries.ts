// Queries that read messages for lists, delivery and acknowledgements. All of them return the same columns.
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connection/client.ts'
import { messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { buildImageUrlSql } from '#server/db/sql/image-url.ts'
import {
  type ChangesQuery,
  type MessageRow,
  type MessagesQuery,
  maxListedReactions,
  type Reaction,
} from '#shared/contracts/chat/chat.schemas.ts'
import { encryptedContentPattern, encryptionMark } from '#shared/e2ee/encrypted-message.ts'
import { getPersonName } from '#shared/names/stored-names.ts'
import type { GroupHead } from './memberships.queries.ts'

/** SQL columns for a user's name and image. Erased users appear as former members. */
export function buildUserNameAndImageColumns(
  of: Record<'erasedAt' | 'fullName' | 'profileImageId', AnyPgColumn>,
) {
  return {
    fullName: sql<string>`${of.fullName}`.mapWith(getPersonName),
    profileImageUrl: sql<
      string | null
    >`case when ${of.erasedAt} is null then ${buildImageUrlSql(of.profileImageId)} end`,
  }
}

const { id, groupId, seq, senderId, clientId, content, messageType, createdAt } = messages

export const isDeleted = sql<boolean>`${messages.deletedAt} is not null`
export const isHidden = sql<boolean>`${messages.hiddenFor} is not null`

/** SQL for the start of a message in group lists. Empty for encrypted text, which only clients can decrypt. */
export const messagePreview = sql<string>`case
  when ${isHidden} or ${isDeleted} or ${content} ~ ${sql.raw(`'${encryptedContentPattern.source}'`)} then '' else left(${content}, 200) end`

/**
 * Removes content and reactions of a hidden message. The encryption metadata stays, because clients need it
 * to detect missing messages.
 */
function redactHiddenMessage(row: MessageRow): MessageRow {
  if (!row.isHidden) return row
  const { data: e2ee } = encryptionMark.safeParse(row.metadata?.e2ee)
  const redacted = { content: '', revision: null, editedAt: null, reactionCount: 0, reactions: [] }
  return { ...row, ...redacted, metadata: e2ee ? { e2ee } : null }
}

const readMessages = async (rows: PromiseLike<MessageRow[]>) => (await rows).map(redactHiddenMessage)

const nameReactions = (stored: Reaction[]): Reaction[] =>
  stored.map(reaction => ({ ...reaction, fullName: getPersonName(reaction.fullName) }))

/**
 * SQL for the newest reactions to a message, the viewer's own reaction first, so that the viewer can always remove it.
 * Signed removals of reactions are included last, because clients of encrypted groups verify them.
 */
const selectReactions = (viewer = 0) =>
  sql`case when ${messages.reactionCount} = 0 and ${messages.changeSeq} is null then '[]'::json else (
  select coalesce(json_agg(json_build_object('userId', r.user_id, 'id', r.client_id, 'content', r.content,
      'metadata', r.metadata, 'fullName', u.full_name)), '[]')
    from (select * from message_reactions o where o.message_id = ${id}
           order by (o.user_id = ${viewer}) desc, o.removed_at is not null, o.created_at desc limit ${maxListedReactions}) r
    join users u on u.id = r.user_id) end`.mapWith(nameReactions)

function selectMessages(
  db: Db,
  where: SQL | undefined,
  {
    contentColumn = content,
    viewer,
  }: { contentColumn?: typeof content | typeof messagePreview; viewer?: number } = {},
) {
  return db
    .select({
      id,
      groupId,
      seq,
      senderId,
      clientId,
      content: contentColumn,
      messageType,
      createdAt,
      isHidden,
      isDeleted,
      editedAt: messages.editedAt,
      revision: messages.revision,
      reactionCount: messages.reactionCount,
      reactions: selectReactions(viewer),
      changeSeq: sql<number>`coalesce(${messages.changeSeq}, 0)::float8`,
      metadata: sql<Record<string, unknown> | null>`${messages.metadata}`,
      sender: buildUserNameAndImageColumns(users),
    })
    .from(messages)
    .innerJoin(users, eq(users.id, senderId))
    .where(where)
}

/** Adds to each message whether the caller has read it. The caller's own messages count as read. */
export function addReadFlagsToMessages(rows: MessageRow[], callerId: number, lastReadSeq: number) {
  return rows.map(row => ({ ...row, isRead: row.senderId === callerId || row.seq <= lastReadSeq }))
}

/** Lists messages newest first. With `after`, lists the messages that directly follow this sequence number. */
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
    return readMessages(selectMessages(db, where, { viewer }).orderBy(desc(seq)).limit(limit))
  }
  const following = await readMessages(selectMessages(db, where, { viewer }).orderBy(asc(seq)).limit(limit))
  return following.reverse()
}

/** Returns the messages with sequence numbers after `after` and up to `upTo`, in ascending order. */
export async function findMessagesBetweenSequenceNumbers(
  db: Db,
  group: number,
  after: number,
  upTo: number,
  limit: number,
) {
  const where = and(eq(groupId, group), gt(seq, after), lte(seq, upTo))
  return readMessages(selectMessages(db, where).orderBy(asc(seq)).limit(limit))
}

/** Returns edited, deleted and reacted-to messages in their current state, ordered by their latest change. */
export async function findChangedMessages(
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
  return readMessages(selectMessages(db, where, { viewer }).orderBy(asc(changeSeq)).limit(limit))
}

export async function findMessagesByIds(db: Db, ids: number[], viewer?: number): Promise<MessageRow[]> {
  return ids.length === 0 ? [] : readMessages(selectMessages(db, inArray(id, ids), { viewer }))
}

/** Returns a preview of the newest message of each group. Groups without messages are omitted. */
export async function findNewestMessages(db: Db, groups: number[]): Promise<MessageRow[]> {
  if (groups.length === 0) return []
  return selectMessages(
    db,
    sql`(${groupId}, ${seq}) in (select ${messageGroups.id}, ${messageGroups.lastSeq} from ${messageGroups}
                                  where ${inArray(messageGroups.id, groups)})`,
    { contentColumn: messagePreview },
  )
}

/** Returns the sequence numbers of the last message and the last message change of each group. */
export async function findLastSequenceNumbersOfGroups(
  db: Db,
  groups: number[],
): Promise<(GroupHead & { id: number })[]> {
  if (groups.length === 0) return []
  return db
    .select({ id: messageGroups.id, lastSeq: messageGroups.lastSeq, lastChange: messageGroups.lastChange })
    .from(messageGroups)
    .where(inArray(messageGroups.id, groups))
}
