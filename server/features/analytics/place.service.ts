import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { clubs } from '#server/db/schema/core.ts'
import { badInput, notFound } from '#server/errors.ts'
import type { Country } from '#shared/constants.ts'
import { fieldTexts } from '#shared/errors.ts'

/** What the figures are about: everything, a country, or a club and so its country too. */
export interface Place {
  country?: Country
  clubId?: number
}

export const everywhere: Place = {}

/** A club that is not there, or not in the country that was chosen with it, has no figures. */
export async function requirePlace(db: Db, { country, clubId }: Place): Promise<Place> {
  if (clubId === undefined) return { country }
  const [club] = await db.select({ country: clubs.country }).from(clubs).where(eq(clubs.id, clubId))
  if (!club) throw notFound()
  if (country && country !== club.country) throw badInput({ clubId: fieldTexts.clubElsewhere })
  return { country: club.country, clubId }
}

/** How a place is called in the kept figures; nothing for everywhere. */
export function placeKey({ country, clubId }: Place): string | undefined {
  return clubId === undefined ? country : String(clubId)
}
