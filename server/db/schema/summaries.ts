import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { groupTypes } from '#shared/constants.ts'
import { oneOf } from './columns.ts'

/**
 * How many users, clubs, activities and groups there are, by one dimension at a time and by status. Kept by triggers,
 * so that no service can forget it and no visit counts a million rows. What a filter by place needs is a dimension of
 * its own, `education@Japan` or `education@17` for the club with that id, so that it is found by equality.
 */
export const summaries = pgTable(
  'summaries',
  {
    entity: text({ enum: ['user', 'club', 'activity', 'group'] }).notNull(),
    dimension: text().notNull(),
    /** The country, club, level, year, month or type; empty for those without one. */
    key: text().notNull(),
    status: text().notNull(),
    count: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.entity, t.dimension, t.key, t.status] })],
)

/**
 * By how much the active members of a place became more or fewer in a month, by the history. Today's figure less what
 * came after is the figure of any month's end. Kept by triggers on the history.
 */
export const memberChanges = pgTable(
  'member_changes',
  {
    /** 2026-11, in Kuala Lumpur. */
    month: text().notNull(),
    /** Empty: none. */
    country: text().notNull(),
    club: text().notNull(),
    change: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.month, t.country, t.club] })],
)

/** Messages of a day in Kuala Lumpur. Counted by a job: the sending transaction has better things to do. */
export const messageCounts = pgTable(
  'message_counts',
  {
    /** A club's id or a country, for the groups of one; empty: all groups, so that a whole is read without its parts. */
    place: text().notNull(),
    day: date().notNull(),
    groupType: text({ enum: groupTypes }).notNull(),
    messageType: text().notNull(),
    count: integer().notNull(),
  },
  t => [
    primaryKey({ columns: [t.place, t.day, t.groupType, t.messageType] }),
    oneOf('message_counts_group_type', t.groupType, groupTypes),
  ],
)

/** How far a job has come that walks along a table by its ids. */
export const positions = pgTable('positions', {
  name: text().primaryKey(),
  lastId: bigint({ mode: 'number' }).notNull(),
})
