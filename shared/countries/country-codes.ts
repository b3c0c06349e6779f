import type { Country } from './countries.ts'
import codes from './iso-codes.json' with { type: 'json' }

/** Codes of ISO 3166-1 for each country: two letters, three letters, three digits. */
export const isoCodes: Record<Country, string[]> = codes

/** Returns the two-letter code of a country, with which membership numbers begin. */
export function getCountryCode(country: Country): string {
  return isoCodes[country][0] as string
}
