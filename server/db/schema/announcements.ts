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
import { announcementStatuses, countries, roundKinds } from '#shared/constants.ts'
import type { Audience, Poll } from '#shared/contracts/announcements.ts'
import { activities } from './activities.ts'
import { createdAt, moment, oneOf } from './columns.ts'
import { clubs, files, users } from './core.ts'

/** What headquarters, a country or a club says to many. */
export const announcements = pgTable(
  'announcements',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    authorId: integer()
      .notNull()
      .references(() => users.id),
    /** Who speaks, and so how far it can reach: a club, a country, or headquarters where both are null. */
    country: text({ enum: countries }),
    clubId: integer().references(() => clubs.id),
    title: text().notNull(),
    /** With the marks of shared/rich-text.ts. */
    body: text().notNull(),
    imageId: uuid().references(() => files.id),
    documents: jsonb().$type<string[]>().notNull().default([]),
    /** What it is about. */
    activityId: integer().references(() => activities.id),
    isUrgent: boolean().notNull().default(false),
    audience: jsonb().$type<Audience>().notNull().default({}),
    poll: jsonb().$type<Poll>(),
    status: text({ enum: announcementStatuses }).notNull().default('draft'),
    /** When it is to go out, or when it did. */
    sendAt: moment(),
    /** By whose right it goes out; judged again when it does. */
    sentBy: integer().references(() => users.id),
    /** Known once those it reaches are written down, all at one moment. */
    recipientCount: integer(),
    correctedAt: moment(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    oneOf('announcements_status', t.status, announcementStatuses),
    oneOf('announcements_country', t.country, countries),
    check('announcements_title', sql`${t.title} <> ''`),
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

/** Those whom one reaches, as it was when it went out: whoever comes later is not among them. */
export const announcementRecipients = pgTable(
  'announcement_recipients',
  {
    announcementId: integer()
      .notNull()
      .references(() => announcements.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Opened in the program; of mail nobody knows. */
    readAt: moment(),
    /** Of its question: the place of the answer in the list. */
    answer: smallint(),
    answeredAt: moment(),
  },
  t => [
    primaryKey({ columns: [t.announcementId, t.userId] }),
    check('announcement_recipients_answer', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
    index('announcement_recipients_of_user').on(t.userId, t.announcementId),
  ],
)

/**
 * Going through all recipients in the order of their ids, some hundreds a transaction, which also moves `upTo`. So a
 * round that was broken off goes on behind the last whom it told, and tells nobody twice.
 */
export const announcementRounds = pgTable(
  'announcement_rounds',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    announcementId: integer()
      .notNull()
      .references(() => announcements.id),
    kind: text({ enum: roundKinds }).notNull(),
    upTo: integer().notNull().default(0),
    /** How many it has gone through. */
    count: integer().notNull().default(0),
    createdAt: createdAt(),
    finishedAt: moment(),
    /** When it last failed; it rests for a while then, so that others have their turn. */
    failedAt: moment(),
  },
  t => [
    oneOf('announcement_rounds_kind', t.kind, roundKinds),
    index('announcement_rounds_open').on(t.id).where(sql`${t.finishedAt} is null`),
    index('announcement_rounds_of_announcement').on(t.announcementId, t.id),
  ],
)
