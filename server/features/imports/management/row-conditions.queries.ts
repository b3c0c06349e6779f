import { inArray, or, type SQL, sql } from 'drizzle-orm'
import { importRows } from '#server/db/schema/imports.ts'
import { noProblem } from '#shared/contracts/imports/imports.schemas.ts'

/** SQL condition for import lines that need attention: errors, possible duplicates, warnings and lines not written. */
export const needsAttention = or(
  inArray(importRows.kind, ['duplicate', 'error']),
  inArray(importRows.outcome, ['failed', 'left']),
  sql`${importRows.reasons} @> '[{"level": "warning"}]'`,
) as SQL

/** SQL for the code of the first problem or warning of an import line, for the filter `problem`. Null if none. */
const firstProblem = sql`(${importRows.reasons}->0->>'code') || coalesce(':' || (${importRows.reasons}->0->>'key'), '')`

export const filterByProblem = (problem: string) =>
  problem === noProblem ? sql`${importRows.reasons}->0 is null` : sql`${firstProblem} = ${problem}`
