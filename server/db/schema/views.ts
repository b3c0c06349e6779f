import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { viewedLists } from '#shared/contracts/views.ts'
import { createdAt, oneOf } from './columns.ts'
import { users } from './core.ts'

/** How somebody likes to look at a list: filters, order and columns, as they stand in its address. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    list: text({ enum: viewedLists }).notNull(),
    name: text().notNull(),
    search: text().notNull(),
    /** For everybody who has the role of its owner, as long as both do. */
    isShared: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  t => [
    oneOf('saved_views_list', t.list, viewedLists),
    check('saved_views_size', sql`length(${t.search}) <= 1000`),
    unique('saved_views_unique').on(t.userId, t.list, t.name),
    index('saved_views_shared').on(t.list).where(sql`${t.isShared}`),
  ],
)
