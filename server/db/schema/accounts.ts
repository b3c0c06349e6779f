import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment, oneOf } from './columns.ts'
import { users } from './core.ts'

export const sessions = pgTable(
  'sessions',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The hash of what the cookie holds. */
    token: text().notNull().unique('sessions_token_unique'),
    userAgent: text(),
    expiresAt: moment().notNull(),
    lastSeenAt: createdAt(),
    createdAt: createdAt(),
  },
  t => [index('sessions_of_user').on(t.userId), index('sessions_by_expiry').on(t.expiresAt)],
)

const accountTokenKinds = ['confirm_email', 'reset_password'] as const

/** What a link in a mail stands for. The link is signed with the key; nothing here lets anybody make one. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: accountTokenKinds }).notNull(),
    /** The address it was sent to; one that has changed since is not confirmed by it. */
    email: text().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
    createdAt: createdAt(),
  },
  t => [
    oneOf('account_tokens_kind', t.kind, accountTokenKinds),
    index('account_tokens_of_user').on(t.userId, t.kind),
    index('account_tokens_by_expiry').on(t.expiresAt),
  ],
)

/** The moments of recent attempts under one key; counted and extended in one statement. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    hits: moment().array().notNull(),
    expiresAt: moment().notNull(),
  },
  t => [index('rate_limits_by_expiry').on(t.expiresAt)],
)

/** One row: which key this database was written with, so that a start with another is refused. */
export const installation = pgTable('installation', {
  id: integer().primaryKey().default(1),
  keyFingerprint: text().notNull(),
})
