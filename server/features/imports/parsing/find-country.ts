// Recognizes the country in a cell of an uploaded member list: names in all languages, codes and common spellings.
import { runInLanguage } from '#server/language.ts'
import { type Country, countries } from '#shared/countries/countries.ts'
import { isoCodes } from '#shared/countries/country-codes.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { languages } from '#shared/language/languages.ts'
import { normalizeColumnHeader } from './match-import-columns.ts'

/**
 * Country names beside those in the interface: former and long names, Malay and Indonesian spellings, parts of a
 * country.
 */
const otherNames: Partial<Record<Country, string>> = {
  'United Kingdom':
    'uk, britain, great britain, england, scotland, wales, northern ireland, ireland utara, united kingdom of great britain, united kingdom of great britain and northern ireland',
  'United States': 'usa, us, america, amerika, amerika syarikat, united states of america',
  Japan: 'jepun, jepang',
  'South Korea': 'korea, korea selatan, republic of korea',
  Germany: 'jerman, deutschland',
  France: 'perancis, prancis',
  Canada: 'kanada',
  'New Zealand': 'selandia baru',
  China: 'cina, tiongkok, prc, people’s republic of china',
  Singapore: 'singapura',
  Belgium: 'belgia',
  Brunei: 'brunei darussalam',
  Cambodia: 'kamboja',
  'Cape Verde': 'cabo verde',
  Czechia: 'czech, czech republic, ceko',
  'Côte d’Ivoire': 'ivory coast, pantai gading',
  'Democratic Republic of the Congo': 'dr congo, drc, congo kinshasa',
  'Dominican Republic': 'republik dominika',
  Egypt: 'arab republic of egypt',
  Eswatini: 'swaziland',
  Finland: 'finlandia',
  Greece: 'yunani',
  'Hong Kong': 'hongkong, hong kong sar, hong kong sar china',
  Hungary: 'hungaria',
  Iceland: 'islandia',
  Iran: 'islamic republic of iran',
  Ireland: 'republic of ireland, eire, irlandia',
  Italy: 'italia',
  Jordan: 'jordania, hashemite kingdom of jordan',
  Laos: 'lao, lao pdr, lao people’s democratic republic',
  Macao: 'macau sar, macau sar china, macao sar china',
  Maldives: 'maladewa',
  Micronesia: 'federated states of micronesia',
  Moldova: 'republic of moldova',
  Morocco: 'maroko, moroko',
  Myanmar: 'burma, myanmar burma',
  Netherlands: 'holland, nederland',
  'North Korea': 'dprk, democratic people’s republic of korea',
  'North Macedonia': 'macedonia',
  Norway: 'norwegia',
  Palestine: 'state of palestine, palestinian territories, wilayah palestin',
  Poland: 'polandia',
  'Republic of the Congo': 'congo, congo brazzaville',
  Russia: 'russian federation',
  'Saudi Arabia': 'saudi, ksa, kingdom of saudi arabia',
  Spain: 'spanyol',
  Suriname: 'surinam',
  Sweden: 'swedia',
  Switzerland: 'swiss',
  Syria: 'suriah, syrian arab republic',
  Taiwan: 'taiwan roc, chinese taipei',
  Tanzania: 'united republic of tanzania',
  Thailand: 'siam',
  'Timor-Leste': 'east timor, timor timur',
  Türkiye: 'turkey, turki',
  'United Arab Emirates': 'uae',
  'United States Outlying Islands': 'us outlying islands',
  'United States Virgin Islands': 'us virgin islands',
  'Vatican City': 'vatican, holy see',
  Vietnam: 'viet nam',
}

/** Country codes that mean something else in a spreadsheet: "NA" is "not available" rather than Namibia. */
const ambiguousCodes = ['NA']

/** Normalizes the name of a country by ignoring letter case, accents, punctuation, "and", "the" and "St.". */
function normalizeCountryName(name: string): string {
  const initials = /^(\p{L}\.\s?)+\p{L}?$/u.test(name.trim()) ? name.replace(/[.\s]/g, '') : name
  const words = normalizeColumnHeader(initials.normalize('NFKD').replace(/\p{M}|[’']/gu, '')).split(' ')
  return words
    .filter(word => words.length === 1 || !['and', 'dan', 'the'].includes(word))
    .map(word => (word === 'st' ? 'saint' : word))
    .join(' ')
}

/** Lists every name, code and spelling by which an import recognizes a country. */
export function listCountrySpellings(country: Country): string[] {
  const [alpha2 = '', alpha3 = ''] = isoCodes[country]
  const names = languages.map(language => runInLanguage(language, () => getCountryName(country)))
  const codes = [alpha2, alpha3].filter(code => !ambiguousCodes.includes(code))
  const others = otherNames[country]?.split(', ') ?? []
  return [...new Set([country, ...names, ...codes, ...others].map(normalizeCountryName))]
}

let countriesBySpelling: Map<string, Country> | undefined

/** Finds the country in the text of a cell; undefined when the text is no name or code of a country. */
export function findCountry(cell: string): Country | undefined {
  countriesBySpelling ??= new Map(
    countries.flatMap(country => listCountrySpellings(country).map(name => [name, country] as const)),
  )
  return countriesBySpelling.get(normalizeCountryName(cell))
}
