import * as z from 'zod/mini'
import { endOfDay, startOfDay } from '#shared/calendar.ts'
import { id } from '#shared/fields.ts'

/** An id in a path: digits only, because coercion would read '' as 0 and '1e3' as 1000. */
export const idParam = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.pipe(z.transform(Number), id))

/** 1,2,3: so many ids and no more. */
export function idList(most: number) {
  return z.pipe(
    z.string().check(z.maxLength(11 * most), z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/)),
    z.pipe(
      z.transform((text: string) => text.split(',').map(Number)),
      z.array(id).check(z.maxLength(most)),
    ),
  )
}

/** A whole number in a query: digits only, within the range. */
export function queryNumber(min: number, max: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  )
}

const badDay = 'Sila isi tarikh, contohnya 2026-11-15'

/** A moment; or a day as people write it, which then is one of Kuala Lumpur. */
function momentOrDay(edgeOf: (day: string) => Date) {
  const ofDay = z.pipe(
    z.iso.date(),
    z.transform(day => edgeOf(day).toISOString()),
  )
  // The database knows no year 0, and would only say so once a long list is on its way.
  const known = z.string().check(z.refine(moment => moment >= '1900', badDay))
  return z.optional(z.pipe(z.union([z.iso.datetime({ error: badDay }), ofDay], badDay), known))
}

/** From a moment on, or from the beginning of a day. */
export const from = momentOrDay(startOfDay)
/** Up to a moment, which is not included, or to the end of a day, which is. */
export const to = momentOrDay(endOfDay)

export const exportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof exportFormat>

export const page = z._default(queryNumber(1, 1_000_000), 1)
export const pageSize = z._default(queryNumber(1, 200), 20)
