// What becomes of a message after it was said. The message is held first and the group last, for a moment: whoever
// speaks in it meanwhile does not wait for what is looked up here.
import { and, eq, sql } from 'drizzle-orm'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { readClock } from '#server/db/clock.ts'
import { groupMembers, messageGroups, messageReactions, messages } from '#server/db/schema/chat.ts'
import { messageReports } from '#server/db/schema/reports.ts'
import { badInput, conflict, forbidden, notFound } from '#server/errors.ts'
import { removeFile } from '#server/features/files/files.service.ts'
import {
  type ChangeBody,
  editMinutes,
  longestMessage,
  type MessageForCaller,
} from '#shared/contracts/chat.ts'
import { type SealedMark, sealedContent, sealedMark } from '#shared/e2ee/sealed.ts'
import { isEmoji } from '#shared/emoji.ts'
import { isBlockedIn } from './blocks.service.ts'
import { findByIds, markRead } from './messages.queries.ts'
import { noteChange } from './note-change.service.ts'
import { unpin } from './unpin.service.ts'
import { usableEpoch } from './usable-epoch.queries.ts'

type Stored = typeof messages.$inferSelect
type Fields = Partial<typeof messages.$inferInsert>

/** Of a member; held, so that whoever is taken out at this moment is out after it, or before. */
async function requireGroup({ db, actor }: SignedIn, id: number) {
  const [row] = await db
    .select({
      isActive: messageGroups.isActive,
      lastReadSeq: groupMembers.lastReadSeq,
      isEncrypted: messageGroups.encrypted,
      epoch: sql<string | null>`case when ${messageGroups.encrypted} then (
        select ${sql.raw(usableEpoch)} from message_groups g where g.id = ${messageGroups.id}) end`,
    })
    .from(messageGroups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, messageGroups.id))
    .where(and(eq(messageGroups.id, id), eq(groupMembers.userId, actor.id)))
    .for('key share', { of: groupMembers })
  if (!row) throw notFound()
  if (!row.isActive) throw conflict('group_closed')
  return row
}

async function requireMessage({ db }: SignedIn, groupId: number, seq: number): Promise<Stored> {
  const [message] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.groupId, groupId), eq(messages.seq, seq)))
    .for('no key update')
  if (!message) throw notFound()
  if (message.hiddenFor) throw conflict('message_hidden')
  return message
}

/** By the clock it was stamped with. One that is still to come was said by a clock that was ahead, who knows when. */
const mayStillEdit = ({ createdAt }: Stored, now: Date) =>
  Math.abs(now.getTime() - createdAt.getTime()) <= editMinutes * 60_000

function markOf({ metadata }: { metadata?: unknown }): SealedMark | undefined {
  return sealedMark.safeParse((metadata as { e2ee?: unknown } | null | undefined)?.e2ee).data
}

/** In an encrypted group nothing but what was sealed in the epoch of now; elsewhere nothing that is too long. */
function requireFit(
  { isEncrypted, epoch }: { isEncrypted: boolean; epoch: string | null },
  body: ChangeBody,
) {
  if (body.op === 'unreact') return
  const { content = '' } = body
  if (!isEncrypted) {
    if (content.length > longestMessage || body.metadata) throw badInput()
    return
  }
  const mark = markOf(body)
  if (!mark || !sealedContent.test(content)) throw conflict('plaintext-refused')
  // One emoji, sealed: whatever is longer is something else, and everybody would have to fetch it with the message.
  if (body.op === 'react' && content.length > longestMessage) throw badInput()
  if (`${mark.n}.${mark.eid}` !== epoch) throw conflict('stale-epoch')
}

/** Of what is taken away no more stays than which device sealed it, by which others are counted. */
const bare = (message: { metadata?: unknown }) => {
  const e2ee = markOf(message)
  return e2ee ? { e2ee } : null
}

const sealedWords = ({ clientId: id, content = '', metadata = null }: ChangeBody) => ({
  id,
  content,
  metadata,
})

