import type { PlacementBody } from '#shared/contracts/users/users.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'

/** Country and club of an applicant, either saved or only chosen by the approver. */
export interface Placement {
  currentCountry: Country | null
  clubId: number | null
}

/**
 * Returns the country and club that the user chose but has not saved. A choice for another country than the applicant's
 * is out of date, because the country can be chosen only while the applicant has none.
 */
export function findUnsavedCountryAndClub(
  chosen: Placement | undefined,
  { currentCountry, clubId }: Placement,
): PlacementBody | undefined {
  if (!chosen?.currentCountry) return undefined
  if (currentCountry && chosen.currentCountry !== currentCountry) return undefined
  if (currentCountry && chosen.clubId === clubId) return undefined
  return { currentCountry: chosen.currentCountry, clubId: chosen.clubId }
}
