import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'

/** Returns the club that organizes the activity, as an argument for permission checks, or null. */
export function getHostClub({ clubId, clubCountry }: ActivityRow) {
  return clubId && clubCountry ? { id: clubId, country: clubCountry } : null
}
