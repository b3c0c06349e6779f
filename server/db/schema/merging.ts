// Two accounts that may be of one person, and what was decided about them.
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { countries } from '#shared/constants.ts'
import { likelyReasons, type MergedField } from '#shared/contracts/merging.ts'
import { createdAt, moment, oneOf } from './columns.ts'
import { users } from './core.ts'

/** Found by a job among those whose name, telephone or place changed (`unpaired`), so that no list compares people. */
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
    /** Where both belong, for the list of a country; null: not to one. */
    country: text({ enum: countries }),
    /** Somebody has said that they are two people. Remembered, so that nobody is asked again. */
    dismissedAt: moment(),
    dismissedBy: integer().references(() => users.id),
    createdAt: createdAt(),
  },
  t => [
    oneOf('likely_pairs_why', t.why, likelyReasons),
    check('likely_pairs_order', sql`${t.lowId} < ${t.highId}`),
    unique('likely_pairs_once').on(t.lowId, t.highId),
    index('likely_pairs_open').on(t.id).where(sql`${t.dismissedAt} is null`),
    index('likely_pairs_of_country').on(t.country, t.id).where(sql`${t.dismissedAt} is null`),
    index('likely_pairs_by_high').on(t.highId),
    index('likely_pairs_by_judge').on(t.dismissedBy),
  ],
)

/** Two accounts in which people are at home are made one only when both owners say so. It goes once that is decided. */
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
    /** By whose right it is done; judged again when it is. */
    askedBy: integer()
      .notNull()
      .references(() => users.id),
    /** The fields that the one which stays takes over from the other. */
    take: text().array().$type<MergedField[]>().notNull(),
    /** When each owner has said yes. */
    keptAt: moment(),
    goneAt: moment(),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
  },
  t => [
    check('merge_requests_two', sql`${t.keptId} <> ${t.goneId}`),
    index('merge_requests_by_asker').on(t.askedBy),
    index('merge_requests_by_expiry').on(t.expiresAt),
  ],
)
