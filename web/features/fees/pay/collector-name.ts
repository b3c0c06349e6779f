import { getCountryName } from '#shared/countries/country-names.ts'
import { collectorText } from '#texts/fee-payments.ts'

/** Names the collector of a fee: the club, the country, or headquarters. */
export function nameCollector({
  clubName,
  country,
}: {
  clubName: string | null
  country: string | null
}): string {
  return clubName ?? getCountryName(country) ?? collectorText.headquarters
}
