import * as z from 'zod/mini'
import { validationText } from '#texts/validation.ts'

/** Control and bidirectional characters, which can make one text look like another. */
const forbiddenCharacters = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
export const hasForbiddenCharacters = (text: string) => forbiddenCharacters.test(text)
const forbidden = { error: () => validationText.characters }
const normalizeLine = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Single-line text. Whitespace is normalized and control characters are rejected. */
export function buildSingleLineTextSchema(maxLength: number) {
  return z.string().check(
    z.overwrite(normalizeLine),
    z.maxLength(maxLength),
    z.refine(text => !hasForbiddenCharacters(text), forbidden),
  )
}

/** Multi-line text. Line breaks are normalized and control characters are rejected. */
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
  // A name must contain a letter or digit; the Hangul filler U+3164 is invisible and does not count.
  z.refine(text => /[\p{L}\p{N}]/u.test(text.replace(/\u3164/g, '')), {
    error: () => validationText.fullName,
  }),
)

/** Builds an optional field: a missing value stays undefined; `null` and empty text become null. */
export function buildOptionalFieldSchema<Schema extends z.ZodMiniType>(schema: Schema) {
  type Output = z.output<Schema>
  return z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value: Output | null | undefined) =>
      value === '' ? null : (value as Exclude<Output, ''> | null | undefined),
    ),
  )
}

/** Builds an optional field in which empty text counts as missing. */
export function buildOptionalFieldSchemaIgnoringEmptyText<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.optional(z.union([z.literal(''), schema])),
    z.transform(value => (value === '' ? undefined : (value as z.output<Schema> | undefined))),
  )
}

/** Builds an optional field with one of the listed values. The empty option of a form becomes null. */
export function buildOptionalChoiceSchema<const Values extends readonly [string, ...string[]]>(
  values: Values,
) {
  return buildOptionalFieldSchema(z.enum(['', ...values] as ['', ...Values]))
}

/** Condition (`when`) under which checks over several fields run: whenever the value is an object. */
export function isValidationPayloadObject({ value }: { value: unknown }): boolean {
  return typeof value === 'object' && value !== null
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export const webUrl = z
  .string()
  .check(z.trim(), z.maxLength(300), z.refine(isWebAddress, { error: () => validationText.url }))
