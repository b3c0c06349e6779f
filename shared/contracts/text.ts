import * as z from 'zod/mini'

/** Control characters, and those that turn the direction of what follows, make one text look like another. */
const hidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const tidy = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** One line of text as a person writes it. */
export function line(longest: number) {
  return z.string().check(
    z.overwrite(tidy),
    z.maxLength(longest),
    z.refine(text => !hidden.test(text), 'Teks ini mengandungi aksara yang tidak dibenarkan'),
  )
}

/** Several lines, as one types them into a large field. */
export function paragraphs(longest: number) {
  const shape = (text: string) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
  const bare = (text: string) => text.replace(/[\n\t]/g, '')
  return z.string().check(
    z.overwrite(shape),
    z.maxLength(longest),
    z.refine(text => !hidden.test(bare(text)), 'Teks ini mengandungi aksara yang tidak dibenarkan'),
  )
}

export const fullName = line(200).check(
  // Something to read: spaces that only look like nothing do not make a name.
  z.refine(text => /[\p{L}\p{N}]/u.test(text.replace(/\u3164/g, '')), 'Nama penuh diperlukan'),
)

/** A missing field stays undefined; `null` and empty text become null. */
export function optional<Schema extends z.ZodMiniType>(schema: Schema) {
  type Output = z.output<Schema>
  return z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value: Output | null | undefined) =>
      value === '' ? null : (value as Exclude<Output, ''> | null | undefined),
    ),
  )
}

/** Empty text counts as a missing field. */
export function omittable<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.optional(z.union([z.literal(''), schema])),
    z.transform(value => (value === '' ? undefined : (value as z.output<Schema> | undefined))),
  )
}

/** One of a list, or the empty choice of a form. */
export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return optional(z.enum(['', ...values] as ['', ...Values]))
}

/** The `when` of a check over several fields: it is said together with whatever else is wrong with them. */
export function isRecord({ value }: { value: unknown }): boolean {
  return typeof value === 'object' && value !== null
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export const webAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(300),
    z.refine(isWebAddress, 'Pautan mestilah bermula dengan http:// atau https://'),
  )
