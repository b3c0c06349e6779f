// Creates reports about messages. For an encrypted message the reporter discloses the signed plaintext.
// The server verifies the signature by the keys in the group's member list, so no report contains forged content.
import { and, eq, ne } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { groupEpochs } from '#server/db/schema/e2ee.ts'
import { messageReports } from '#server/db/schema/reports.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { verifySignature } from '#server/features/keys/cards/verify-signature.ts'
import { readSignedMemberListAndKeyHeader } from '#server/features/keys/rosters/read-signed-member-list-and-key-header.service.ts'
import { enforceRateLimits, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import type { ReportBody } from '#shared/contracts/reports/reports.schemas.ts'
import {
  type DisclosedMessage,
  type StoredEncryptedMessage,
  verifyMessageDisclosedInAbuseReport,
} from '#shared/e2ee/disclosed-message.ts'
import { encryptedContentPattern, encryptionMark } from '#shared/e2ee/encrypted-message.ts'
import { parseMessageMetadata } from '#shared/e2ee/message-metadata.ts'
import { findMemberAfterMembershipChange } from '#shared/e2ee/roster.ts'
import { hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import { findReportModerators } from './moderators.queries.ts'

/** Maximum number of reports that one user may create per day. */
const reportLimit = { most: 20, minutes: 24 * 60 }

/**
 * Loads a visible message of another user in a group of the actor.
 * The share lock makes a concurrent decision to hide the message wait.
 */
async function requireReportableMessage({ db, actor }: SignedInContext, id: number) {
  const [row] = await db
    .select({ message: messages, isEncrypted: messageGroups.encrypted })
    .from(messages)
    .innerJoin(messageGroups, eq(messageGroups.id, messages.groupId))
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.groupId, messages.groupId), eq(groupMembers.userId, actor.id)),
    )
    .where(and(eq(messages.id, id), ne(messages.senderId, actor.id)))
    .for('share', { of: messages })
  if (!row) throw notFound()
  if (row.message.hiddenFor) throw conflict('message_hidden')
  if (row.message.deletedAt) throw conflict('message_deleted')
  return { ...row.message, isEncrypted: row.isEncrypted }
}

type ReportedMessage = Awaited<ReturnType<typeof requireReportableMessage>>

/**
 * Returns true when the disclosed message was signed with the sender's keys in the member list (roster) of its epoch.
 * The reporter could have made up keys that are not in the member list.
 */
async function isDisclosedMessageGenuine(
  db: Db,
  disclosed: DisclosedMessage,
  stored: StoredEncryptedMessage,
  messageClientId: string | null,
): Promise<boolean> {
  const plaintext = await verifyMessageDisclosedInAbuseReport(disclosed, stored, verifySignature)
  const { roster } = await readSignedMemberListAndKeyHeader(db, stored.groupId)
  const [epoch] = await db
    .select()
    .from(groupEpochs)
    .where(and(eq(groupEpochs.groupId, stored.groupId), eq(groupEpochs.eid, stored.mark.eid)))
  const { change } = plaintext?.extra ?? {}
  // An edit that a report discloses must be a signed edit of exactly the reported message.
  if (stored.messageType === 'change' && (change?.op !== 'edit' || change.of !== (messageClientId ?? '')))
    return false
  if (!plaintext || !roster || !epoch || epoch.excluded.includes(stored.senderId)) return false
  const sender = findMemberAfterMembershipChange(roster, stored.senderId, epoch.headSeq)
  return (
    sender !== undefined &&
    hasSamePublicKeys(sender.card, disclosed.card) &&
    plaintext.head === roster.hashes[epoch.headSeq - 1]
  )
}

/** Returns the signed content of a message: the latest revision if it was edited, otherwise the original. */
function getCurrentRevision({ revision, ...message }: ReportedMessage) {
  if (!revision) return message
  const { id: clientId, content, metadata } = revision
  return { messageType: 'change', clientId, content, metadata }
}

/**
 * Returns the stored fields that the signature of an encrypted message covers, or undefined for plaintext.
 * Plaintext may look like ciphertext, so a message counts as encrypted only in an encrypted group.
 */
function readEncryptedFrame(message: ReportedMessage): StoredEncryptedMessage | undefined {
  const { isEncrypted, groupId, senderId } = message
  const { messageType, clientId, content, metadata } = getCurrentRevision(message)
  const { data: mark } = encryptionMark.safeParse((metadata as { e2ee?: unknown } | null)?.e2ee)
  if (!isEncrypted || !mark || !encryptedContentPattern.test(content)) return undefined
  return { groupId, senderId, messageType, clientId, mark }
}

/**
 * Builds the content of a report. For an unencrypted message, it is a copy of the text.
 * For an encrypted message, it is the plaintext that the reporter disclosed, after its signature is verified.
 */
async function buildReportContent(db: Db, message: ReportedMessage, disclosed: DisclosedMessage | undefined) {
  const stored = readEncryptedFrame(message)
  if (!stored && !disclosed) {
    const { file } = parseMessageMetadata(message.metadata)
    return { content: message.content, ...(file && message.fileId === file.id && { frame: { file } }) }
  }
  if (!stored || !disclosed || !(await isDisclosedMessageGenuine(db, disclosed, stored, message.clientId)))
    throw badInput()
  const { messageType, clientId, mark } = stored
  return { disclosed, frame: { messageType, clientId, mark } }
}

/** Returns true when no other user has an open report about the message; moderators are notified only once. */
async function isFirstOpenReport(db: Db, messageId: number, reporterId: number): Promise<boolean> {
  const others = await db
    .select({ id: messageReports.id })
    .from(messageReports)
    .where(
      and(
        eq(messageReports.messageId, messageId),
        eq(messageReports.status, 'open'),
        ne(messageReports.reporterId, reporterId),
      ),
    )
    .limit(1)
  return others.length === 0
}

export async function reportChatMessage(context: SignedInContext, body: ReportBody): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const { reason, note, disclosed } = body
    const message = await requireReportableMessage(tx, body.messageId)
    const { id: messageId, groupId, senderId } = message
    const copy = await buildReportContent(db, message, disclosed)
    const [report] = await db
      .insert(messageReports)
      .values({ messageId, groupId, senderId, reporterId: actor.id, reason, note, ...copy })
      .onConflictDoNothing()
      .returning({ id: messageReports.id })
    if (!report) return
    await enforceRateLimits(tx, { key: hashRateLimitKey('reports', String(actor.id)), ...reportLimit })
    const users = await findReportModerators(db, report.id)
    await recordAuditEvent(tx, {
      kind: 'message.reported',
      details: { messageId, reason },
      // The audit event identifies the reporter and has no country, so that only headquarters can read it.
      target: { type: 'group', id: groupId, country: null },
      ...((await isFirstOpenReport(db, messageId, actor.id)) && {
        notify: { users, kind: 'report.made', params: { groupId } },
      }),
      touches: { topics: ['reports'], to: { users } },
    })
  })
}
