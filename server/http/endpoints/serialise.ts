// Serialises responses to JSON with only the keys that the contract declares, each of the declared type.
// A response schema is compiled to a function once, because zod would interpret it slowly for every response.
// Responses are not checked for limits of lengths and numbers, because the server checked these limits on input.
import * as z from 'zod/mini'
import { instant } from '#shared/fields/responses.ts'

type Schema = z.core.$ZodType
type Encode = (value: unknown) => unknown

const encoders = new WeakMap<Schema, Encode>()

class ContractViolation extends Error {
  override name = 'ContractViolation'
}

function throwContractViolation(expected: string): never {
  throw new ContractViolation(`the response violates its contract: expected ${expected}`)
}

const encodeString: Encode = value => (typeof value === 'string' ? value : throwContractViolation('string'))
const encodeNumber: Encode = value => (Number.isFinite(value) ? value : throwContractViolation('number'))
const encodeBoolean: Encode = value =>
  typeof value === 'boolean' ? value : throwContractViolation('boolean')

function encodeObject(shape: Readonly<Record<string, Schema>>): Encode {
  const fields = Object.entries(shape).map(([key, schema]) => [key, getCachedEncoder(schema)] as const)
  return value => {
    if (typeof value !== 'object' || value === null) throwContractViolation('object')
    const record = value as Record<string, unknown>
    const out: Record<string, unknown> = {}
    for (const [key, encode] of fields) out[key] = encode(record[key])
    return out
  }
}

function encodeArray(element: Schema): Encode {
  const encode = getCachedEncoder(element)
  return value => (Array.isArray(value) ? value.map(encode) : throwContractViolation('array'))
}

function encodeEnum(entries: Readonly<Record<string, unknown>>): Encode {
  const allowed = new Set(Object.values(entries))
  return value => (allowed.has(value) ? value : throwContractViolation('value of the list'))
}

const encodeInstant: Encode = value =>
  value instanceof Date ? value.toISOString() : throwContractViolation('date')

function buildEncoderOfSchema(schema: Schema): Encode {
  if (schema === instant) return encodeInstant
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return def.catchall && def.catchall._zod.def.type !== 'never'
        ? createZodEncoder(schema)
        : encodeObject(def.shape)
    case 'array':
      return encodeArray(def.element)
    case 'nullable': {
      const encode = getCachedEncoder(def.innerType)
      return value => (value === null ? null : encode(value))
    }
    case 'optional': {
      const encode = getCachedEncoder(def.innerType)
      return value => (value === undefined ? undefined : encode(value))
    }
    case 'enum':
      return encodeEnum(def.entries)
    case 'string':
      return encodeString
    case 'number':
      return encodeNumber
    case 'boolean':
      return encodeBoolean
    default:
      return createZodEncoder(schema)
  }
}

/** Serialises values of schema types that occur rarely (unions, records and tuples) and are therefore not compiled. */
function createZodEncoder(schema: Schema): Encode {
  return value => z.encode(schema, value as never)
}

function getCachedEncoder(schema: Schema): Encode {
  const encoder = encoders.get(schema) ?? buildEncoderOfSchema(schema)
  encoders.set(schema, encoder)
  return encoder
}

/** Converts a response value by its schema to a value that JSON can represent, without undeclared keys. */
export function convertResponseToJsonValueBySchema(schema: Schema, value: unknown): unknown {
  return getCachedEncoder(schema)(value)
}

export function compileResponseSerialiser({ schema }: { schema: unknown }): (value: unknown) => string {
  const encodeAnswer = getCachedEncoder(schema as Schema)
  return value => JSON.stringify(encodeAnswer(value))
}
