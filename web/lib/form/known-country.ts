import { type Country, countries } from '#shared/countries/countries.ts'
import { findAllowedValue } from './search-parameters.ts'

/** Removes a country that does not exist from the filter in a URL, because users can type any URL. */
export function removeUnknownCountryFromFilter<Filter extends { country?: Country }>(filter: Filter): Filter {
  return { ...filter, country: findAllowedValue(countries, filter.country) }
}
