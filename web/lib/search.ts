// Reads the part of an address behind ?. Anybody can write an address, so nonsense counts as not given. Which fields a
// route has stands in the *.search.ts of its feature; all of them come with the first page, so no zod here.
import { isOwnPath } from '#shared/paths.ts'

/** What a value says; undefined: nothing, or nonsense. */
export type Field<Value> = (value: unknown) => Value | undefined

/** Fields by the names that the query of an endpoint has for them, with values that it takes. */
export type FieldsOf<Query> = { [Name in keyof Query]?: Field<Query[Name]> }

type Search<Fields> = {
  [Name in keyof Fields]?: Fields[Name] extends Field<infer Value> ? Value : never
}

/** One reader a route: other fields than its own it passes over. */
export function searchReader<Fields extends Record<string, Field<unknown>>>(fields: Fields) {
  return (raw: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, read]) => [name, read(raw[name])]),
    ) as Search<Fields>
}

export const word: Field<string> = value => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text.slice(0, 200) : undefined
}

/** Only places of our own: a link that someone else wrote must not lead away after the login. */
export const ownPath: Field<string> = value => {
  const path = word(value)
  return path && isOwnPath(path) ? path : undefined
}

/** An id, or a page. */
export const number: Field<number> = value =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined

export const day: Field<string> = value => {
  const text = word(value) ?? ''
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

export function choice<const Values extends readonly string[]>(values: Values): Field<Values[number]> {
  return value => oneOf(values, word(value))
}

/** The value, if it is one of these. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  value: string | undefined,
): Values[number] | undefined {
  return values.find(known => known === value)
}

/** The id in the path of a record's own screen; anything else is no record. */
export function readId(text: string): number | undefined {
  return /^[1-9]\d*$/.test(text) ? number(Number(text)) : undefined
}
