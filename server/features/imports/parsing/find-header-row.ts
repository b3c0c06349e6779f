import type { ImportTarget } from '#shared/contracts/imports/import-targets.ts'
import { findPersonFieldByImportColumnHeader, normalizeColumnHeader } from './match-import-columns.ts'
import { maxHeaderRows, type SheetRow } from './sheet.ts'

/** Minimum number of known headers for which a row other than the first is recognized as the header. */
const minRecognized = 2

/**
 * Finds the header among the first rows of a member list and returns its index.
 * The header is the row with the most headers that are known or that the user assigned earlier.
 * Without such a row it is the first row that fills at least half of the columns, since titles fill fewer.
 */
export function findHeaderRow(rows: SheetRow[], remembered: Map<string, ImportTarget | null>): number {
  // The last row cannot be the header, because an import needs at least one row below the header.
  const candidates = rows.slice(0, Math.min(maxHeaderRows, rows.length - 1))
  const countRecognized = ({ cells }: SheetRow) =>
    new Set(
      cells.flatMap(
        cell =>
          remembered.get(normalizeColumnHeader(cell)) ?? findPersonFieldByImportColumnHeader(cell) ?? [],
      ),
    ).size
  const recognized = candidates.map(countRecognized)
  const most = Math.max(...recognized)
  if (most >= minRecognized) return recognized.indexOf(most)
  const countFilled = ({ cells }: SheetRow) => cells.filter(cell => cell !== '').length
  const widest = Math.max(...candidates.map(countFilled))
  return candidates.findIndex(row => countFilled(row) * 2 >= widest)
}

/** Returns the number of columns of a member list, measured in its first rows. */
export function countSheetColumns(rows: SheetRow[]): number {
  return Math.max(0, ...rows.slice(0, 2 * maxHeaderRows).map(({ cells }) => cells.length))
}

/** Returns the header of each column of a member list; the empty text for a column without a header. */
export function listSheetHeaders({ cells }: SheetRow, width: number): string[] {
  return Array.from({ length: Math.max(width, cells.length) }, (_, index) => cells[index] ?? '')
}
