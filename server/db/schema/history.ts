// What was true when: the comparisons with last month read these, never the current rows.
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { userStatuses } from '#shared/constants.ts'
import { createdAt, oneOf } from './columns.ts'
import { clubs, users } from './core.ts'

/** A row for every change of a person's status, country or club, holding the state after it. */
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
    oneOf('user_history_status', t.status, userStatuses),
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

/** The last membership number given in a country and year; raised in the approving transaction. */
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
 * Numbers that somebody had and nobody has any more: never given again. Kept by triggers; as hashes, because whoever was
 * erased is not to be found by one.
 */
export const retiredNumbers = pgTable('retired_numbers', {
  hash: text().primaryKey(),
  createdAt: createdAt(),
})
