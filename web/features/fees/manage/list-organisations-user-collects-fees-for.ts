import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { can, findManagedClubOrCountry, getPermissionScopeOfActor } from '#shared/policies.ts'
import { planText as text } from '#texts/fees.ts'

interface Collector {
  label: string
  place: { clubId: number | null; country: Country | null }
}

/**
 * Lists for whom the user may collect fees: the user's club, the user's country, and headquarters, by the user's role.
 */
export function listOrganisationsUserCollectsFeesFor(user: CurrentUser): Collector[] {
  const { over } = getPermissionScopeOfActor(user, 'fees.manage')
  const country = user.currentCountry as Country | null
  const collectors: Collector[] = []
  if (over === 'all')
    collectors.push({ label: text.collectors.headquarters, place: { clubId: null, country: null } })
  if (country && (over === 'all' || over === 'country'))
    collectors.push({ label: getCountryName(country), place: { clubId: null, country } })
  if (user.clubId)
    collectors.push({ label: text.collectors.club, place: { clubId: user.clubId, country: null } })
  return over === 'club' ? collectors.slice(-1) : collectors
}

/**
 * Whether the user's segments belong to the collecting club, country or headquarters, so that its fees can use them.
 */
export function canUseMemberSegmentsForFees(
  user: CurrentUser,
  place: Collector['place'] | undefined,
): boolean {
  const owned = can(user, 'segments.use') ? findManagedClubOrCountry(user, 'segments.use') : undefined
  return owned !== undefined && owned.clubId === place?.clubId && owned.country === place.country
}
