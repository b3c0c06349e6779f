import type { OfficeScope } from '#shared/constants.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { headquartersLabel } from '#shared/labels.ts'

/** Formats the place of an office: the holder's club or country, or headquarters. */
export function formatOfficePlace(
  over: OfficeScope,
  clubName: string | null,
  country: string | null,
): string {
  return (over === 'all' ? headquartersLabel : over === 'club' ? clubName : getCountryName(country)) ?? ''
}
