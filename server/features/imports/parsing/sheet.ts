export interface SheetRow {
  line: number
  cells: string[]
}

export interface Sheet {
  name: string | null
  headers: string[]
  rows: SheetRow[]
}

/** Limits of what a parser process returns. */
export const sheetLimits = { cellLength: 500, batchRows: 1000, bytes: 50_000_000 }
