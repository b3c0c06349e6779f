import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, oneOf } from './columns.ts'
import { users } from './core.ts'

/** How somebody came to accept: before versions were kept, with their application, on the way to Google, by a link, or asked. */
export const acceptanceWays = ['before', 'application', 'google', 'link', 'asked'] as const

/** Who accepted which version of the terms when. The application's role can only add to it. */
export const termAcceptances = pgTable(
  'term_acceptances',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    version: smallint().notNull(),
    /** Whether they also agreed, in so many words, that their membership of a party is kept. */
    consented: boolean().notNull(),
    way: text({ enum: acceptanceWays }).notNull(),
    createdAt: createdAt(),
  },
  t => [
    oneOf('term_acceptances_way', t.way, acceptanceWays),
    check('term_acceptances_version', sql`${t.version} > 0`),
    uniqueIndex('term_acceptances_once').on(t.userId, t.version, t.consented),
  ],
)
