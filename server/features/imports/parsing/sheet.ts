export interface SheetRow {
  line: number
  cells: string[]
}

export interface Sheet {
  name: string | null
  headers: string[]
  rows: SheetRow[]
}

/** Limits of a parser process: characters per cell, rows per batch, and total bytes returned. */
export const sheetLimits = { cellLength: 500, batchRows: 1000, bytes: 50_000_000 }
