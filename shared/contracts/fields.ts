import * as z from 'zod/mini'

/** One spelling for what must be unique: compatibility forms and letter case no longer tell apart. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim()
}

export const email = z
  .string('Format email tidak sah')
  .check(
    z.overwrite(foldText),
    z.maxLength(254, 'Format email tidak sah'),
    z.regex(z.regexes.email, 'Format email tidak sah'),
  )

/** A moment: a Date on the server, ISO 8601 UTC on the wire. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: text => new Date(text),
  encode: date => date.toISOString(),
})

export const countAnswer = z.object({ count: z.int() })
export type CountAnswer = z.infer<typeof countAnswer>

export const id = z.int().check(z.positive(), z.maximum(2147483647))

/** An id in a path: digits only, because coercion would read '' as 0 and '1e3' as 1000. */
export const idParam = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.pipe(z.transform(Number), id))

/** A whole number in a query: digits only, within the range. */
function queryNumber(min: number, max: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  )
}

export const page = z._default(queryNumber(1, 1_000_000), 1)
export const pageSize = z._default(queryNumber(1, 200), 20)

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

export const fullName = line(200).check(z.minLength(1, 'Nama penuh diperlukan'))

/** Left out: not given. Empty: given as nothing, which is null. */
export function optional<Schema extends z.ZodMiniType>(schema: Schema) {
  type Output = z.output<Schema>
  return z.pipe(
    z.optional(schema),
    z.transform((value: Output | undefined) =>
      value === '' ? null : (value as Exclude<Output, ''> | undefined),
    ),
  )
}

/** One of a list, or the empty choice of a form. */
export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return optional(z.enum(['', ...values] as ['', ...Values]))
}

export const newPassword = z
  .string('Kata laluan diperlukan')
  .check(
    z.minLength(6, 'Kata laluan mestilah sekurang-kurangnya 6 aksara'),
    z.maxLength(1000, 'Kata laluan terlalu panjang'),
  )

interface WithConfirmation {
  password: string
  confirmPassword?: string
}

/** Said together with whatever else is wrong, so that one does not learn of it only at the next attempt. */
export const confirmsPassword = z.refine<WithConfirmation>(
  ({ password, confirmPassword }) => confirmPassword === undefined || confirmPassword === password,
  { path: ['confirmPassword'], message: 'Kata laluan tidak sepadan', when: ({ value }) => isRecord(value) },
)

export function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** For calls that say everything by their address; `{}` is let through. */
export const noBody = z.nullish(z.strictObject({}))

export const messageAnswer = z.object({ message: z.string() })
export type MessageAnswer = z.infer<typeof messageAnswer>
