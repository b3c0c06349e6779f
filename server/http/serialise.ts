// Answers as JSON: the keys that the contract declares and no others, each of the declared kind. zod would interpret its
// schema for every single value; here a schema becomes a function once, and the limits of lengths and numbers, which were
// checked when the value came in, are not checked again on its way out.
import * as z from 'zod/mini'
import { instant } from '#shared/contracts/answers.ts'

type Schema = z.core.$ZodType
type Encode = (value: unknown) => unknown

const encoders = new WeakMap<Schema, Encode>()

class UndeclaredAnswer extends Error {
  override name = 'UndeclaredAnswer'
}

function refuse(expected: string): never {
  throw new UndeclaredAnswer(`an answer that is not of its contract: no ${expected}`)
}

const encodeString: Encode = value => (typeof value === 'string' ? value : refuse('string'))
const encodeNumber: Encode = value => (Number.isFinite(value) ? value : refuse('number'))
const encodeBoolean: Encode = value => (typeof value === 'boolean' ? value : refuse('boolean'))

function encodeObject(shape: Readonly<Record<string, Schema>>): Encode {
  const fields = Object.entries(shape).map(([key, schema]) => [key, encoderOf(schema)] as const)
  return value => {
    if (typeof value !== 'object' || value === null) refuse('object')
    const given = value as Record<string, unknown>
    const out: Record<string, unknown> = {}
    for (const [key, encode] of fields) out[key] = encode(given[key])
    return out
  }
}

function encodeArray(element: Schema): Encode {
  const encode = encoderOf(element)
  return value => (Array.isArray(value) ? value.map(encode) : refuse('array'))
}

function encodeEnum(entries: Readonly<Record<string, unknown>>): Encode {
  const allowed = new Set(Object.values(entries))
  return value => (allowed.has(value) ? value : refuse('value of the list'))
}

const encodeInstant: Encode = value => (value instanceof Date ? value.toISOString() : refuse('date'))

function build(schema: Schema): Encode {
  if (schema === instant) return encodeInstant
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return def.catchall && def.catchall._zod.def.type !== 'never' ? viaZod(schema) : encodeObject(def.shape)
    case 'array':
      return encodeArray(def.element)
    case 'nullable': {
      const encode = encoderOf(def.innerType)
      return value => (value === null ? null : encode(value))
    }
    case 'optional': {
      const encode = encoderOf(def.innerType)
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
      return viaZod(schema)
  }
}

/** For the rarer kinds: unions, records, tuples. */
function viaZod(schema: Schema): Encode {
  return value => z.encode(schema, value as never)
}

function encoderOf(schema: Schema): Encode {
  const known = encoders.get(schema) ?? build(schema)
  encoders.set(schema, known)
  return known
}

/** What leaves of a value, by its contract. */
export function encode(schema: Schema, value: unknown): unknown {
  return encoderOf(schema)(value)
}

export function compileSerialiser({ schema }: { schema: unknown }): (value: unknown) => string {
  const encodeAnswer = encoderOf(schema as Schema)
  return value => JSON.stringify(encodeAnswer(value))
}
