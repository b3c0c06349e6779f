// Second factors: authenticator apps, recovery codes and passkeys.
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, createdAt, timestampColumn } from './columns.ts'
import { users } from './core.ts'

/** Authenticator app (TOTP): generates codes from a shared secret. */
export const twoFactor = pgTable('two_factor', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  /** Shared secret of the authenticator app. The encryption depends on the row, so a copy in another row is useless. */
  secret: bytes().notNull(),
  /** Time at which the user confirmed the authenticator app with a first code; null until then. */
  confirmedAt: timestampColumn(),
  /** Last 30-second time step from which a code was accepted, because no code may be used twice. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
})

/**
 * Recovery codes for users who lost their authenticator app, each valid once. Stored as hashes of long random codes.
 */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    hash: text().notNull(),
    usedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [uniqueIndex('recovery_codes_unique').on(t.userId, t.hash)],
)

/**
 * Passkeys, with which users sign in without a password. The device verifies its user, so a passkey counts as both
 * factors.
 */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    credentialId: text().notNull().unique('passkeys_credential_unique'),
    publicKey: bytes().notNull(),
    /** Signature counter of the passkey. A decrease indicates a cloned passkey. Many devices always send 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    /** Name that the owner gave to the passkey. */
    name: text().notNull(),
    /** True when the passkey is synchronised to the user's other devices. */
    isSynced: boolean().notNull(),
    usedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [index('passkeys_of_user').on(t.userId)],
)