async function edit(tx: SignedIn, message: Stored, body: ChangeBody, isEncrypted: boolean) {
  if (message.senderId !== tx.actor.id) throw forbidden()
  if (message.deletedAt) throw conflict('message_deleted')
  if (body.content === undefined || message.messageType === 'call') throw badInput()
  // Asked once more, also when the time is over meanwhile.
  if (message.revision?.id === body.clientId) return undefined
  if (!isEncrypted && message.content === body.content) return undefined
  const editedAt = await readClock(tx.db)
  if (!mayStillEdit(message, editedAt)) throw conflict('edit_too_late')
  if (!isEncrypted) return { content: body.content, editedAt }
  return { content: '', metadata: bare(message), revision: sealedWords(body), editedAt }
}

/** What somebody has to judge is not taken from them by whoever said it; for everybody else it is gone. */
async function isJudged({ db }: SignedIn, { id }: Stored): Promise<boolean> {
  const isOpen = and(eq(messageReports.messageId, id), eq(messageReports.status, 'open'))
  return (await db.$count(messageReports, isOpen)) > 0
}

async function remove(tx: SignedIn, message: Stored, body: ChangeBody, isEncrypted: boolean) {
  if (message.senderId !== tx.actor.id) throw forbidden()
  if (message.deletedAt) return undefined
  await tx.db.delete(messageReactions).where(eq(messageReactions.messageId, message.id))
  const isKept = message.fileId !== null && (await isJudged(tx, message))
  if (message.fileId && !isKept) await removeFile(tx, message.fileId)
  return {
    content: '',
    ...(!isKept && { fileId: null }),
    metadata: bare(message),
    revision: isEncrypted ? sealedWords(body) : null,
    editedAt: null,
    deletedAt: await readClock(tx.db),
    reactionCount: 0,
  }
}

async function countReactions(db: Db, messageId: number): Promise<Fields> {
  return { reactionCount: await db.$count(messageReactions, eq(messageReactions.messageId, messageId)) }
}

async function react({ db, actor }: SignedIn, message: Stored, body: ChangeBody, isEncrypted: boolean) {
  if (message.deletedAt) throw conflict('message_deleted')
  const { content, clientId } = body
  const metadata = bare(body)
  if (content === undefined || (!isEncrypted && !isEmoji(content))) throw badInput()
  const set = { clientId, content, metadata, createdAt: await readClock(db) }
  const changed = await db
    .insert(messageReactions)
    .values({ messageId: message.id, userId: actor.id, ...set })
    .onConflictDoUpdate({
      target: [messageReactions.messageId, messageReactions.userId],
      set,
      // The same once more changes nothing.
      setWhere: sql`(${messageReactions.content}, ${messageReactions.clientId}) <> (${content}, ${clientId})
        and (${isEncrypted} or ${messageReactions.content} <> ${content})`,
    })
    .returning({ userId: messageReactions.userId })
  return changed.length === 0 ? undefined : countReactions(db, message.id)
}

async function unreact({ db, actor }: SignedIn, message: Stored): Promise<Fields | undefined> {
  const gone = await db
    .delete(messageReactions)
    .where(and(eq(messageReactions.messageId, message.id), eq(messageReactions.userId, actor.id)))
    .returning({ userId: messageReactions.userId })
  return gone.length === 0 ? undefined : countReactions(db, message.id)
}

const changes = { edit, delete: remove, react, unreact }

/** Thousands may react to one message: they wait here, and not with a connection each. */
const oneByOne = createKeyedMutex()

/** Asked twice it happens once. Of many at once each comes after the other, and nothing follows a deletion. */
export async function changeMessage(
  context: SignedIn,
  groupId: number,
  body: ChangeBody,
): Promise<MessageForCaller> {
  return context.inTurn(oneByOne, groupId, async tx => {
    const group = await requireGroup(tx, groupId)
    const message = await requireMessage(tx, groupId, body.seq)
    requireFit(group, body)
    const isTakenBack = body.op === 'delete' || body.op === 'unreact'
    if (!isTakenBack && (await isBlockedIn(tx.db, groupId))) throw conflict('blocked')
    const set = await changes[body.op](tx, message, body, group.isEncrypted)
    if (set) await noteChange(tx.db, message, set, group.isEncrypted)
    if (set && body.op === 'delete') await unpin(tx, message)
    const rows = await findByIds(tx.db, [message.id], tx.actor.id)
    const [now] = markRead(rows, tx.actor.id, group.lastReadSeq)
    if (!now) throw notFound()
    return now
  })
}
