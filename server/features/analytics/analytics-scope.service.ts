import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { clubs } from '#server/db/schema/core.ts'
import { badInput, notFound } from '#server/errors.ts'
import type { Country } from '#shared/countries/countries.ts'
import { fieldTexts } from '#texts/errors.ts'

/** Scope of analytics: everything, a country, or a club with its country. */
export interface AnalyticsScope {
  country?: Country
  clubId?: number
}

export const globalScope: AnalyticsScope = {}

/** Validates an analytics filter. Throws 404 for an unknown club and 400 for a club of another country. */
export async function validateAnalyticsFilter(
  db: Db,
  { country, clubId }: AnalyticsScope,
): Promise<AnalyticsScope> {
  if (clubId === undefined) return { country }
  const [club] = await db.select({ country: clubs.country }).from(clubs).where(eq(clubs.id, clubId))
  if (!club) throw notFound()
  if (country && country !== club.country) throw badInput({ clubId: fieldTexts.clubElsewhere })
  return { country: club.country, clubId }
}

/** Returns the club id or country that identifies stored counters; undefined for counters of all members. */
export function getMaterializedCounterKeyOfScope({ country, clubId }: AnalyticsScope): string | undefined {
  return clubId === undefined ? country : String(clubId)
}
