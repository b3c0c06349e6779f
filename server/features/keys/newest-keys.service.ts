import { desc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { userKeys, withdrawnKeys } from '#server/db/schema/e2ee.ts'
import { conflict } from '#server/errors.ts'
import { type Card, isSameCard } from '#shared/e2ee/card.ts'

/** What is known of somebody's keys, by whom they were ever shown to. */
export async function findGens(db: Db, userId: number) {
  const [published] = await db
    .select({ gen: userKeys.gen, card: userKeys.card, createdAt: userKeys.createdAt })
    .from(userKeys)
    .where(eq(userKeys.userId, userId))
    .orderBy(desc(userKeys.gen))
    .limit(1)
  const [withdrawn] = await db.select().from(withdrawnKeys).where(eq(withdrawnKeys.userId, userId))
  return { published, withdrawn, gen: Math.max(published?.gen ?? 0, withdrawn?.gen ?? 0) }
}

/** A server that was set back knows fewer than a device; more than this it cannot have lost. */
const mostLost = 100

/** Higher than all before, or the very one that was taken back. */
export function mayFollow(card: Card, { gen, published, withdrawn }: Awaited<ReturnType<typeof findGens>>) {
  if (!published && withdrawn && isSameCard(withdrawn.card, card)) return true
  return card.gen > gen && card.gen <= gen + mostLost
}

/** The keys are still these: held, so that whoever adds to them at the same time comes after. */
export async function requireGen(tx: Db, userId: number, gen: number): Promise<Card> {
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
