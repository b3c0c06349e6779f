// Generates values for a schema: valid ones, nearly valid ones and nonsense.
import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Random } from '#server/demo/seeded-random.ts'

type Json = z.core.JSONSchema.BaseSchema

/** Nonsense values for fuzz tests, which the schema of a field rejects in most cases. */
const nonsense: unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  2 ** 31,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eterbalik',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '9999-99-99',
  '../../etc/passwd',
  "'; drop table users; --",
  '{{1}}<script>',
  '%',
  '_',
  '\\',
  'javascript:alert(1)',
  '＠ｃｏｎｔｏｈ',
  'x'.repeat(5000),
  '👩‍👩‍👧‍👦'.repeat(60),
  [],
  [[]],
  [null],
  {},
  { $gt: '' },
  { length: -1 },
  { toString: 'x' },
  { constructor: { prototype: {} } },
  Array.from({ length: 2000 }, (_, index) => index),
]

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.lorem({ maxCount: 6 }), fc.string())

function generateTextMatchingPattern(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  } catch {
    // The library fast-check cannot generate text for lookahead or Unicode scripts, so any text is used.
    return text
  }
}

const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
const anyDay = fc.date({ noInvalidDate: true })

const formats: Record<string, fc.Arbitrary<string>> = {
  'date-time': fc
    .oneof({ arbitrary: days, weight: 9 }, { arbitrary: anyDay, weight: 1 })
    .map(date => date.toISOString()),
  date: days.map(date => date.toISOString().slice(0, 10)),
  email: fc.emailAddress(),
  uri: fc.webUrl(),
  uuid: fc.uuid(),
}

function generateText(schema: Json): fc.Arbitrary<string> {
  const specific =
    (schema.format && formats[schema.format]) ||
    (schema.pattern && generateTextMatchingPattern(schema.pattern))
  const minLength = schema.minLength ?? 0
  const maxLength = Math.min(schema.maxLength ?? 300, Math.max(minLength, 300))
  return specific || text.map(value => value.padEnd(minLength, 'a').slice(0, maxLength))
}

/** Generates values that the JSON schema accepts. Rules that JSON schema cannot express may be violated. */
export function generateValuesOfSchema(schema: Json): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives?.length)
    return fc.oneof(...alternatives.map(alternative => generateValuesOfSchema(alternative as Json)))
  const { type } = schema
  if (Array.isArray(type))
    return fc.oneof(
      ...type.map(singleType => generateValuesOfSchema({ ...schema, type: singleType } as Json)),
    )
  if (type === 'string') return generateText(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer' || schema.type === 'number') {
    const min = Math.ceil(Number(schema.minimum ?? schema.exclusiveMinimum ?? 0))
    const max = Number(schema.maximum ?? Number.MAX_SAFE_INTEGER)
    return fc.oneof(
      fc.integer({ min, max: Math.min(max, min + 60) }),
      fc.maxSafeNat().map(value => Math.min(max, min + value)),
    )
  }
  if (schema.type === 'array') {
    const items = Array.isArray(schema.items) ? schema.items[0] : schema.items
    return fc.array(generateValuesOfSchema((items ?? {}) as Json), {
      minLength: schema.minItems ?? 0,
      maxLength: 4,
    })
  }
  if (schema.type === 'object') return generateRecord(schema)
  return fc.jsonValue({ maxDepth: 2 })
}

function generateRecord(schema: Json): fc.Arbitrary<unknown> {
  const required = (schema.required ?? []) as string[]
  // In JSON schema, a record with fixed keys lists its keys in `required` and has one schema for all values.
  const enumerated = required.map(key => [key, schema.additionalProperties ?? {}])
  const fields = Object.entries({ ...Object.fromEntries(enumerated), ...schema.properties }).map(
    ([key, field]) => [key, generateValuesOfSchema(field as Json)],
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] })
}

export function convertZodSchemaToJsonSchema(schema: z.ZodMiniType): Json {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
}

const isSchemaBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns a copy of a valid value with one defect: a replaced, missing or additional value. */
export function addDefectToValue(random: Random, value: unknown): unknown {
  if (!isSchemaBranch(value) || random.chance(0.1)) return random.pick(nonsense)
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
  const names = Object.keys(copy)
  const name = names.length > 0 ? random.pick(names) : 'tambahan'
  const kind = random.next()
  if (kind < 0.1) copy[random.pick(['tambahan', '__proto__x', 'role', 'id'])] = random.pick(nonsense)
  else if (kind < 0.25) delete copy[name]
  else copy[name] = addDefectToValue(random, copy[name])
  return copy
}

/** Returns a nonsense value, encoded as one segment of a URL. */
export function generateInvalidUrlSegment(random: Random): string {
  const value = random.pick(nonsense)
  return encodeURIComponent(
    (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 200),
  )
}
