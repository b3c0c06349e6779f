// Handles merged cells of XLSX sheets, whose value the file stores only in the top-left cell.
import { AppError } from '#server/errors.ts'

/** Maximum number of cells that repeated values may fill, because a small file can declare merged cells of any size. */
const maxFilledCells = 500_000

/** Matches cells that are merged downward within one column, such as `ref="C5:C9"`. */
const verticalMerge = /<(?:\w+:)?mergeCell\s[^<>]*?\bref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):\1(\d{1,7})["']/g

export interface MergedColumn {
  /** Index of the column of the merged cell, counted from 0. */
  column: number
  /** Indexes of the first and last row of the merged cell, counted from 0. */
  first: number
  last: number
}

const toColumnIndex = (letters: string) =>
  [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** Lists the cells of a sheet that are merged downward within one column. */
export function listVerticallyMergedCells(sheetXml: string): MergedColumn[] {
  return [...sheetXml.matchAll(verticalMerge)].map(([, letters = '', first, last]) => ({
    column: toColumnIndex(letters),
    first: Number(first) - 1,
    last: Number(last) - 1,
  }))
}

/**
 * Repeats the value of cells that are merged downward in every row that they span, such as a club beside its members.
 * Cells merged across columns are titles, so their value is not repeated.
 */
export function fillVerticallyMergedCells(rows: string[][], merges: MergedColumn[]): void {
  let filled = 0
  for (const { column, first, last } of merges) {
    const value = rows[first]?.[column] ?? ''
    if (value === '') continue
    for (let index = first + 1; index <= Math.min(last, rows.length - 1); index++) {
      const row = rows[index]
      if (!row || row[column]) continue
      filled += 1
      if (filled > maxFilledCells) throw new AppError(413, 'too_large')
      row[column] = value
    }
  }
}
