// Reads the rows of a spreadsheet or of text with delimiters. Runs in a parser process (server/sandbox).
import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '#server/errors.ts'
import { importLimits } from '#shared/contracts/imports.ts'
import { parseCsv, readWideMark } from './parse-csv.ts'
import { parseXlsx } from './parse-xlsx.ts'
import { type SheetRow, sheetLimits } from './sheet.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

function tidy(cells: string[]): string[] {
  // Half a letter, where one was cut or half was written, is none that the database could keep.
  return cells.map(cell =>
    cell.replace(control, '').replace(/\s+/g, ' ').trim().slice(0, sheetLimits.cellLength).toWellFormed(),
  )
}

const isEmpty = (cells: string[]) => cells.every(cell => cell === '')

async function* readLines(content: Buffer, rows: string[][] | undefined): AsyncGenerator<SheetRow> {
  if (!rows) yield* parseCsv(content)
  else for (const [index, cells] of rows.entries()) yield { line: index + 1, cells }
}

/**
 * The first line with words names the columns; empty lines are passed over. The first part of the result is
 * `{ name, headers }`, the others are batches of rows, all as JSON.
 */
export async function parseSheet(content: Buffer): Promise<Uint8Array[]> {
  // The mark of text in two bytes a letter is taken for music. Text as such has no signature: whatever is of no known
  // type is text.
  const type = readWideMark(content) ? undefined : await fileTypeFromBuffer(content)
  const isXlsx = type?.ext === 'xlsx' || type?.ext === 'zip'
  if (type && !isXlsx) throw new AppError(415, 'file_type_refused')
  const book = isXlsx ? await parseXlsx(content) : undefined
  let headers: string[] | undefined
  let count = 0
  let bytes = 0
  let batch: SheetRow[] = []
  const parts: Buffer[] = []
  const endBatch = () => {
    const part = Buffer.from(JSON.stringify(batch))
    bytes += part.length
    // A few shared texts of a spreadsheet can fill millions of cells.
    if (bytes > sheetLimits.bytes) throw new AppError(413, 'too_large')
    parts.push(part)
    batch = []
  }
  for await (const { line, cells: raw } of readLines(content, book?.rows)) {
    const cells = tidy(headers ? raw.slice(0, headers.length) : raw)
    if (isEmpty(cells)) continue
    if (!headers) {
      headers = cells
      if (headers.length > importLimits.columns) throw new AppError(413, 'too_many_columns')
      continue
    }
    batch.push({ line, cells })
    if (++count > importLimits.rows) throw new AppError(413, 'too_many_lines')
    if (batch.length === sheetLimits.batchRows) endBatch()
  }
  if (!headers || count === 0) throw new AppError(400, 'no_lines')
  endBatch()
  const [name = null] = tidy(book ? [book.sheet] : [])
  return [Buffer.from(JSON.stringify({ name, headers })), ...parts]
}
