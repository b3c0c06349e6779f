import { getLanguage } from '#shared/language/texts.ts'
import { type Country, firstCountries } from './countries.ts'
import { getCountryName } from './country-names.ts'

const isListedFirst = (country: Country) => firstCountries.some(first => first === country)

/**
 * Sorts countries for a list: the countries of the application's first release in their order, then the others by name.
 */
export function sortCountries(countries: readonly Country[]): Country[] {
  const chosen = new Set(countries)
  const { compare } = new Intl.Collator(getLanguage())
  const others = [...chosen].filter(country => !isListedFirst(country))
  return [
    ...firstCountries.filter(country => chosen.has(country)),
    ...others.sort((a, b) => compare(getCountryName(a), getCountryName(b))),
  ]
}
