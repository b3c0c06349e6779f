import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'

/** Returns the club that organizes the activity, for permission checks, or null if no club organizes it. */
export function getOrganizingClubOfActivity({ clubId, clubCountry }: ActivityRow) {
  return clubId && clubCountry ? { id: clubId, country: clubCountry } : null
}
