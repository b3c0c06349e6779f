import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { reportReasons, reportStatuses } from '#shared/constants.ts'
import type { DisclosedMessage, StoredEncryptedMessage } from '#shared/e2ee/disclosed-message.ts'
import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'
import { messageGroups, messages } from './chat.ts'
import { buildAllowedValuesConstraint, createdAt, timestampColumn } from './columns.ts'
import { users } from './core.ts'

/** Messages that members reported to moderators. The retention job deletes a report some time after its decision. */
export const messageReports = pgTable(
  'message_reports',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    messageId: bigint({ mode: 'number' })
      .notNull()
      .references(() => messages.id),
    groupId: integer()
      .notNull()
      .references(() => messageGroups.id),
    reporterId: integer()
      .notNull()
      .references(() => users.id),
    /** Sender of the reported message. */
    senderId: integer()
      .notNull()
      .references(() => users.id),
    reason: text({ enum: reportReasons }).notNull(),
    note: text(),
    /** Copy of the reported message. In an encrypted group: the decrypted text that the reporter sent along. */
    content: text(),
    disclosed: jsonb().$type<DisclosedMessage>(),
    /**
     * Fields that link the disclosed content to the reported message, which may be edited or deleted later. For a
     * message that is not encrypted: its attached file, which moderators can open until the report is decided.
     */
    frame: jsonb().$type<
      Pick<StoredEncryptedMessage, 'messageType' | 'clientId' | 'mark'> | { file: AttachedFile }
    >(),
    status: text({ enum: reportStatuses }).notNull().default('open'),
    decidedBy: integer().references(() => users.id),
    decidedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('message_reports_reason', t.reason, reportReasons),
    buildAllowedValuesConstraint('message_reports_status', t.status, reportStatuses),
    check('message_reports_one_copy', sql`(${t.content} is null) <> (${t.disclosed} is null)`),
    check('message_reports_decided', sql`(${t.status} = 'open') = (${t.decidedAt} is null)`),
    unique('message_reports_once').on(t.messageId, t.reporterId),
    index('message_reports_open').on(t.id).where(sql`${t.status} = 'open'`),
    index('message_reports_settled').on(t.decidedAt),
    index('message_reports_by_reporter').on(t.reporterId),
    index('message_reports_of_sender').on(t.senderId),
    index('message_reports_by_decider').on(t.decidedBy).where(sql`${t.decidedBy} is not null`),
  ],
)
