import type { ActivityRow } from '#shared/contracts/activities.ts'

/** Whose club it is, as permission asks for it. */
export function hostOf({ clubId, clubCountry }: ActivityRow) {
  return clubId && clubCountry ? { id: clubId, country: clubCountry } : null
}
