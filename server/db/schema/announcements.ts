import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { announcementStatuses, deliveryRoundKinds } from '#shared/constants.ts'
import type { Audience, Poll } from '#shared/contracts/announcements/announcements.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { languages } from '#shared/language/languages.ts'
import { activities } from './activities.ts'
import {
  buildAllowedValuesConstraint,
  buildCountryConstraint,
  createdAt,
  timestampColumn,
  versionColumns,
} from './columns.ts'
import { clubs, files, users } from './core.ts'

/** Announcements by headquarters, a country or a club to many members. */
export const announcements = pgTable(
  'announcements',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    authorId: integer()
      .notNull()
      .references(() => users.id),
    /**
     * Publisher of the announcement: a club, a country, or headquarters when both are null. Only members of the
     * publisher receive it.
     */
    country: text({ enum: countries }),
    clubId: integer().references(() => clubs.id),
    title: text().notNull(),
    /** Announcement text in the markup of shared/rich-text.ts. */
    body: text().notNull(),
    ...versionColumns(),
    secondBody: text(),
    imageId: uuid().references(() => files.id),
    documents: jsonb().$type<string[]>().notNull().default([]),
    /** Activity that the announcement is about; null for an announcement about something else. */
    activityId: integer().references(() => activities.id),
    isUrgent: boolean().notNull().default(false),
    audience: jsonb().$type<Audience>().notNull().default({}),
    poll: jsonb().$type<Poll>(),
    status: text({ enum: announcementStatuses }).notNull().default('draft'),
    /** Time at which the announcement will be sent or was sent. */
    sendAt: timestampColumn(),
    /**
     * User who sent the announcement. The permission of this user is checked again when a scheduled announcement is
     * sent.
     */
    sentBy: integer().references(() => users.id),
    /** Number of recipients of the announcement; null until the list of recipients has been stored. */
    recipientCount: integer(),
    correctedAt: timestampColumn(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('announcements_status', t.status, announcementStatuses),
    buildCountryConstraint('announcements_country', t.country),
    check('announcements_title', sql`${t.title} <> ''`),
    buildAllowedValuesConstraint('announcements_language', t.language, languages),
    buildAllowedValuesConstraint('announcements_second_language', t.secondLanguage, languages),
    check('announcements_two_languages', sql`${t.secondLanguage} <> ${t.language}`),
    check(
      'announcements_second_version',
      sql`case when ${t.secondLanguage} is null then coalesce(${t.secondTitle}, ${t.secondBody}) is null
               else coalesce(${t.secondTitle}, '') <> '' and coalesce(${t.secondBody}, '') <> '' end`,
    ),
    check('announcements_one_sender', sql`${t.country} is null or ${t.clubId} is null`),
    check(
      'announcements_moment',
      sql`${t.status} = 'draft' or (${t.sendAt} is not null and ${t.sentBy} is not null)`,
    ),
    index('announcements_due').on(t.sendAt).where(sql`${t.status} = 'scheduled'`),
    index('announcements_of_club').on(t.clubId, t.id),
    index('announcements_of_country').on(t.country, t.id),
    index('announcements_by_author').on(t.authorId),
    index('announcements_by_sender').on(t.sentBy),
    index('announcements_of_activity').on(t.activityId),
    index('announcements_of_image').on(t.imageId),
  ],
)

/** Recipients of an announcement, determined when it is sent. Members who join later are not recipients. */
export const announcementRecipients = pgTable(
  'announcement_recipients',
  {
    announcementId: integer()
      .notNull()
      .references(() => announcements.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Time at which the recipient opened the announcement in the app. Opening the mail is not tracked. */
    readAt: timestampColumn(),
    /** Index of the poll answer that the recipient chose among the poll answers of the announcement. */
    answer: smallint(),
    answeredAt: timestampColumn(),
  },
  t => [
    primaryKey({ columns: [t.announcementId, t.userId] }),
    check('announcement_recipients_answer', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
    index('announcement_recipients_of_user').on(t.userId, t.announcementId),
  ],
)

/**
 * Delivery round of an announcement: processes all recipients in order of id, some hundreds per transaction, which also
 * advances `upTo`. An interrupted round therefore continues after the last notified recipient and notifies nobody
 * twice.
 */
export const announcementRounds = pgTable(
  'announcement_rounds',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    announcementId: integer()
      .notNull()
      .references(() => announcements.id),
    kind: text({ enum: deliveryRoundKinds }).notNull(),
    upTo: integer().notNull().default(0),
    /**
     * Number of recipients that this delivery round (batch delivery of an announcement or a reminder) has processed so
     * far.
     */
    count: integer().notNull().default(0),
    createdAt: createdAt(),
    finishedAt: timestampColumn(),
    /**
     * Time of the delivery round's last failure. After a failure the round pauses, so that other deliveries can
     * proceed.
     */
    failedAt: timestampColumn(),
  },
  t => [
    buildAllowedValuesConstraint('announcement_rounds_kind', t.kind, deliveryRoundKinds),
    index('announcement_rounds_open').on(t.id).where(sql`${t.finishedAt} is null`),
    index('announcement_rounds_of_announcement').on(t.announcementId, t.id),
  ],
)
