import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { groupTypes } from '#shared/constants.ts'
import { buildAllowedValuesConstraint } from './columns.ts'

/**
 * Stored counts of users, clubs, activities and groups by one dimension and by status. Triggers maintain them, so that
 * no service can forget an update and no request counts a million rows. The combination with a country or club filter
 * is a separate dimension, such as `education@Japan` or `education@17` (club id).
 */
export const summaries = pgTable(
  'summaries',
  {
    entity: text({ enum: ['user', 'club', 'activity', 'group'] }).notNull(),
    dimension: text().notNull(),
    /**
     * Value of the dimension, such as a country, club, year or type, by which records are counted. Empty for records
     * without a value.
     */
    key: text().notNull(),
    status: text().notNull(),
    count: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.entity, t.dimension, t.key, t.status] })],
)

/**
 * Monthly change of the number of active members per country and club, maintained by triggers on the user history.
 * The count at the end of an earlier month is the current count minus all later changes.
 */
export const memberChanges = pgTable(
  'member_changes',
  {
    /** Month of the change in the number of members, such as 2026-11, in the time zone of Kuala Lumpur. */
    month: text().notNull(),
    /** Country of the counted members; empty for members without a country. */
    country: text().notNull(),
    club: text().notNull(),
    change: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.month, t.country, t.club] })],
)

/**
 * Number of chat messages per day (Kuala Lumpur time). A job counts them later, so that sending a message stays fast.
 */
export const messageCounts = pgTable(
  'message_counts',
  {
    /** Club id or country whose messages are counted. Empty in rows that count the messages of all groups. */
    place: text().notNull(),
    day: date().notNull(),
    groupType: text({ enum: groupTypes }).notNull(),
    messageType: text().notNull(),
    count: integer().notNull(),
  },
  t => [
    primaryKey({ columns: [t.place, t.day, t.groupType, t.messageType] }),
    buildAllowedValuesConstraint('message_counts_group_type', t.groupType, groupTypes),
  ],
)

/**
 * Progress of background work, by name of the work: the last processed id or, for periodic work, the
 * time of the last run.
 */
export const positions = pgTable('positions', {
  name: text().primaryKey(),
  lastId: bigint({ mode: 'number' }).notNull(),
})
