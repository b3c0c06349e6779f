// Pairs of accounts that may belong to the same person, and requests to merge accounts.
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { MergedField } from '#shared/contracts/merging/merging.schemas.ts'
import { likelyReasons } from '#shared/contracts/users/likely-person.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { buildAllowedValuesConstraint, createdAt, timestampColumn } from './columns.ts'
import { users } from './core.ts'

/**
 * Pairs of possible duplicate users. A job finds them by comparing users whose name, phone or country changed (table
 * `unpaired`).
 */
export const likelyPairs = pgTable(
  'likely_pairs',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    lowId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    highId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    why: text({ enum: likelyReasons }).notNull(),
    /**
     * Country of both users, so that an index finds the pairs of a country; null when the two users have different
     * countries.
     */
    country: text({ enum: countries }),
    /**
     * Time at which an administrator decided that the two accounts belong to different people.
     * Kept so that the pair is not suggested again.
     */
    dismissedAt: timestampColumn(),
    dismissedBy: integer().references(() => users.id),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('likely_pairs_why', t.why, likelyReasons),
    check('likely_pairs_order', sql`${t.lowId} < ${t.highId}`),
    unique('likely_pairs_once').on(t.lowId, t.highId),
    index('likely_pairs_open').on(t.id).where(sql`${t.dismissedAt} is null`),
    index('likely_pairs_of_country').on(t.country, t.id).where(sql`${t.dismissedAt} is null`),
    index('likely_pairs_by_high').on(t.highId),
    index('likely_pairs_by_judge').on(t.dismissedBy),
  ],
)

/**
 * Pending merges of two accounts that are both in use. Both owners must consent. The row is deleted after the
 * decision.
 */
export const mergeRequests = pgTable(
  'merge_requests',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    keptId: integer()
      .notNull()
      .unique('merge_requests_kept_once')
      .references(() => users.id),
    goneId: integer()
      .notNull()
      .unique('merge_requests_gone_once')
      .references(() => users.id),
    /** User who requested the merge. The permission of this user is checked again when the accounts are merged. */
    askedBy: integer()
      .notNull()
      .references(() => users.id),
    /** Fields that the kept account takes over from the merged account. */
    take: text().array().$type<MergedField[]>().notNull(),
    /** Times at which the owners of the kept account and of the merged account consented to the merge. */
    keptAt: timestampColumn(),
    goneAt: timestampColumn(),
    expiresAt: timestampColumn().notNull(),
    createdAt: createdAt(),
  },
  t => [
    check('merge_requests_two', sql`${t.keptId} <> ${t.goneId}`),
    index('merge_requests_by_asker').on(t.askedBy),
    index('merge_requests_by_expiry').on(t.expiresAt),
  ],
)
