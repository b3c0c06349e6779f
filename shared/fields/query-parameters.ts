import * as z from 'zod/mini'
import { getEndOfDay, getStartOfDay } from '#shared/time/kuala-lumpur-calendar.ts'
import { validationText } from '#texts/validation.ts'
import { id } from './id-and-email.ts'

/**
 * Id in a path or query. Only digits are accepted, because a conversion to a number would read '' as 0 and '1e3' as
 * 1000.
 */
export const idParam = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.pipe(z.transform(Number), id))

/** Builds the schema of a comma-separated list of at most `maxCount` ids, such as 1,2,3. */
export function buildIdListSchema(maxCount: number) {
  return z.pipe(
    z.string().check(z.maxLength(11 * maxCount), z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/)),
    z.pipe(
      z.transform((text: string) => text.split(',').map(Number)),
      z.array(id).check(z.maxLength(maxCount)),
    ),
  )
}

/** Builds the schema of a whole number in a query string: digits only, within a range. */
export function buildQueryNumberSchema(min: number, max: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  )
}

const badDay = { error: () => validationText.date }

/** Timestamp in a query, or a day such as 2026-11-15, which stands for its start or end in Kuala Lumpur. */
function timestampOrDay(getEdge: (day: string) => Date) {
  const ofDay = z.pipe(
    z.iso.date(),
    z.transform(day => getEdge(day).toISOString()),
  )
  // The schema rejects timestamps before 1900, such as year 0. PostgreSQL would report the error too late.
  const inRange = z.string().check(z.refine(timestamp => timestamp >= '1900', badDay))
  return z.optional(z.pipe(z.union([z.iso.datetime(badDay), ofDay], badDay), inRange))
}

/** Query parameter for the start of a period: a timestamp, or a day, which is included from its beginning. */
export const from = timestampOrDay(getStartOfDay)
/** Query parameter for the end of a period: a timestamp (exclusive), or a day, which is included as a whole. */
export const to = timestampOrDay(getEndOfDay)

export const exportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof exportFormat>

export const page = z._default(buildQueryNumberSchema(1, 1_000_000), 1)
export const pageSize = z._default(buildQueryNumberSchema(1, 200), 20)
