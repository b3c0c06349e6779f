import { useQuery } from '@tanstack/react-query'
import { type Country, countries } from '#shared/constants.ts'
import { listClubOptions, listClubs } from '#shared/contracts/clubs.endpoints.ts'
import { query } from './api.ts'
import { oneOf } from './search.ts'

/** For choosing one of a country's clubs, wherever that is done. */
export function useClubsOf(country: string | undefined) {
  const known = oneOf(countries, country)
  return useQuery({
    ...query(listClubOptions, { query: { country: known as Country } }),
    enabled: known !== undefined,
  })
}

/** Clubs that can be chosen for something new, of one country or of all, with where they are. */
export function useActiveClubs(country: string | undefined, { isWanted = true } = {}) {
  const where = { status: 'active' as const, country: oneOf(countries, country) }
  return useQuery({ ...query(listClubs, { query: where }), enabled: isWanted })
}
