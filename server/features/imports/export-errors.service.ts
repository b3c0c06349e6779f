import type { Readable } from 'node:stream'
import { and, asc, eq, gt, inArray, or } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { walk } from '#server/db/paging.ts'
import { importRows } from '#server/db/schema/imports.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { type Columns, exportTable } from '#server/exports/export-table.ts'
import { importReasonText } from '#shared/import-texts.ts'
import { requireImport } from './require-import.service.ts'
import { openPart } from './sealed-rows.ts'

type Row = Pick<typeof importRows.$inferSelect, 'line' | 'cells' | 'reasons'>

const isRefused = or(eq(importRows.kind, 'error'), inArray(importRows.outcome, ['failed', 'left']))

/** The lines as they came, with what is wrong with each: to be put right and brought again. */
export async function exportErrors(context: SignedIn, id: number): Promise<Readable> {
  const found = await context.transaction(async tx => {
    const row = await requireImport(tx, id, 'imports.propose')
    await recordEvent(tx, { kind: 'import.exported', country: row.country, details: { importId: id } })
    return row
  })
  const { db, secret } = context
  const cellsOf = ({ line, cells }: Row) => openPart<string[]>(secret, id, line, 'cells', cells)
  const columns: Columns<Row> = [
    ['Baris', row => row.line],
    ['Sebab', row => row.reasons.map(importReasonText).join('; ')],
    ...found.headers.map((header, index): Columns<Row>[number] => [header, row => cellsOf(row)[index] ?? '']),
  ]
  const rows = walk<Row>((last, limit) =>
    db
      .select({ line: importRows.line, cells: importRows.cells, reasons: importRows.reasons })
      .from(importRows)
      .where(and(eq(importRows.importId, id), isRefused, gt(importRows.line, last?.line ?? 0)))
      .orderBy(asc(importRows.line))
      .limit(limit),
  )
  return exportTable('Ralat', 'csv', columns, rows)
}
