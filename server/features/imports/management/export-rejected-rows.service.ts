import type { Readable } from 'node:stream'
import { and, asc, eq, gt, inArray, or } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { readRowsInChunks } from '#server/db/sql/paging.ts'
import { filterImportsByScope } from '#server/db/sql/scope-filters.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { type ExportColumns, exportRowsAsCsvOrXlsx } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import { listImportableFields } from '#server/features/custom-fields/importable-fields.queries.ts'
import { decryptImportCells } from '#server/features/imports/checking/check-rows.service.ts'
import { getTargetFieldIfImportable } from '#server/features/imports/parsing/match-import-columns.ts'
import { applyUserCorrectionsToCells } from '#server/features/imports/parsing/parse-import-row.ts'
import { formatImportProblem } from '#shared/format-import-problem.ts'
import { exportText } from '#texts/exports.ts'
import { findImport } from './require-import.service.ts'
import { isImportColumnVisibleToOtherAdmins } from './visible-columns.ts'

type Row = Pick<typeof importRows.$inferSelect, 'line' | 'cells' | 'corrections' | 'reasons'>

const isRejected = or(eq(importRows.kind, 'error'), inArray(importRows.outcome, ['failed', 'left']))

/** Exports rejected import lines as CSV with the reasons, so that they can be corrected and uploaded again. */
export async function exportRejectedImportRows(context: SignedInContext, id: number): Promise<Readable> {
  const { found, isOwn } = await context.transaction(async tx => {
    const row = await findImport(tx, id, 'imports.propose')
    await recordAuditEvent(tx, { kind: 'import.exported', country: row.country, details: { importId: id } })
    return { found: row, isOwn: row.createdBy === tx.actor.id }
  })
  const fields = await listImportableFields(context.db, found)
  const readCells = (row: Row) => {
    const { original, corrections } = decryptImportCells(context.secret, id, row)
    return applyUserCorrectionsToCells(original, corrections)
  }
  const columns: ExportColumns<Row> = [
    [exportText.rejectedRows.line, row => row.line],
    [
      exportText.rejectedRows.reasons,
      row => row.reasons.map(reason => formatImportProblem(reason, fields)).join('; '),
    ],
    ...found.headers.flatMap((header, index): ExportColumns<Row> => {
      if (
        !isOwn &&
        !isImportColumnVisibleToOtherAdmins(getTargetFieldIfImportable(found.columns[index] ?? null, fields))
      )
        return []
      return [[header, row => readCells(row)[index] ?? '']]
    }),
  ]
  const rows = readRowsInChunks<Row>(async (last, limit) => {
    const { db, actor } = await context.reauthorize()
    return db
      .select({
        line: importRows.line,
        cells: importRows.cells,
        corrections: importRows.corrections,
        reasons: importRows.reasons,
      })
      .from(importRows)
      .innerJoin(imports, eq(imports.id, importRows.importId))
      .where(
        and(
          eq(importRows.importId, id),
          filterImportsByScope(actor),
          isRejected,
          gt(importRows.line, last?.line ?? 0),
        ),
      )
      .orderBy(asc(importRows.line))
      .limit(limit)
  })
  return exportRowsAsCsvOrXlsx(exportText.rejectedRows.sheet, 'csv', columns, rows)
}
