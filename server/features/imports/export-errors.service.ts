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

const isRejected = or(eq(importRows.kind, 'error'), inArray(importRows.outcome, ['failed', 'left']))

/** False for columns hidden from everyone but the uploader: identity and phone numbers, unassigned columns. */
const isVisibleToOthers = (key: ImportKey | null | undefined) => key && key !== 'icNumber' && key !== 'phone'

/** Exports the rejected lines as CSV with the reasons, so that they can be corrected and uploaded again. */
export async function exportErrors(context: SignedIn, id: number): Promise<Readable> {
  const { found, isOwn } = await context.transaction(async tx => {
    const row = await findImport(tx, id, 'imports.propose')
    await recordEvent(tx, { kind: 'import.exported', country: row.country, details: { importId: id } })
    return { found: row, isOwn: row.createdBy === tx.actor.id }
  })
  const decryptCells = ({ line, cells }: Row) => openPart<string[]>(context.secret, id, line, 'cells', cells)
  const columns: Columns<Row> = [
    ['Baris', row => row.line],
    ['Sebab', row => row.reasons.map(importReasonText).join('; ')],
    ...found.headers.flatMap((header, index): Columns<Row> => {
      if (!isOwn && !isVisibleToOthers(found.columns[index])) return []
      return [[header, row => decryptCells(row)[index] ?? '']]
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
          isRejected,
          gt(importRows.line, last?.line ?? 0),
        ),
      )
      .orderBy(asc(importRows.line))
      .limit(limit)
  })
  return exportTable('Ralat', 'csv', columns, rows)
}
