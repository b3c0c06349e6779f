// Messages as they are read: in lists, for delivery and for acknowledgements, always the same columns.
import { and, asc, desc, eq, gt, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/client.ts'
import { imageUrl } from '#server/db/image-url.ts'
import { messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import type { MessageRow, MessagesQuery } from '#shared/contracts/chat.ts'
import { sealedContent, sealedMark } from '#shared/e2ee/sealed.ts'
import { formerMember } from '#shared/labels.ts'

/** Somebody who is gone keeps neither name nor face. */
export function shownPerson(of: Record<'erasedAt' | 'fullName' | 'profileImageId', AnyPgColumn>) {
  return {
    fullName: sql<string>`case when ${of.erasedAt} is null then ${of.fullName} else ${formerMember} end`,
    profileImageUrl: sql<
      string | null
    >`case when ${of.erasedAt} is null then ${imageUrl(of.profileImageId)} end`,
  }
}

const { id, groupId, seq, senderId, clientId, content, messageType, createdAt } = messages

export const isHidden = sql<boolean>`${messages.hiddenFor} is not null`

/** For lists: the beginning of it. Cipher says nothing to anybody there, and whoever has the key reads the message. */
export const preview = sql<string>`case
  when ${isHidden} or ${content} ~ ${sql.raw(`'${sealedContent.source}'`)} then '' else left(${content}, 200) end`

/** Of one that is hidden no more than which device sealed it in which epoch, by which others are counted. */
function withoutHidden(row: MessageRow): MessageRow {
  if (!row.isHidden) return row
  const { data: e2ee } = sealedMark.safeParse(row.metadata?.e2ee)
  return { ...row, content: '', metadata: e2ee ? { e2ee } : null }
}

const read = async (rows: PromiseLike<MessageRow[]>) => (await rows).map(withoutHidden)

function selectMessages(db: Db, where: SQL | undefined, shown: typeof content | typeof preview = content) {
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
      metadata: sql<Record<string, unknown> | null>`${messages.metadata}`,
      sender: shownPerson(users),
    })
    .from(messages)
    .innerJoin(users, eq(users.id, senderId))
    .where(where)
}

/** Newest first; what came after something begins right behind it, however much came later. */
export async function findMessages(db: Db, group: number, query: MessagesQuery): Promise<MessageRow[]> {
  const { before, after, limit } = query
  const where = and(
    eq(groupId, group),
    before === undefined ? undefined : lt(seq, before),
    after === undefined ? undefined : gt(seq, after),
  )
  if (after === undefined) return read(selectMessages(db, where).orderBy(desc(seq)).limit(limit))
  const following = await read(selectMessages(db, where).orderBy(asc(seq)).limit(limit))
  return following.reverse()
}

/** What lies between what was delivered and what is known to be there, in order. */
export async function findBetween(db: Db, group: number, after: number, upTo: number, limit: number) {
  const where = and(eq(groupId, group), gt(seq, after), lte(seq, upTo))
  return read(selectMessages(db, where).orderBy(asc(seq)).limit(limit))
}

export async function findByIds(db: Db, ids: number[]): Promise<MessageRow[]> {
  return ids.length === 0 ? [] : read(selectMessages(db, inArray(id, ids)))
}

/** The newest of each of these groups, the beginning of it; one without any is left out. */
export async function findNewest(db: Db, groups: number[]): Promise<MessageRow[]> {
  if (groups.length === 0) return []
  return selectMessages(
    db,
    sql`(${groupId}, ${seq}) in (select ${messageGroups.id}, ${messageGroups.lastSeq} from ${messageGroups}
                                  where ${inArray(messageGroups.id, groups)})`,
    preview,
  )
}

/** How far each of these groups has come. */
export async function findHeads(db: Db, groups: number[]): Promise<{ id: number; lastSeq: number }[]> {
  if (groups.length === 0) return []
  return db
    .select({ id: messageGroups.id, lastSeq: messageGroups.lastSeq })
    .from(messageGroups)
    .where(inArray(messageGroups.id, groups))
}
