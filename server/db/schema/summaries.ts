import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * How many users, clubs and activities there are, by one dimension at a time and by status. Kept by triggers, so
 * that no service can forget it and no visit counts a million rows.
 */
export const summaries = pgTable(
  'summaries',
  {
    entity: text({ enum: ['user', 'club', 'activity'] }).notNull(),
    dimension: text().notNull(),
    /** The country, club, level, year or month; empty for those without one. */
    key: text().notNull(),
    status: text().notNull(),
    count: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.entity, t.dimension, t.key, t.status] })],
)
