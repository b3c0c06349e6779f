// What a person proves besides their password.
import { bigint, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, createdAt, moment } from './columns.ts'
import { users } from './core.ts'

/** An authenticator app that makes codes from a secret it shares with us. */
export const twoFactor = pgTable('two_factor', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  /** Encrypted and bound to this row. */
  secret: bytes().notNull(),
  /** Null: begun, and not yet shown to work. */
  confirmedAt: moment(),
  /** The last step of time whose code was taken; no code is taken twice. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
})

/** For whoever lost the app: each good once. Only hashes; the codes are too long to be guessed from them. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    hash: text().notNull(),
    usedAt: moment(),
    createdAt: createdAt(),
  },
  t => [uniqueIndex('recovery_codes_unique').on(t.userId, t.hash)],
)
