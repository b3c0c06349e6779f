// Edits, deletes and reacts to messages that were already sent.
// The transaction locks the message first and the group last, so that new messages in the group wait only briefly.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { groupMembers, messageGroups, messageReactions, messages } from '#server/db/schema/chat.ts'
import { messageReports } from '#server/db/schema/reports.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { badInput, conflict, forbidden, notFound } from '#server/errors.ts'
import { usableEpochSql } from '#server/features/chat/encryption/usable-epoch.queries.ts'
import { isDirectMessageBlocked } from '#server/features/chat/moderation/blocks.service.ts'
import { deleteFileRowAndContent } from '#server/features/files/files.service.ts'
import {
  type ChangeBody,
  editMinutes,
  type MessageForCaller,
  maxMessageLength,
} from '#shared/contracts/chat/chat.schemas.ts'
import {
  type EncryptionMark,
  encryptedContentPattern,
  encryptionMark,
} from '#shared/e2ee/encrypted-message.ts'
import { isEmoji } from '#shared/emoji.ts'
import { addReadFlagsToMessages, findMessagesByIds } from './messages.queries.ts'
import { unpinMessage } from './unpin-message.service.ts'
import { updateMessageAndRecordChange } from './update-message-and-record-change.service.ts'

type StoredMessage = typeof messages.$inferSelect
type MessageUpdate = Partial<typeof messages.$inferInsert>

/**
 * Loads the group and locks the membership of the caller, so that a concurrent removal from the group is serialized.
 */
async function requireGroupForMessageChange({ db, actor }: SignedInContext, id: number) {
  const [row] = await db
    .select({
      isActive: messageGroups.isActive,
      lastReadSeq: groupMembers.lastReadSeq,
      isEncrypted: messageGroups.encrypted,
      epoch: sql<string | null>`case when ${messageGroups.encrypted} then (
        select ${sql.raw(usableEpochSql)} from message_groups g where g.id = ${messageGroups.id}) end`,
    })
    .from(messageGroups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, messageGroups.id))
    .where(and(eq(messageGroups.id, id), eq(groupMembers.userId, actor.id)))
    .for('key share', { of: groupMembers })
  if (!row) throw notFound()
  if (!row.isActive) throw conflict('group_closed')
  return row
}

async function requireMessage({ db }: SignedInContext, groupId: number, seq: number): Promise<StoredMessage> {
  const [message] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.groupId, groupId), eq(messages.seq, seq)))
    .for('no key update')
  if (!message) throw notFound()
  if (message.hiddenFor) throw conflict('message_hidden')
  return message
}

/**
 * Returns true when the message was sent less than `editMinutes` ago, by the database clock.
 * The absolute difference is compared, so a message dated far in the future by a wrong clock cannot be edited either.
 */
const isWithinEditTime = ({ createdAt }: StoredMessage, now: Date) =>
  Math.abs(now.getTime() - createdAt.getTime()) <= editMinutes * 60_000

function readSealedMark({ metadata }: { metadata?: unknown }): EncryptionMark | undefined {
  return encryptionMark.safeParse((metadata as { e2ee?: unknown } | null | undefined)?.e2ee).data
}

/**
 * Rejects content that does not fit the group.
 * Encrypted groups accept only ciphertext of the current epoch; other groups accept plaintext of limited length.
 */
function requireValidContent(
  { isEncrypted, epoch }: { isEncrypted: boolean; epoch: string | null },
  body: ChangeBody,
) {
  const { content = '' } = body
  // A reaction may be removed without a signature, because clients of earlier releases send none.
  if (body.op === 'unreact' && content === '') return
  if (!isEncrypted) {
    if (content.length > maxMessageLength || body.metadata) throw badInput()
    return
  }
  const mark = readSealedMark(body)
  if (!mark || !encryptedContentPattern.test(content)) throw conflict('plaintext-refused')
  // An encrypted reaction holds one emoji. Longer content is rejected, because every reader loads reactions.
  if ((body.op === 'react' || body.op === 'unreact') && content.length > maxMessageLength) throw badInput()
  if (`${mark.n}.${mark.eid}` !== epoch) throw conflict('stale-epoch')
}

/**
 * Reduces the metadata of an edited or deleted message to encryption epoch and device, which clients need to count it.
 */
const copyEncryptionMark = (message: { metadata?: unknown }) => {
  const e2ee = readSealedMark(message)
  return e2ee ? { e2ee } : null
}

const buildSealedRevision = ({ clientId: id, content = '', metadata = null }: ChangeBody) => ({
  id,
  content,
  metadata,
})

async function editMessage(
  tx: SignedInContext,
  message: StoredMessage,
  body: ChangeBody,
  isEncrypted: boolean,
) {
  if (message.senderId !== tx.actor.id) throw forbidden()
  if (message.deletedAt) throw conflict('message_deleted')
  if (body.content === undefined || message.messageType === 'call') throw badInput()
  // A repeated request for an edit that was already stored succeeds even after the edit time has passed.
  if (message.revision?.id === body.clientId) return undefined
  if (!isEncrypted && message.content === body.content) return undefined
  const editedAt = await readDatabaseClock(tx.db)
  if (!isWithinEditTime(message, editedAt)) throw conflict('edit_too_late')
  if (!isEncrypted) return { content: body.content, editedAt }
  // An edit must be encrypted with the group key of the original message, which members who joined later do not have.
  if (readSealedMark(message)?.eid !== readSealedMark(body)?.eid) throw conflict('edit_epoch_over')
  return { content: '', metadata: copyEncryptionMark(message), revision: buildSealedRevision(body), editedAt }
}

