import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { listsWithViews } from '#shared/contracts/users/views.schemas.ts'
import { buildAllowedValuesConstraint, createdAt } from './columns.ts'
import { users } from './core.ts'

/** Saved list views: filters, sort order and columns of a list, stored as URL search parameters. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    list: text({ enum: listsWithViews }).notNull(),
    name: text().notNull(),
    search: text().notNull(),
    /** True when the saved view is shared with all users who have the owner's role. */
    isShared: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('saved_views_list', t.list, listsWithViews),
    check('saved_views_size', sql`length(${t.search}) <= 1000`),
    unique('saved_views_unique').on(t.userId, t.list, t.name),
    index('saved_views_shared').on(t.list).where(sql`${t.isShared}`),
  ],
)
