// Reads the query parameters of a page's URL. Malformed values count as absent, because users can type any URL.
// Each feature's *.search.ts lists the parameters of its routes.
// Query parameters are read without zod, because the first load of the client includes all *.search.ts files.
import type { Country } from '#shared/countries/countries.ts'
import { isInternalRedirectTarget } from '#shared/paths.ts'

/** Reads one query parameter. Returns undefined when it is absent or malformed. */
export type ParameterReader<Value> = (value: unknown) => Value | undefined

/** For each query parameter of an endpoint, the function that reads the parameter from the URL of a page. */
export type ParameterReadersOf<Query> = { [Name in keyof Query]?: ParameterReader<Query[Name]> }

type Search<Fields> = {
  [Name in keyof Fields]?: Fields[Name] extends ParameterReader<infer Value> ? Value : never
}

/** Creates the function that reads a route's query parameters and ignores unknown ones. */
export function createUrlQueryParser<Fields extends Record<string, ParameterReader<unknown>>>(
  fields: Fields,
) {
  return (raw: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, read]) => [name, read(raw[name])]),
    ) as Search<Fields>
}

export const readText: ParameterReader<string> = value => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text.slice(0, 200) : undefined
}

/**
 * Reads the path to open after login. Only paths of this site are accepted, so that a forged link cannot lead
 * elsewhere.
 */
export const readOwnPath: ParameterReader<string> = value => {
  const path = readText(value)
  return path && isInternalRedirectTarget(path) ? path : undefined
}

/** Reads a positive integer from the URL, such as an id or a page number. */
export const readPositiveInteger: ParameterReader<number> = value =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined

export const readDate: ParameterReader<string> = value => {
  const text = readText(value) ?? ''
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

/**
 * Reads the name of a country, checking only its format. The first load does not include the list of countries, so
 * pages drop unknown countries when they read the filter (`removeUnknownCountryFromFilter`).
 */
export const readCountry: ParameterReader<Country> = value => {
  const text = readText(value) ?? ''
  return /^\p{Lu}[\p{L} ().’-]{1,60}$/u.test(text) ? (text as Country) : undefined
}

export function createAllowedValueParser<const Values extends readonly string[]>(
  values: Values,
): ParameterReader<Values[number]> {
  return value => findAllowedValue(values, readText(value))
}

/** Returns the text of a query parameter or a select if it is one of the allowed values. */
export function findAllowedValue<const Values extends readonly string[]>(
  values: Values,
  value: string | undefined,
): Values[number] | undefined {
  return values.find(allowed => allowed === value)
}

/** Parses a record's id from the URL path. Returns undefined when it is not a positive integer. */
export function parseId(text: string): number | undefined {
  return /^[1-9]\d*$/.test(text) ? readPositiveInteger(Number(text)) : undefined
}