/** Returns true while a report about the message is open, during which the message's file is kept for moderators. */
async function hasOpenReport({ db }: SignedInContext, { id }: StoredMessage): Promise<boolean> {
  const isOpen = and(eq(messageReports.messageId, id), eq(messageReports.status, 'open'))
  return (await db.$count(messageReports, isOpen)) > 0
}

async function deleteMessage(
  tx: SignedInContext,
  message: StoredMessage,
  body: ChangeBody,
  isEncrypted: boolean,
) {
  if (message.senderId !== tx.actor.id) throw forbidden()
  if (message.deletedAt) return undefined
  await tx.db.delete(messageReactions).where(eq(messageReactions.messageId, message.id))
  const keepsFile = message.fileId !== null && (await hasOpenReport(tx, message))
  if (message.fileId && !keepsFile) await deleteFileRowAndContent(tx, message.fileId)
  return {
    content: '',
    ...(!keepsFile && { fileId: null }),
    metadata: copyEncryptionMark(message),
    revision: isEncrypted ? buildSealedRevision(body) : null,
    editedAt: null,
    deletedAt: await readDatabaseClock(tx.db),
    reactionCount: 0,
  }
}

async function countReactions(db: Db, messageId: number): Promise<MessageUpdate> {
  const isPresent = and(eq(messageReactions.messageId, messageId), isNull(messageReactions.removedAt))
  return { reactionCount: await db.$count(messageReactions, isPresent) }
}

async function addReaction(
  { db, actor }: SignedInContext,
  message: StoredMessage,
  body: ChangeBody,
  isEncrypted: boolean,
) {
  if (message.deletedAt) throw conflict('message_deleted')
  const { content, clientId } = body
  const metadata = copyEncryptionMark(body)
  if (content === undefined || (!isEncrypted && !isEmoji(content))) throw badInput()
  const set = { clientId, content, metadata, createdAt: await readDatabaseClock(db), removedAt: null }
  const changed = await db
    .insert(messageReactions)
    .values({ messageId: message.id, userId: actor.id, ...set })
    .onConflictDoUpdate({
      target: [messageReactions.messageId, messageReactions.userId],
      set,
      // A user who sends the same reaction to a message again changes nothing.
      setWhere: sql`(${messageReactions.content}, ${messageReactions.clientId}) <> (${content}, ${clientId})
        and (${isEncrypted} or ${messageReactions.content} <> ${content})`,
    })
    .returning({ userId: messageReactions.userId })
  return changed.length === 0 ? undefined : countReactions(db, message.id)
}

/** Removes the actor's reaction. In an encrypted group the signed removal is stored, so that clients can verify it. */
async function removeReaction(
  { db, actor }: SignedInContext,
  message: StoredMessage,
  body: ChangeBody,
): Promise<MessageUpdate | undefined> {
  const isOwn = and(
    eq(messageReactions.messageId, message.id),
    eq(messageReactions.userId, actor.id),
    isNull(messageReactions.removedAt),
  )
  const { content, clientId } = body
  const seal = {
    clientId,
    content,
    metadata: copyEncryptionMark(body),
    removedAt: await readDatabaseClock(db),
  }
  const columns = { userId: messageReactions.userId }
  const removed = content
    ? await db.update(messageReactions).set(seal).where(isOwn).returning(columns)
    : await db.delete(messageReactions).where(isOwn).returning(columns)
  return removed.length === 0 ? undefined : countReactions(db, message.id)
}

const changes = { edit: editMessage, delete: deleteMessage, react: addReaction, unreact: removeReaction }

/**
 * Serializes message changes per group in memory, so that concurrent reactions do not each use a database connection.
 */
const changeMutex = createKeyedMutex()

/** Edits, deletes or reacts to a message. A repeated request changes nothing, and a deleted message stays unchanged. */
export async function changeMessage(
  context: SignedInContext,
  groupId: number,
  body: ChangeBody,
): Promise<MessageForCaller> {
  return context.serialized(changeMutex, groupId, async tx => {
    const group = await requireGroupForMessageChange(tx, groupId)
    const message = await requireMessage(tx, groupId, body.seq)
    requireValidContent(group, body)
    const isRemoval = body.op === 'delete' || body.op === 'unreact'
    if (!isRemoval && (await isDirectMessageBlocked(tx.db, groupId))) throw conflict('blocked')
    const set = await changes[body.op](tx, message, body, group.isEncrypted)
    if (set) await updateMessageAndRecordChange(tx.db, message, set, group.isEncrypted)
    if (set && body.op === 'delete') await unpinMessage(tx, message)
    const rows = await findMessagesByIds(tx.db, [message.id], tx.actor.id)
    const [changedMessage] = addReadFlagsToMessages(rows, tx.actor.id, group.lastReadSeq)
    if (!changedMessage) throw notFound()
    return changedMessage
  })
}
