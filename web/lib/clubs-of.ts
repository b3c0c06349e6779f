import { useQuery } from '@tanstack/react-query'
import { type Country, countries } from '#shared/constants.ts'
import { listClubOptions } from '#shared/contracts/clubs.endpoints.ts'
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
