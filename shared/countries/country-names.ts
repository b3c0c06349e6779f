import { findText } from '#shared/language/texts.ts'
import { countryNames } from '#texts/countries.ts'

/** Returns the name of a country in the language of the reader. Unknown country names are returned unchanged. */
export function getCountryName(country: string): string
export function getCountryName(country: string | null | undefined): string | null
export function getCountryName(country: string | null | undefined): string | null {
  return country ? (findText(countryNames, country) ?? country) : null
}
