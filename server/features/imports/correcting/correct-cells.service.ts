// Corrects cells of an import before it is confirmed. The original cells stay stored, so a correction can be removed.
import { sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { badInput, notFound } from '#server/errors.ts'
import { listImportableFields } from '#server/features/custom-fields/importable-fields.queries.ts'
import { recheckImportLines } from '#server/features/imports/checking/check-import-in-batches.service.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import { encryptImportRowValue, toHex } from '#server/features/imports/checking/encrypt-import-row-value.ts'
import {
  incrementImportVersion,
  recordImportAuditEvent,
} from '#server/features/imports/management/decide-import.service.ts'
import {
  requireEditableImport,
  requireUnchangedImport,
} from '#server/features/imports/management/require-import.service.ts'
import { listImportColumnsVisibleToCaller } from '#server/features/imports/management/visible-columns.ts'
import { cleanImportCellText } from '#server/features/imports/parsing/clean-import-cell-text.ts'
import { splitIntoBatches } from '#server/lists.ts'
import { isSharedTarget } from '#shared/contracts/imports/import-targets.ts'
import type { ImportCorrectionsBody } from '#shared/contracts/imports/imports.schemas.ts'
import { restartImportCheck } from './restart-check.service.ts'
import {
  type DecryptedRow,
  haveImportRowsSameValueInColumn,
  readDecryptedImportRow,
  readDecryptedImportRows,
} from './rows-with-same-cell.service.ts'

type Correction = ImportCorrectionsBody['cells'][number]

/** Maximum number of corrected lines that are checked within the request. A background job checks larger numbers. */
const maxLinesAtOnce = 500

async function requireCorrectable({ db, actor }: SignedInContext, found: Import, cells: Correction[]) {
  const visible = listImportColumnsVisibleToCaller(actor, found, await listImportableFields(db, found))
  const columns = new Set(cells.map(({ column }) => column))
  const isAllowed = cells.every(({ column, isForAlike }) => {
    const key = visible.get(column)
    return key && (!isForAlike || isSharedTarget(key))
  })
  if (!isAllowed || columns.size !== cells.length) throw badInput()
}

/** Returns an import line with corrected cells. A correction equal to the original cell is dropped. */
function correctRow(row: DecryptedRow, cells: Correction[]): DecryptedRow {
  const corrections = { ...row.corrections }
  for (const { column, value } of cells) {
    const cleaned = cleanImportCellText(value)
    if (cleaned === (row.original[column] ?? '')) delete corrections[column]
    else corrections[column] = cleaned
  }
  return { ...row, corrections }
}

async function correctAlikeRows(
  tx: SignedInContext,
  found: Import,
  target: DecryptedRow,
  cells: Correction[],
): Promise<DecryptedRow[]> {
  const corrected: DecryptedRow[] = []
  if (cells.length === 0) return corrected
  for await (const rows of readDecryptedImportRows(tx, found.id)) {
    for (const row of rows) {
      const matching = cells.filter(
        ({ column }) => row.line !== target.line && haveImportRowsSameValueInColumn(row, target, column),
      )
      if (matching.length > 0) corrected.push(correctRow(row, matching))
    }
  }
  return corrected
}

async function storeCorrections({ db, secret }: SignedInContext, id: number, rows: DecryptedRow[]) {
  for (const batch of splitIntoBatches(rows, 1000)) {
    const values = batch.map(({ line, corrections }) => ({
      line,
      corrections:
        Object.keys(corrections).length > 0
          ? toHex(encryptImportRowValue(secret, id, line, 'corrections', corrections))
          : null,
    }))
    await db.execute(sql`
      update import_rows r set corrections = decode(v.corrections, 'hex')
        from json_to_recordset(${JSON.stringify(values)}::json) as v("line" int, "corrections" text)
       where r.import_id = ${id} and r.line = v.line`)
  }
}

/** Corrects cells of one import line and, if requested, of all lines with the same value in the column. */
export async function correctImportCells(
  context: SignedInContext,
  id: number,
  line: number,
  { version, cells }: ImportCorrectionsBody,
): Promise<void> {
  await context.transaction(async tx => {
    const found = await requireEditableImport(tx, id)
    requireUnchangedImport(found, version)
    await requireCorrectable(tx, found, cells)
    const target = await readDecryptedImportRow(tx, id, line)
    if (!target) throw notFound()
    const alike = await correctAlikeRows(
      tx,
      found,
      target,
      cells.filter(({ isForAlike }) => isForAlike),
    )
    const corrected = [correctRow(target, cells), ...alike]
    await storeCorrections(tx, id, corrected)
    if (corrected.length > maxLinesAtOnce) await restartImportCheck(tx, found)
    else {
      await recheckImportLines(
        tx,
        found,
        corrected.map(row => row.line),
      )
      await incrementImportVersion(tx, found)
    }
    await recordImportAuditEvent(tx, found, 'import.corrected', {
      line,
      rows: corrected.length,
      fields: cells.map(({ column }) => found.columns[column]).join(' '),
    })
  })
}
