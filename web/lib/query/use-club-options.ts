import { useQuery } from '@tanstack/react-query'
import { listClubs, listClubsForRegistration } from '#shared/contracts/clubs/clubs.endpoints.ts'
import { type Country, countries } from '#shared/countries/countries.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'

/** Loads the clubs of a country for a select field. Nothing is loaded until a valid country is chosen. */
export function useClubOptions(country: string | undefined) {
  const knownCountry = findAllowedValue(countries, country)
  return useQuery({
    ...buildQueryOptions(listClubsForRegistration, { query: { country: knownCountry as Country } }),
    enabled: knownCountry !== undefined,
  })
}

/** Loads the active clubs of one country, or of all countries, with their locations. */
export function useActiveClubs(country: string | undefined, { isWanted = true } = {}) {
  const filter = { status: 'active' as const, country: findAllowedValue(countries, country) }
  return useQuery({ ...buildQueryOptions(listClubs, { query: filter }), enabled: isWanted })
}
