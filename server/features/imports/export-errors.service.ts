import type { Readable } from 'node:stream'
import { and, asc, eq, gt, inArray, or } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { walk } from '#server/db/paging.ts'
import { importsWithinReach } from '#server/db/reach.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { type Columns, exportTable } from '#server/exports/export-table.ts'
import type { ImportKey } from '#shared/contracts/imports.ts'
import { importReasonText } from '#shared/import-texts.ts'
import { findImport } from './require-import.service.ts'
import { openPart } from './sealed-rows.ts'

type Row = Pick<typeof importRows.$inferSelect, 'line' | 'cells' | 'reasons'>

const isRefused = or(eq(importRows.kind, 'error'), inArray(importRows.outcome, ['failed', 'left']))

/** What is kept from those who did not bring the file: numbers, and whatever may stand in columns that nobody has named. */
const isOpenToOthers = (key: ImportKey | null | undefined) => key && key !== 'icNumber' && key !== 'phone'

/** The lines as they came, with what is wrong with each: to be put right and brought again. */
export async function exportErrors(context: SignedIn, id: number): Promise<Readable> {
  const { found, isOwn } = await context.transaction(async tx => {
    const row = await findImport(tx, id, 'imports.propose')
    await recordEvent(tx, { kind: 'import.exported', country: row.country, details: { importId: id } })
    return { found: row, isOwn: row.createdBy === tx.actor.id }
  })
  const cellsOf = ({ line, cells }: Row) => openPart<string[]>(context.secret, id, line, 'cells', cells)
  const columns: Columns<Row> = [
    ['Baris', row => row.line],
    ['Sebab', row => row.reasons.map(importReasonText).join('; ')],
    ...found.headers.flatMap((header, index): Columns<Row> => {
      if (!isOwn && !isOpenToOthers(found.columns[index])) return []
      return [[header, row => cellsOf(row)[index] ?? '']]
    }),
  ]
  const rows = walk<Row>(async (last, limit) => {
    const { db, actor } = await context.judgedAgain()
    return db
      .select({ line: importRows.line, cells: importRows.cells, reasons: importRows.reasons })
      .from(importRows)
      .innerJoin(imports, eq(imports.id, importRows.importId))
      .where(
        and(
          eq(importRows.importId, id),
          importsWithinReach(actor),
          isRefused,
          gt(importRows.line, last?.line ?? 0),
        ),
      )
      .orderBy(asc(importRows.line))
      .limit(limit)
  })
  return exportTable('Ralat', 'csv', columns, rows)
}
