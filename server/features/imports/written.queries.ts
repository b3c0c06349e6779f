import { sql } from 'drizzle-orm'
import { importRows } from '#server/db/schema/imports.ts'

/**
 * The lines that a confirmation writes: everybody new and every change unless it was said otherwise; who may be here
 * already only when it was said what is to become of them.
 */
export const willBeWritten = sql`(${importRows.outcome} is null and (
  (${importRows.kind} in ('new', 'change') and ${importRows.choice} is distinct from 'skip')
  or (${importRows.kind} = 'duplicate' and ${importRows.choice} in ('create', 'update'))))`
