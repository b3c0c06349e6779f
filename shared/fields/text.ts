import * as z from 'zod/mini'
import { validationText } from '#texts/validation.ts'

/** Control and bidirectional characters, which can make one text look like another. */
const forbiddenCharacters = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
export const hasForbiddenCharacters = (text: string) => forbiddenCharacters.test(text)
const forbidden = { error: () => validationText.characters }
const normalizeLine = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Builds the schema of single-line text. Whitespace is normalized and control characters are rejected. */
export function buildSingleLineTextSchema(maxLength: number) {
  return z.string().check(
    z.overwrite(normalizeLine),
    z.maxLength(maxLength),
    z.refine(text => !hasForbiddenCharacters(text), forbidden),
  )
}

/** Builds the schema of multi-line text. Line breaks are normalized and control characters are rejected. */
export function buildMultiLineTextSchema(maxLength: number) {
  const normalize = (text: string) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
  const removeBreaks = (text: string) => text.replace(/[\n\t]/g, '')
  return z.string().check(
    z.overwrite(normalize),
    z.maxLength(maxLength),
    z.refine(text => !hasForbiddenCharacters(removeBreaks(text)), forbidden),
  )
}

export const fullName = buildSingleLineTextSchema(200).check(
  // A name must contain a letter or digit. The invisible letter U+3164 (Hangul filler) does not count as a letter.
  z.refine(text => /[\p{L}\p{N}]/u.test(text.replace(/\u3164/g, '')), {
    error: () => validationText.fullName,
  }),
)

/** Builds the schema of an optional field. A missing value stays undefined; `null` and empty text become null. */
export function buildOptionalFieldSchema<Schema extends z.ZodMiniType>(schema: Schema) {
  type Output = z.output<Schema>
  return z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value: Output | null | undefined) =>
      value === '' ? null : (value as Exclude<Output, ''> | null | undefined),
    ),
  )
}

/** Builds the schema of an optional field in which empty text is treated as a missing value. */
export function buildOptionalFieldSchemaIgnoringEmptyText<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.optional(z.union([z.literal(''), schema])),
    z.transform(value => (value === '' ? undefined : (value as z.output<Schema> | undefined))),
  )
}

/** Builds the schema of an optional field with one of the listed values. The empty choice of a form becomes null. */
export function buildOptionalChoiceSchema<const Values extends readonly [string, ...string[]]>(
  values: Values,
) {
  return buildOptionalFieldSchema(z.enum(['', ...values] as ['', ...Values]))
}

/** Zod condition (`when`) for a check of several fields: the validated value must be an object. */
export function canRunCrossFieldChecks({ value }: { value: unknown }): boolean {
  return typeof value === 'object' && value !== null
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export const webUrl = z
  .string()
  .check(z.trim(), z.maxLength(300), z.refine(isWebAddress, { error: () => validationText.url }))
