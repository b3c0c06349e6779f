import { fileTypeFromFile } from 'file-type'
import { AppError } from '#server/errors.ts'
import { importLimits } from '#shared/contracts/imports.ts'
import { readCsv, readWideMark } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'

export interface SheetRow {
  line: number
  cells: string[]
}

export interface Sheet {
  name: string | null
  headers: string[]
  rows: SheetRow[]
}

const longestCell = 500
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

function tidy(cells: string[]): string[] {
  // Half a letter, where one was cut or half was written, is none that the database could keep.
  return cells.map(cell =>
    cell.replace(control, '').replace(/\s+/g, ' ').trim().slice(0, longestCell).toWellFormed(),
  )
}

const isEmpty = (cells: string[]) => cells.every(cell => cell === '')

/** Words with commas or tabs are nothing that can be told by its first bytes: what is no known kind of file is text. */
async function* readLines(path: string, rows: SheetRow[] | undefined): AsyncGenerator<SheetRow> {
  if (rows) yield* rows
  else yield* readCsv(path)
}

/** The first line with words names the columns; empty lines are passed over. */
export async function readSheet(path: string): Promise<Sheet> {
  // Its mark alone is taken for music.
  const type = (await readWideMark(path)) ? undefined : await fileTypeFromFile(path)
  const isXlsx = type?.ext === 'xlsx' || type?.ext === 'zip'
  if (type && !isXlsx) throw new AppError(415, 'file_type_refused')
  const xlsx = isXlsx ? await readXlsx(path, importLimits.rows * 2) : undefined
  let headers: string[] | undefined
  const rows: SheetRow[] = []
  try {
    for await (const { line, cells: raw } of readLines(path, xlsx?.rows)) {
      const cells = tidy(raw)
      if (isEmpty(cells)) continue
      if (!headers) headers = cells
      else rows.push({ line, cells: cells.slice(0, headers.length) })
      if (headers.length > importLimits.columns) throw new AppError(413, 'too_many_columns')
      if (rows.length > importLimits.rows) throw new AppError(413, 'too_many_lines')
    }
  } catch (error) {
    // Not text that could be read as a table.
    throw error instanceof AppError ? error : new AppError(415, 'file_type_refused')
  }
  if (!headers || rows.length === 0) throw new AppError(400, 'no_lines')
  return { name: xlsx?.sheet ?? null, headers, rows }
}
