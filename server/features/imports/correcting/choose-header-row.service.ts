// Lets the uploader of a member list choose which of its first lines holds the headers.
// The header and the lines above it are stored with the import. The lines below it become rows of the import.
import { and, asc, eq, lte } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { AppError, badInput, conflict } from '#server/errors.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import {
  decryptImportRowValue,
  encryptImportRowValue,
} from '#server/features/imports/checking/encrypt-import-row-value.ts'
import { recordImportAuditEvent } from '#server/features/imports/management/decide-import.service.ts'
import { proposeFieldsForImportColumns } from '#server/features/imports/management/import-columns.service.ts'
import {
  findImport,
  requireImport,
  requireImportUploader,
  requireStatus,
  requireUnchangedImport,
} from '#server/features/imports/management/require-import.service.ts'
import { storeEncryptedImportRows } from '#server/features/imports/management/upload-import.service.ts'
import { listSheetHeaders } from '#server/features/imports/parsing/find-header-row.ts'
import { maxHeaderRows, type SheetRow } from '#server/features/imports/parsing/sheet.ts'
import { importLimits } from '#shared/contracts/imports/imports.schemas.ts'
import { restartImportCheck } from './restart-check.service.ts'

function decryptTop({ secret }: SignedInContext, { id, top }: Import): SheetRow[] {
  if (!top) throw conflict('import_over')
  return decryptImportRowValue<SheetRow[]>(secret, id, 0, 'top', top)
}

/** Reads the first rows of an import, at most `limit`. */
async function readFirstRows(
  { db, secret }: SignedInContext,
  id: number,
  limit: number,
): Promise<SheetRow[]> {
  const rows = await db
    .select({ line: importRows.line, cells: importRows.cells })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(asc(importRows.line))
    .limit(limit)
  return rows.map(({ line, cells }) => ({
    line,
    cells: decryptImportRowValue<string[]>(secret, id, line, 'cells', cells),
  }))
}

/** Masks cells with six or more digits, which may be identity numbers or phone numbers. */
const maskNumbers = (cell: string) =>
  (cell.match(/\d/g)?.length ?? 0) >= 6 ? cell.replace(/\d/g, '•') : cell

/** Lists the first lines of an uploaded member list, from which the uploader chooses the line with the headers. */
export async function listFirstImportRows(context: SignedInContext, id: number): Promise<SheetRow[]> {
  const found = await findImport(context, id, 'imports.propose')
  requireImportUploader(context, found)
  const top = decryptTop(context, found)
  const rows = await readFirstRows(context, id, Math.max(0, maxHeaderRows - top.length))
  return [...top, ...rows].map(({ line, cells }) => ({ line, cells: cells.map(maskNumbers) }))
}

/**
 * Turns rows of the import into title lines or title lines into rows, so that only lines below the new header are
 * rows.
 */
async function moveLines(tx: SignedInContext, found: Import, headerLine: number): Promise<SheetRow[]> {
  const { db } = tx
  const top = decryptTop(tx, found)
  if (headerLine < found.headerLine) {
    await storeEncryptedImportRows(
      tx,
      found.id,
      top.filter(({ line }) => line > headerLine),
    )
    return top.filter(({ line }) => line <= headerLine)
  }
  const rows = await readFirstRows(tx, found.id, maxHeaderRows)
  await db.delete(importRows).where(and(eq(importRows.importId, found.id), lte(importRows.line, headerLine)))
  return [...top, ...rows.filter(({ line }) => line <= headerLine)].slice(0, maxHeaderRows)
}

export async function chooseHeaderRow(
  context: SignedInContext,
  id: number,
  { line, version }: { line: number; version: number },
): Promise<void> {
  await context.transaction(async tx => {
    const { db, secret } = tx
    const found = await requireImport(tx, id, 'imports.propose', requireStatus('ready'))
    requireImportUploader(tx, found)
    requireUnchangedImport(found, version)
    const top = await moveLines(tx, found, line)
    const header = top.at(-1)
    if (header?.line !== line) throw badInput()
    const total = await db.$count(importRows, eq(importRows.importId, id))
    if (total === 0) throw new AppError(400, 'no_lines')
    if (total > importLimits.rows) throw new AppError(413, 'too_many_lines')
    const headers = listSheetHeaders(header, found.headers.length)
    await db
      .update(imports)
      .set({
        headers,
        headerLine: line,
        total,
        columns: await proposeFieldsForImportColumns(tx, found, headers),
        top: encryptImportRowValue(secret, id, 0, 'top', top),
      })
      .where(eq(imports.id, id))
    await restartImportCheck(tx, found)
    await recordImportAuditEvent(tx, found, 'import.header_set', { line })
  })
}
