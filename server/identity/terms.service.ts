import type { Db } from '#server/db/client.ts'
import { type acceptanceWays, termAcceptances } from '#server/db/schema/terms.ts'
import { currentTerms } from '#shared/terms.ts'

/**
 * Records that the user accepted the current terms.
 * Accepting the same terms again keeps the first acceptance.
 * Must run in the transaction of the registration or change that required the acceptance.
 */
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
