// Names of countries in the language of the reader, and the order in which lists show countries.
import { findText, getLanguage } from '#shared/language/texts.ts'
import { countryNames } from '#texts/countries.ts'
import { type Country, firstCountries } from './countries.ts'

/** Returns the name of a country in the language of the reader. Unknown countries are returned unchanged. */
export function getCountryName(country: string): string
export function getCountryName(country: string | null | undefined): string | null
export function getCountryName(country: string | null | undefined): string | null {
  return country ? (findText(countryNames, country) ?? country) : null
}

const isFirst = (country: Country) => firstCountries.some(first => first === country)

/** Sorts countries for a list: the countries of the first release in their order, then the others by name. */
export function sortCountries(countries: readonly Country[]): Country[] {
  const chosen = new Set(countries)
  const { compare } = new Intl.Collator(getLanguage())
  const others = [...chosen].filter(country => !isFirst(country))
  return [
    ...firstCountries.filter(country => chosen.has(country)),
    ...others.sort((a, b) => compare(getCountryName(a), getCountryName(b))),
  ]
}
