import { useQuery } from '@tanstack/react-query'
import { listCountries, listOpenCountries } from '#shared/contracts/countries/countries.endpoints.ts'
import type { Country } from '#shared/countries/countries.ts'
import { sortCountries } from '#shared/countries/sort-countries.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'

/** Adds the stored or chosen country, which stays valid when the list does not contain it. */
const include = (countries: Country[], chosen: string | null | undefined) =>
  sortCountries(chosen ? [...countries, chosen as Country] : countries)

/** Loads the countries in which people may register and clubs may be founded, for forms. Visitors may use it. */
export function useOpenCountries(chosen?: string | null): Country[] {
  const { data = [] } = useQuery(buildQueryOptions(listOpenCountries))
  return include(data, chosen)
}

/** Loads the countries that are open or have members or clubs, for filters. */
export function useListedCountries(chosen?: string | null): Country[] {
  const { data = [] } = useQuery(buildQueryOptions(listCountries))
  return include(
    data.map(({ country }) => country),
    chosen,
  )
}
