import * as z from 'zod/mini'
import { id } from './fields.ts'

/** An id in a path: digits only, because coercion would read '' as 0 and '1e3' as 1000. */
export const idParam = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.pipe(z.transform(Number), id))

/** A whole number in a query: digits only, within the range. */
export function queryNumber(min: number, max: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  )
}

export const exportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof exportFormat>

export const page = z._default(queryNumber(1, 1_000_000), 1)
export const pageSize = z._default(queryNumber(1, 200), 20)
