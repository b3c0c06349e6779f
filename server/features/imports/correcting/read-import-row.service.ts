import type { SignedInContext } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { readReferenceDataForImportCheck } from '#server/features/imports/checking/check-rows.service.ts'
import { findImport } from '#server/features/imports/management/require-import.service.ts'
import { listImportColumnsVisibleToCaller } from '#server/features/imports/management/visible-columns.ts'
import { parseImportRow } from '#server/features/imports/parsing/parse-import-row.ts'
import { type ImportTarget, isSharedTarget } from '#shared/contracts/imports/import-targets.ts'
import type { ImportRowCells } from '#shared/contracts/imports/imports.schemas.ts'
import { maskIdentityNumber } from '#shared/ic-number.ts'
import {
  type DecryptedRow,
  haveImportRowsSameValueInColumn,
  readDecryptedImportRow,
  readDecryptedImportRows,
} from './rows-with-same-cell.service.ts'

/** For columns of an import line, counts the other lines of the import with the same value in the column. */
async function countAlikeRows(
  context: SignedInContext,
  importId: number,
  target: DecryptedRow,
  columns: Map<number, ImportTarget>,
): Promise<Map<number, number>> {
  const shared = [...columns].flatMap(([column, key]) => (isSharedTarget(key) ? [column] : []))
  const counts = new Map<number, number>()
  for await (const rows of readDecryptedImportRows(context, importId)) {
    for (const row of rows) {
      if (row.line === target.line) continue
      for (const column of shared) {
        if (haveImportRowsSameValueInColumn(row, target, column))
          counts.set(column, (counts.get(column) ?? 0) + 1)
      }
    }
  }
  return counts
}

/**
 * Reads the cells of an import line for correcting them. Other administrators than the uploader get only cells that
 * lists may show. A valid identity number is masked, because only an unreadable one needs to be seen.
 */
export async function readImportRow(
  context: SignedInContext,
  id: number,
  line: number,
): Promise<ImportRowCells> {
  const found = await findImport(context, id, 'imports.propose')
  const row = await readDecryptedImportRow(context, id, line)
  if (!row) throw notFound()
  const scope = await readReferenceDataForImportCheck(context, found)
  const columns = listImportColumnsVisibleToCaller(context.actor, found, scope.customFields)
  const { data, problems, remarks } = parseImportRow(found.columns, row.current, scope)
  const alike = await countAlikeRows(context, id, row, columns)
  const maskedNumber = data.icNumber && maskIdentityNumber(data.icNumber)
  return {
    line,
    version: found.version,
    cells: [...columns].map(([column, key]) => {
      const mask = key === 'icNumber' ? maskedNumber : undefined
      const original = row.original[column] ?? ''
      const isCorrected = row.corrections[column] !== undefined
      return {
        column,
        key,
        header: found.headers[column] ?? '',
        value: mask ?? row.current[column] ?? '',
        original: isCorrected ? (key === 'icNumber' ? original.replace(/\d/g, '•') : original) : null,
        isMasked: mask !== undefined,
        alike: alike.get(column) ?? 0,
        reasons: [...problems, ...remarks].filter(reason => reason.key === key),
      }
    }),
  }
}
