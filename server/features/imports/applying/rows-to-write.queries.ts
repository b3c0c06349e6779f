import { sql } from 'drizzle-orm'
import { importRows } from '#server/db/schema/imports.ts'

/**
 * SQL condition for the import lines that a confirmation writes.
 * New and changed lines are written unless skipped; possible duplicates only after an explicit choice.
 */
export const isToBeWritten = sql`(${importRows.outcome} is null and (
  (${importRows.kind} in ('new', 'change') and ${importRows.choice} is distinct from 'skip')
  or (${importRows.kind} = 'duplicate' and ${importRows.choice} in ('create', 'update'))))`
