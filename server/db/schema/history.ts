// History of users and clubs, from which comparisons with earlier months are computed.
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { userStatuses } from '#shared/constants.ts'
import { buildAllowedValuesConstraint, createdAt } from './columns.ts'
import { clubs, users } from './core.ts'

/** History of users: each row is a change of a user's status, country or club, with the state after the change. */
export const userHistory = pgTable(
  'user_history',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    status: text({ enum: userStatuses }).notNull(),
    currentCountry: text(),
    clubId: integer().references(() => clubs.id),
    reason: text(),
    changedBy: integer().references(() => users.id),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('user_history_status', t.status, userStatuses),
    index('user_history_of_user').on(t.userId, t.createdAt),
    index('user_history_by_time').on(t.createdAt),
    index('user_history_by_changer').on(t.changedBy).where(sql`${t.changedBy} is not null`),
  ],
)

export const clubHistory = pgTable(
  'club_history',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    clubId: integer()
      .notNull()
      .references(() => clubs.id),
    isActive: boolean().notNull(),
    changedBy: integer().references(() => users.id),
    createdAt: createdAt(),
  },
  t => [
    index('club_history_of_club').on(t.clubId, t.createdAt),
    index('club_history_by_time').on(t.createdAt),
    index('club_history_by_changer').on(t.changedBy).where(sql`${t.changedBy} is not null`),
  ],
)

/** Last membership number per country and year. The transaction that approves a member raises it. */
export const membershipCounters = pgTable(
  'membership_counters',
  {
    countryCode: text().notNull(),
    year: smallint().notNull(),
    lastNumber: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.countryCode, t.year] })],
)

/**
 * Membership numbers that were in use once and must never be assigned again. Triggers maintain the table. The numbers
 * are stored as hashes, so that an erased member cannot be found by number.
 */
export const retiredNumbers = pgTable('retired_numbers', {
  hash: text().primaryKey(),
  createdAt: createdAt(),
})
