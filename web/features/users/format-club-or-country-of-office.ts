import type { OfficeScope } from '#shared/constants.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { nameText } from '#texts/labels.ts'

/** Formats where an office is held: the holder's club or country, or headquarters. */
export function formatClubOrCountryOfOffice(
  over: OfficeScope,
  clubName: string | null,
  country: string | null,
): string {
  return (over === 'all' ? nameText.headquarters : over === 'club' ? clubName : getCountryName(country)) ?? ''
}
