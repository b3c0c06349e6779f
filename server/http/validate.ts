import { validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

type Schema = z.core.$ZodType

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const accepts = (schema: Schema, value: unknown) => z.safeParse(schema, value).success

function omitFromObject(shape: Readonly<Record<string, Schema>>, value: Record<string, unknown>) {
  const given = Object.entries(value).filter(([key, field]) => {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined
    return field !== null || schema?._zod.optin !== 'optional' || accepts(schema, null)
  })
  const omitted = given.map(([key, field]) => {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined
    return [key, schema ? omitNulls(schema, field) : field]
  })
  return Object.fromEntries(omitted)
}

/** Omits each `null` for which the schema has an optional field that does not give `null` a meaning of its own. */
export function omitNulls(schema: Schema, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return isRecord(value) ? omitFromObject(def.shape, value) : value
    case 'array':
      return Array.isArray(value) ? value.map(item => omitNulls(def.element, item)) : value
    case 'optional':
    case 'nullable':
    case 'default':
      return omitNulls(def.innerType, value)
    case 'pipe':
      return omitNulls(def.in, value)
    case 'union': {
      const readings = def.options.map(option => ({ option, omitted: omitNulls(option, value) }))
      const fitting = readings.find(({ option, omitted }) => accepts(option, omitted))
      return fitting ? fitting.omitted : value
    }
    default:
      return value
  }
}

/** Bodies may carry `null` for every optional field. */
export const compileValidator: typeof validatorCompiler = route => {
  const validate = validatorCompiler(route)
  if (route.httpPart !== 'body') return validate
  return body => validate(omitNulls(route.schema, body))
}
