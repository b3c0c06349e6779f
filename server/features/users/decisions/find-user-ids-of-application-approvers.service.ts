import { and, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { users } from '#server/db/schema/core.ts'
import type { Country } from '#shared/countries/countries.ts'

/** Returns the users notified of a new applicant: headquarters and administrators of the applicant's country. */
export async function findUserIdsOfApplicationApprovers(db: Db, country: Country | null): Promise<number[]> {
  const isInScope = or(
    inArray(users.role, ['system_admin', 'hq_admin']),
    country ? and(eq(users.role, 'country_admin'), eq(users.currentCountry, country)) : undefined,
  )
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.status, 'active'), isInScope))
  return rows.map(({ id }) => id)
}
