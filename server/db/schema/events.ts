// Side effects of a change: audit events, notifications and outgoing mail.
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { mailStatuses } from '#shared/constants.ts'
import { announcements } from './announcements.ts'
import { buildAllowedValuesConstraint, createdAt, timestampColumn } from './columns.ts'
import { users } from './core.ts'

/** Audit log. Rows contain ids and codes, never names or email addresses. The application role can only insert rows. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** User who caused the audit event; null for anonymous visitors and for the server itself. */
    actorId: integer(),
    kind: text().notNull(),
    targetType: text(),
    targetId: text(),
    /** Country of the target at the time of the audit event. Country administrators see the events of their country. */
    country: text(),
    details: jsonb().$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    createdAt: createdAt(),
  },
  t => [
    index('audit_events_by_time').on(t.createdAt, t.id),
    index('audit_events_of_target').on(t.targetType, t.targetId, t.id),
    index('audit_events_of_actor').on(t.actorId, t.id),
    index('audit_events_of_country').on(t.country, t.createdAt, t.id),
    index('audit_events_of_kind').on(t.kind, t.createdAt, t.id),
  ],
)

export const notifications = pgTable(
  'notifications',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    kind: text().notNull(),
    params: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    readAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [
    index('notifications_of_user').on(t.userId, t.id),
    index('notifications_unread').on(t.userId).where(sql`${t.readAt} is null`),
    index('notifications_by_caller')
      .on(sql`((${t.params}->>'userId')::int)`, t.createdAt)
      .where(sql`${t.kind} = 'message.mentioned'`),
  ],
)

export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    userId: integer().references(() => users.id),
    recipient: text().notNull(),
    kind: text().notNull(),
    params: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    /** Announcement that the mail contains. The text of the announcement is read when the mail is sent. */
    announcementId: integer().references(() => announcements.id),
    /**
     * Message-ID header of the mail, created when the mail is queued, so that mail programs recognise a repeated
     * delivery as a duplicate.
     */
    messageId: text().notNull().unique('mail_outbox_message_id_unique'),
    status: text({ enum: mailStatuses }).notNull().default('queued'),
    attempts: smallint().notNull().default(0),
    lastError: text(),
    sentAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('mail_outbox_status', t.status, mailStatuses),
    index('mail_outbox_by_status').on(t.status, t.id),
    index('mail_outbox_of_user').on(t.userId),
    index('mail_outbox_of_announcement')
      .on(t.announcementId, t.status)
      .where(sql`${t.announcementId} is not null`),
  ],
)
