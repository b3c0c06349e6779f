import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'

/** Returns the club that holds the activity in the form that permission checks expect, or null. */
export function getHostClub({ clubId, clubCountry }: ActivityRow) {
  return clubId && clubCountry ? { id: clubId, country: clubCountry } : null
}
