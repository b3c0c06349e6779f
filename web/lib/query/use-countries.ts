import { useQuery } from '@tanstack/react-query'
import {
  listCountries,
  listCountriesOpenForRegistration,
} from '#shared/contracts/countries/countries.endpoints.ts'
import type { Country } from '#shared/countries/countries.ts'
import { sortCountries } from '#shared/countries/sort-countries.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'

/** Adds the stored or chosen country to a list of countries, because it stays valid even if the list lacks it. */
const includeSelectedCountry = (countries: Country[], chosen: string | null | undefined) =>
  sortCountries(chosen ? [...countries, chosen as Country] : countries)

/** Loads the countries in which people may register and clubs may be founded. No sign-in is needed. */
export function useCountriesOpenForRegistration(chosen?: string | null): Country[] {
  const { data = [] } = useQuery(buildQueryOptions(listCountriesOpenForRegistration))
  return includeSelectedCountry(data, chosen)
}

/** Loads the countries for filters: those that are open for registration or have members or clubs. */
export function useCountriesForFilters(chosen?: string | null): Country[] {
  const { data = [] } = useQuery(buildQueryOptions(listCountries))
  return includeSelectedCountry(
    data.map(({ country }) => country),
    chosen,
  )
}
