import type { Db } from '#server/db/connection/client.ts'
import { type acceptanceMethods, termAcceptances } from '#server/db/schema/terms.ts'
import { currentTermsVersion } from '#shared/terms.ts'

/**
 * Records that the user accepted the current terms of use. Accepting the same version again keeps the first acceptance.
 * Must run in the transaction of the registration or change that required the acceptance.
 */
export async function recordTermsAcceptance(
  db: Db,
  userId: number,
  { way, consented }: { way: (typeof acceptanceMethods)[number]; consented: boolean },
): Promise<void> {
  await db
    .insert(termAcceptances)
    .values({ userId, version: currentTermsVersion, way, consented })
    .onConflictDoNothing()
}
