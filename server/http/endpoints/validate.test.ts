import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { declaredEndpoints } from '#server/http/declared-endpoints.ts'
import { omitNullsOfOptionalFields } from './validate.ts'

type Schema = z.core.$ZodType

/** Names of the optional fields of each object type in a schema. */
function listOptionalFields(schema: Schema): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'union') return def.options.flatMap(listOptionalFields)
  if (def.type === 'pipe') return listOptionalFields(def.in)
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
    return listOptionalFields(def.innerType)
  if (def.type !== 'object') return []
  return Object.entries(def.shape).flatMap(([name, field]) => (field._zod.optin === 'optional' ? [name] : []))
}

const cases = [...declaredEndpoints].flatMap(([{ method, path }, { body }]) =>
  body ? listOptionalFields(body).map(field => ({ method, path, body, field })) : [],
)

test.each(cases)('$method $path accepts null for the optional field $field', ({ body, field }) => {
  const input = { [field]: null }
  const { error } = z.safeParse(body, omitNullsOfOptionalFields(body, input))
  expect(error?.issues.filter(({ path, code }) => path[0] === field && code !== 'custom') ?? []).toEqual([])
})

test('omitNullsOfOptionalFields removes null in nested objects, arrays and unions, but keeps null where the schema allows it', () => {
  const item = z.strictObject({ note: z.optional(z.string()), clubId: z.optional(z.nullable(z.int())) })
  const schema = z.strictObject({
    items: z.array(item),
    change: z.discriminatedUnion('op', [
      z.strictObject({ op: z.literal('a') }),
      z.strictObject({ op: z.literal('b'), reason: z.optional(z.string()) }),
    ]),
    name: z.string(),
    piped: z.pipe(
      item,
      z.transform(({ note }) => note),
    ),
  })
  const input = {
    items: [{ note: null, clubId: null }],
    change: { op: 'b', reason: null },
    name: null,
    piped: { note: null },
    unknown: null,
  }
  expect(omitNullsOfOptionalFields(schema, input)).toEqual({
    items: [{ clubId: null }],
    change: { op: 'b' },
    name: null,
    piped: {},
    unknown: null,
  })
})
