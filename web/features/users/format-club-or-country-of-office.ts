import type { OfficeScope } from '#shared/constants.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { nameText } from '#texts/labels.ts'

/** Returns the club or country in which an office is held, or the name of headquarters. */
export function formatClubOrCountryOfOffice(
  over: OfficeScope,
  clubName: string | null,
  country: string | null,
): string {
  return (over === 'all' ? nameText.headquarters : over === 'club' ? clubName : getCountryName(country)) ?? ''
}
