// Reads the rows of an XLSX or CSV file. Runs in a parser process (server/sandbox).
import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '#server/errors.ts'
import { importLimits } from '#shared/contracts/imports/imports.schemas.ts'
import { detectUtf16, parseCsv } from './parse-csv.ts'
import { parseXlsx } from './parse-xlsx.ts'
import { type SheetRow, sheetLimits } from './sheet.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are matched to remove them
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

function cleanCells(cells: string[]): string[] {
  // Lone UTF-16 surrogates in cells are replaced, because PostgreSQL cannot store them.
  return cells.map(cell =>
    cell
      .replace(controlCharacters, '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, sheetLimits.cellLength)
      .toWellFormed(),
  )
}

const isEmpty = (cells: string[]) => cells.every(cell => cell === '')

async function* readLines(content: Buffer, rows: string[][] | undefined): AsyncGenerator<SheetRow> {
  if (!rows) yield* parseCsv(content)
  else for (const [index, cells] of rows.entries()) yield { line: index + 1, cells }
}

/**
 * Parses a member list. The first non-empty line holds the headers; empty lines are skipped.
 * Returns JSON parts: first `{ name, headers }`, then batches of rows.
 */
export async function parseSheet(content: Buffer): Promise<Uint8Array[]> {
  // The package file-type takes UTF-16 text for an audio file. Content of unknown type is read as text.
  const type = detectUtf16(content) ? undefined : await fileTypeFromBuffer(content)
  const isXlsx = type?.ext === 'xlsx' || type?.ext === 'zip'
  if (type && !isXlsx) throw new AppError(415, 'file_type_refused')
  const workbook = isXlsx ? await parseXlsx(content) : undefined
  let headers: string[] | undefined
  let count = 0
  let bytes = 0
  let batch: SheetRow[] = []
  const parts: Buffer[] = []
  const flushBatch = () => {
    const part = Buffer.from(JSON.stringify(batch))
    bytes += part.length
    // Shared strings of a small XLSX file can expand to millions of cells, so the output size is limited.
    if (bytes > sheetLimits.bytes) throw new AppError(413, 'too_large')
    parts.push(part)
    batch = []
  }
  for await (const { line, cells: raw } of readLines(content, workbook?.rows)) {
    const cells = cleanCells(headers ? raw.slice(0, headers.length) : raw)
    if (isEmpty(cells)) continue
    if (!headers) {
      headers = cells
      if (headers.length > importLimits.columns) throw new AppError(413, 'too_many_columns')
      continue
    }
    batch.push({ line, cells })
    if (++count > importLimits.rows) throw new AppError(413, 'too_many_lines')
    if (batch.length === sheetLimits.batchRows) flushBatch()
  }
  if (!headers || count === 0) throw new AppError(400, 'no_lines')
  flushBatch()
  const [name = null] = cleanCells(workbook ? [workbook.sheet] : [])
  return [Buffer.from(JSON.stringify({ name, headers })), ...parts]
}
