import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { publishEvent } from '#server/db/bus/bus.ts'
import { messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { messageReports } from '#server/db/schema/reports.ts'
import { conflict } from '#server/errors.ts'
import { buildUserAuditTarget, notifyUsers, recordAuditEvent } from '#server/events/events.service.ts'
import { unpinMessage } from '#server/features/chat/messages/unpin-message.service.ts'
import { updateMessageAndRecordChange } from '#server/features/chat/messages/update-message-and-record-change.service.ts'
import { deleteFileRowAndContent } from '#server/features/files/files.service.ts'
import type { ReportReason } from '#shared/constants.ts'
import { findReportModerators } from './moderators.queries.ts'
import { requireReportModeratedByCaller } from './reports.service.ts'

type Report = Awaited<ReturnType<typeof requireReportModeratedByCaller>>

/**
 * Settles all open reports about the message and notifies the reporters.
 * When two moderators decide concurrently, the second gets 409.
 */
async function settleReportsOfMessage(tx: SignedInContext, report: Report, status: 'hidden' | 'dismissed') {
  const { db, actor } = tx
  const { messageId, groupId } = report
  const settled = await db
    .update(messageReports)
    .set({ status, decidedBy: actor.id, decidedAt: sql`now()` })
    .where(and(eq(messageReports.messageId, messageId), eq(messageReports.status, 'open')))
    .returning({ reporterId: messageReports.reporterId })
  if (settled.length === 0) throw conflict('report_decided')
  const reporters = settled.map(({ reporterId }) => reporterId).filter(id => id !== actor.id)
  await notifyUsers(tx, { users: reporters, kind: `report.${status}`, params: { groupId } })
  await deleteFileKeptForReport(tx, messageId)
}

/** When a report is decided, deletes the file of the reported message if the message has been deleted. */
async function deleteFileKeptForReport(tx: SignedInContext, messageId: number): Promise<void> {
  const [deletedMessage] = await tx.db
    .select({ fileId: messages.fileId })
    .from(messages)
    .where(and(eq(messages.id, messageId), isNotNull(messages.deletedAt)))
  if (!deletedMessage?.fileId) return
  await tx.db.update(messages).set({ fileId: null }).where(eq(messages.id, messageId))
  await deleteFileRowAndContent(tx, deletedMessage.fileId)
}

/** Builds the event that makes all moderators of a report reload their report lists. */
async function buildReportListInvalidation({ db }: SignedInContext, { id }: Report) {
  return { topics: ['reports' as const], to: { users: await findReportModerators(db, id) } }
}

/** Hides a reported message. The sender learns the reason but not who reported it. */
export async function hideReportedMessage(
  context: SignedInContext,
  id: number,
  reason: ReportReason,
): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    const report = await requireReportModeratedByCaller(tx, id)
    const { messageId, groupId, senderId } = report
    // The message is marked as hidden first, so that a concurrent report waits for the row lock and is then rejected.
    const [message] = await db
      .update(messages)
      .set({ hiddenFor: reason })
      .where(and(eq(messages.id, messageId), isNull(messages.hiddenFor)))
      .returning({ seq: messages.seq })
    if (!message) throw conflict('report_decided')
    await settleReportsOfMessage(tx, report, 'hidden')
    const [sender] = await db.select().from(users).where(eq(users.id, senderId))
    const [group] = await db.select().from(messageGroups).where(eq(messageGroups.id, groupId))
    await recordAuditEvent(tx, {
      kind: 'message.hidden',
      details: { messageId, groupId, reason },
      target: buildUserAuditTarget(sender ?? { id: senderId, currentCountry: null }),
      notify: { users: [senderId], kind: 'message.hidden', params: { groupId, messageId } },
      touches: [
        await buildReportListInvalidation(tx, report),
        // Group lists show only the newest message, so hiding an older message does not refresh them.
        ...(group?.lastSeq === message.seq ? [{ topics: ['groups' as const], to: { group: groupId } }] : []),
      ],
    })
    await updateMessageAndRecordChange(db, { id: messageId, groupId, seq: message.seq }, {})
    await unpinMessage(tx, { id: messageId, groupId })
    await publishEvent(db, { type: 'hidden', groupId, seq: message.seq })
  })
}

export async function dismissReport(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const report = await requireReportModeratedByCaller(tx, id)
    const { messageId, groupId, country } = report
    await settleReportsOfMessage(tx, report, 'dismissed')
    await recordAuditEvent(tx, {
      kind: 'report.dismissed',
      details: { messageId },
      target: { type: 'group', id: groupId, country },
      touches: await buildReportListInvalidation(tx, report),
    })
  })
}
