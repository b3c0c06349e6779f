import type { Db } from '#server/db/client.ts'
import { type acceptanceWays, termAcceptances } from '#server/db/schema/terms.ts'
import { currentTerms } from '#shared/terms.ts'

/** In the transaction of what it belongs to. The same again changes nothing: the first time stands. */
export async function noteAcceptance(
  db: Db,
  userId: number,
  { way, consented }: { way: (typeof acceptanceWays)[number]; consented: boolean },
): Promise<void> {
  await db
    .insert(termAcceptances)
    .values({ userId, version: currentTerms, way, consented })
    .onConflictDoNothing()
}
