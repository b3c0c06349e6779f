import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { clubs } from '#server/db/schema/core.ts'
import type { Country } from '#shared/constants.ts'

/** Clubs that take members, for whoever is about to register. */
export async function listClubOptions(db: Db, country: Country) {
  return db
    .select({ id: clubs.id, name: clubs.name, city: clubs.city })
    .from(clubs)
    .where(and(eq(clubs.country, country), eq(clubs.isActive, true)))
    .orderBy(asc(clubs.name), asc(clubs.id))
}
