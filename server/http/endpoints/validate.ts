import { validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

type Schema = z.core.$ZodType

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const doesSchemaAcceptValue = (schema: Schema, value: unknown) => z.safeParse(schema, value).success

function omitNullsOfObject(shape: Readonly<Record<string, Schema>>, value: Record<string, unknown>) {
  const entries = Object.entries(value).filter(([key, field]) => {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined
    return field !== null || schema?._zod.optin !== 'optional' || doesSchemaAcceptValue(schema, null)
  })
  const omitted = entries.map(([key, field]) => {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined
    return [key, schema ? omitNullsOfOptionalFields(schema, field) : field]
  })
  return Object.fromEntries(omitted)
}

/** Removes null values of optional fields from a request body, unless the schema allows null for the field. */
export function omitNullsOfOptionalFields(schema: Schema, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return isRecord(value) ? omitNullsOfObject(def.shape, value) : value
    case 'array':
      return Array.isArray(value) ? value.map(item => omitNullsOfOptionalFields(def.element, item)) : value
    case 'optional':
    case 'nullable':
    case 'default':
      return omitNullsOfOptionalFields(def.innerType, value)
    case 'pipe':
      return omitNullsOfOptionalFields(def.in, value)
    case 'union': {
      const candidates = def.options.map(option => ({
        option,
        omitted: omitNullsOfOptionalFields(option, value),
      }))
      const match = candidates.find(({ option, omitted }) => doesSchemaAcceptValue(option, omitted))
      return match ? match.omitted : value
    }
    default:
      return value
  }
}

/** Accepts null for every optional field of a request body, because clients may send it. */
export const compileRequestValidator: typeof validatorCompiler = route => {
  const validate = validatorCompiler(route)
  if (route.httpPart !== 'body') return validate
  return body => validate(omitNullsOfOptionalFields(route.schema, body))
}
