import { and, asc, eq, gt } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { importRows } from '#server/db/schema/imports.ts'
import { decryptImportCells } from '#server/features/imports/checking/check-rows.service.ts'
import {
  applyUserCorrectionsToCells,
  type CellCorrections,
} from '#server/features/imports/parsing/parse-import-row.ts'

/** Cells of an import line in three forms: as in the file, as corrected by users, and with both combined. */
export interface DecryptedRow {
  line: number
  original: string[]
  corrections: CellCorrections
  current: string[]
}

const batchSize = 2000
const columns = { line: importRows.line, cells: importRows.cells, corrections: importRows.corrections }

/** Yields all lines of an import decrypted, in batches ordered by line number. */
export async function* readDecryptedImportRows(
  { db, secret }: SignedInContext,
  importId: number,
): AsyncGenerator<DecryptedRow[]> {
  for (let last = 0; ; ) {
    const rows = await db
      .select(columns)
      .from(importRows)
      .where(and(eq(importRows.importId, importId), gt(importRows.line, last)))
      .orderBy(asc(importRows.line))
      .limit(batchSize)
    yield rows.map(row => {
      const { original, corrections } = decryptImportCells(secret, importId, row)
      return {
        line: row.line,
        original,
        corrections,
        current: applyUserCorrectionsToCells(original, corrections),
      }
    })
    if (rows.length < batchSize) return
    last = rows.at(-1)?.line ?? last
  }
}

/** Reads one line of an import decrypted; undefined when the import has no such line. */
export async function readDecryptedImportRow(
  { db, secret }: SignedInContext,
  importId: number,
  line: number,
): Promise<DecryptedRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(importRows)
    .where(and(eq(importRows.importId, importId), eq(importRows.line, line)))
  if (!row) return undefined
  const { original, corrections } = decryptImportCells(secret, importId, row)
  return { line, original, corrections, current: applyUserCorrectionsToCells(original, corrections) }
}

/** True when two import lines have the same value in a column, both in the file and after corrections. */
export function haveImportRowsSameValueInColumn(
  row: DecryptedRow,
  other: DecryptedRow,
  column: number,
): boolean {
  const isSame = (key: 'original' | 'current') => (row[key][column] ?? '') === (other[key][column] ?? '')
  return isSame('original') && isSame('current')
}
