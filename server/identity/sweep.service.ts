import { lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { accountTokens, rateLimits, sessions, trustedDevices } from '#server/db/schema/accounts.ts'
import { keyLinks } from '#server/db/schema/e2ee.ts'
import { mergeRequests } from '#server/db/schema/merging.ts'
import { messageReports } from '#server/db/schema/reports.ts'

/** What has run out goes, also where nobody comes back to notice. */
export async function sweepExpired(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
  await db.delete(trustedDevices).where(lt(trustedDevices.expiresAt, sql`now()`))
  // Kept for a while: a mail that waited for its server starts the time of its link anew.
  await db.delete(accountTokens).where(lt(accountTokens.expiresAt, sql`now() - interval '30 days'`))
  await db.delete(rateLimits).where(lt(rateLimits.expiresAt, sql`now()`))
  await db.delete(keyLinks).where(lt(keyLinks.expiresAt, sql`now()`))
  await db.delete(mergeRequests).where(lt(mergeRequests.expiresAt, sql`now()`))
  // What was disclosed in a report is somebody's word, and kept no longer than an objection may take.
  await db.delete(messageReports).where(lt(messageReports.decidedAt, sql`now() - interval '90 days'`))
}
