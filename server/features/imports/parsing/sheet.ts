export interface SheetRow {
  line: number
  cells: string[]
}

export interface Sheet {
  name: string | null
  /** Rows that are not empty, including the header and any rows above it. Empty cells at a row's end are omitted. */
  rows: SheetRow[]
}

/** Number of rows at the beginning of a sheet among which the header is sought and can be chosen. */
export const maxHeaderRows = 20

/** Limits of a parser process: characters per cell, rows per batch, and total bytes returned. */
export const sheetLimits = { cellLength: 500, batchRows: 1000, bytes: 50_000_000 }
