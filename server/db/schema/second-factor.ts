// What a person proves besides their password.
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
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

/** What signs in by itself: it has verified its person, so it is both steps at once. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    credentialId: text().notNull().unique('passkeys_credential_unique'),
    publicKey: bytes().notNull(),
    /** How often it has signed; one that goes back was copied. Many always say 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    /** As its owner calls it. */
    name: text().notNull(),
    /** It goes along to the person's other devices. */
    isSynced: boolean().notNull(),
    usedAt: moment(),
    createdAt: createdAt(),
  },
  t => [index('passkeys_of_user').on(t.userId)],
)
