import { and, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/core.ts'
import type { Country } from '#shared/constants.ts'

/** Who is told of an applicant: headquarters, and the administrators of the applicant's country. */
export async function findApprovers(db: Db, country: Country | null): Promise<number[]> {
  const reaching = or(
    inArray(users.role, ['system_admin', 'hq_admin']),
    country ? and(eq(users.role, 'country_admin'), eq(users.currentCountry, country)) : undefined,
  )
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.status, 'active'), reaching))
  return rows.map(({ id }) => id)
}
