import { type Country, countries } from '#shared/countries/countries.ts'
import { findAllowedValue } from './search-parameters.ts'

/** Drops a country that does not exist from a URL's filter, because users can type any URL. */
export function removeUnknownCountry<Filter extends { country?: Country }>(filter: Filter): Filter {
  return { ...filter, country: findAllowedValue(countries, filter.country) }
}
