import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { declaredEndpoints } from '#server/http/declared-endpoints.ts'
import { convertZodSchemaToJsonSchema, generateValuesOfSchema } from '#server/test/fuzz/values.ts'
import { instant } from '#shared/fields/responses.ts'
import { compileResponseSerialiser } from './serialise.ts'

const responseSchemas = [...declaredEndpoints].flatMap(([{ method, path }, { answer }]) =>
  typeof answer === 'object' ? [[`${method} ${path}`, answer as z.ZodMiniType] as const] : [],
)

test('the serialiser writes the same JSON as zod for every endpoint', () => {
  const untestedEndpoints = responseSchemas.filter(([name, answer]) => {
    const serialise = compileResponseSerialiser({ schema: answer })
    const samples = fc.sample(generateValuesOfSchema(convertZodSchemaToJsonSchema(answer)), {
      seed: 7,
      numRuns: 30,
    })
    const values = samples.map(wire => z.safeDecode(answer, wire as never)).filter(({ success }) => success)
    for (const { data } of values) {
      const [serialised, zodEncoded] = [serialise(data), JSON.stringify(z.encode(answer, data))].map(text =>
        JSON.parse(text),
      )
      expect([name, serialised]).toEqual([name, zodEncoded])
    }
    return values.length === 0
  })
  // Fields of these endpoints need a pattern and a length at once, which the generator of test values cannot produce.
  expect(untestedEndpoints.map(([name]) => name)).toEqual([
    'POST /api/keys/me/links',
    'GET /api/keys/me/links/:id',
    'GET /api/keys/me',
  ])
})

describe('response serialiser', () => {
  const person = z.object({
    id: z.int(),
    name: z.nullable(z.string()),
    kind: z.enum(['a', 'b']),
    at: instant,
    note: z.optional(z.string()),
    inner: z.array(z.object({ isOpen: z.boolean() })),
  })
  const serialise = compileResponseSerialiser({ schema: z.array(person) })
  const validRow = { id: 1, name: null, kind: 'a', at: new Date(0), inner: [{ isOpen: true }] }

  test('a serialised response contains only declared keys, also in nested objects', () => {
    const row = { ...validRow, password: 'x', inner: [{ isOpen: true, icNumber: '900101-14-5555' }] }
    expect(JSON.parse(serialise([row]))).toEqual([
      { id: 1, name: null, kind: 'a', at: '1970-01-01T00:00:00.000Z', inner: [{ isOpen: true }] },
    ])
  })

  test.each([
    ['a missing key', { ...validRow, name: undefined }],
    ['a number as text', { ...validRow, id: '1' }],
    ['NaN as a number', { ...validRow, id: Number.NaN }],
    ['a value outside the list', { ...validRow, kind: 'c' }],
    ['a date as text', { ...validRow, at: '1970-01-01' }],
    ['an object as a list', { ...validRow, inner: {} }],
    ['null in a list', { ...validRow, inner: [null] }],
  ])('the serialiser rejects a response with %s', (_name, row) => {
    expect(() => serialise([row])).toThrow(/contract/)
  })
})
