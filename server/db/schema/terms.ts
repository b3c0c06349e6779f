import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { buildAllowedValuesConstraint, createdAt } from './columns.ts'
import { users } from './core.ts'

/**
 * How a user accepted the terms of use: before terms had versions, with an application, via Google, by a mailed link,
 * or when asked to.
 */
export const acceptanceMethods = ['before', 'application', 'google', 'link', 'asked'] as const

/** Acceptances of the terms of use by user and version. The application role can only add rows. */
export const termAcceptances = pgTable(
  'term_acceptances',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    version: smallint().notNull(),
    /** True when the user explicitly consented to the storage of political party membership. */
    consented: boolean().notNull(),
    way: text({ enum: acceptanceMethods }).notNull(),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('term_acceptances_way', t.way, acceptanceMethods),
    check('term_acceptances_version', sql`${t.version} > 0`),
    uniqueIndex('term_acceptances_once').on(t.userId, t.version, t.consented),
  ],
)
