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
