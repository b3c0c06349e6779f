import { desc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { userKeys, withdrawnKeys } from '#server/db/schema/e2ee.ts'
import { conflict } from '#server/errors.ts'
import { type Card, hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'

/** Returns a user's newest published and last withdrawn public keys, and the highest key generation number. */
export async function findNewestPublishedAndWithdrawnPublicKeys(db: Db, userId: number) {
  const [published] = await db
    .select({
      gen: userKeys.gen,
      card: userKeys.card,
      priorUnused: userKeys.priorUnused,
      createdAt: userKeys.createdAt,
    })
    .from(userKeys)
    .where(eq(userKeys.userId, userId))
    .orderBy(desc(userKeys.gen))
    .limit(1)
  const [withdrawn] = await db.select().from(withdrawnKeys).where(eq(withdrawnKeys.userId, userId))
  return { published, withdrawn, gen: Math.max(published?.gen ?? 0, withdrawn?.gen ?? 0) }
}

/**
 * Key generations are numbered. After the server was restored from a backup, a device's number may exceed the stored
 * number by at most this value.
 */
const maxLostGenerations = 100

/**
 * Returns true for public keys (key card) of a higher key generation than all before, or equal to the withdrawn ones.
 */
export function canPublishPublicKeys(
  card: Card,
  { gen, published, withdrawn }: Awaited<ReturnType<typeof findNewestPublishedAndWithdrawnPublicKeys>>,
) {
  if (!published && withdrawn && hasSamePublicKeys(withdrawn.card, card)) return true
  return card.gen > gen && card.gen <= gen + maxLostGenerations
}

/**
 * Locks the user's newest public keys until the transaction ends. Throws `keys_moved` unless their generation is `gen`.
 */
export async function lockAndRequireNewestPublicKeys(tx: Db, userId: number, gen: number): Promise<Card> {
  const [newest] = await tx
    .select({ gen: userKeys.gen, card: userKeys.card })
    .from(userKeys)
    .where(eq(userKeys.userId, userId))
    .orderBy(desc(userKeys.gen))
    .limit(1)
    .for('no key update')
  if (newest?.gen !== gen) throw conflict('keys_moved')
  return newest.card
}
