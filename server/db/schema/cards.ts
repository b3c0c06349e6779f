import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, timestampColumn } from './columns.ts'

/**
 * Public keys for signed member cards and certificates. The newest key that is not revoked signs new ones.
 * Private keys are derived from the secret key and the salt, so the database alone cannot sign a card.
 */
export const signingKeys = pgTable('signing_keys', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  salt: text().notNull(),
  publicKey: text().notNull(),
  /**
   * Revocation time of the signing key, set when the private key may have leaked. All its signatures are then invalid.
   */
  revokedAt: timestampColumn(),
  createdAt: createdAt(),
})
