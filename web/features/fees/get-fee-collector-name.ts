import { getCountryName } from '#shared/countries/country-names.ts'
import { feesText as text } from '#texts/fees.ts'

/** Returns the name of the body that collects a fee: the club, the country, or headquarters. */
export function getFeeCollectorName({
  clubName,
  country,
}: {
  clubName: string | null
  country: string | null
}): string {
  return clubName ?? getCountryName(country) ?? text.headquarters
}
