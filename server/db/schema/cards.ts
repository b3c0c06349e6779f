import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'

/**
 * What cards and certificates are signed with: the newest that is not revoked. Only public halves: the other follows
 * from the secret and the salt, so that nobody who has the database alone can make a card.
 */
export const signingKeys = pgTable('signing_keys', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  salt: text().notNull(),
  publicKey: text().notNull(),
  /** It may have become known: whatever it signed counts as withdrawn. */
  revokedAt: moment(),
  createdAt: createdAt(),
})
