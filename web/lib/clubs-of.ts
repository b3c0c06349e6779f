import { useQuery } from '@tanstack/react-query'
import { type Country, countries } from '#shared/constants.ts'
import { listClubOptions, listClubs } from '#shared/contracts/clubs.endpoints.ts'
import { query } from './api.ts'
import { oneOf } from './search.ts'

/** Loads the club options of a country for a select field; idle until a valid country is chosen. */
export function useClubsOf(country: string | undefined) {
  const knownCountry = oneOf(countries, country)
  return useQuery({
    ...query(listClubOptions, { query: { country: knownCountry as Country } }),
    enabled: knownCountry !== undefined,
  })
}

/** Loads the active clubs of one country, or of all countries, with their locations. */
export function useActiveClubs(country: string | undefined, { isWanted = true } = {}) {
  const filter = { status: 'active' as const, country: oneOf(countries, country) }
  return useQuery({ ...query(listClubs, { query: filter }), enabled: isWanted })
}
