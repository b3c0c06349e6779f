import { getCountryName } from '#shared/countries/country-names.ts'
import { feesText as text } from '#texts/fees.ts'

/** Name of the collector of a fee: the club, the country, or headquarters. */
export function getCollectorName({
  clubName,
  country,
}: {
  clubName: string | null
  country: string | null
}): string {
  return clubName ?? getCountryName(country) ?? text.headquarters
}
