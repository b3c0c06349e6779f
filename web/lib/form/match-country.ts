import { getCountryName } from '#shared/countries/country-names.ts'

/** Removes letter case and accents, so that "turkiye" finds "Türkiye". */
const normalizeCountryName = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Whether the search text is part of the country's name in the language of the reader or in English. */
export function doesCountryNameMatch(country: string, search: string): boolean {
  const sought = normalizeCountryName(search)
  return [getCountryName(country), country].some(name => normalizeCountryName(name).includes(sought))
}
