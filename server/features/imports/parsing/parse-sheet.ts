// Reads the rows of an XLSX or CSV file. Runs in a parser process (server/sandbox).
import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '#server/errors.ts'
import { importLimits } from '#shared/contracts/imports/imports.schemas.ts'
import { cleanImportCellText } from './clean-import-cell-text.ts'
import { detectUtf16, parseCsv } from './parse-csv.ts'
import { parseXlsx } from './parse-xlsx.ts'
import { maxHeaderRows, type SheetRow, sheetLimits } from './sheet.ts'

/** Maximum number of cells read per row: one more than allowed, so that a sheet with too many columns is detected. */
const maxCells = importLimits.columns + 1

/** Cleans the cells of a row and omits empty cells at its end. */
function cleanRow(raw: string[]): string[] {
  const cells = raw.slice(0, maxCells).map(cleanImportCellText)
  return cells.slice(0, cells.findLastIndex(cell => cell !== '') + 1)
}

async function* readLines(content: Buffer, rows: string[][] | undefined): AsyncGenerator<SheetRow> {
  if (!rows) yield* parseCsv(content)
  else for (const [index, cells] of rows.entries()) yield { line: index + 1, cells }
}

/**
 * Parses a member list. Empty lines are skipped.
 * Returns JSON parts: first `{ name }`, then batches of rows.
 */
export async function parseSheet(content: Buffer): Promise<Uint8Array[]> {
  // UTF-16 is detected first, because the package file-type takes it for audio. Unknown content is read as text.
  const type = detectUtf16(content) ? undefined : await fileTypeFromBuffer(content)
  const isXlsx = type?.ext === 'xlsx' || type?.ext === 'zip'
  if (type && !isXlsx) throw new AppError(415, 'file_type_refused')
  const workbook = isXlsx ? await parseXlsx(content) : undefined
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
    const cells = cleanRow(raw)
    if (cells.length === 0) continue
    count += 1
    if (count <= maxHeaderRows && cells.length > importLimits.columns)
      throw new AppError(413, 'too_many_columns')
    batch.push({ line, cells: cells.slice(0, importLimits.columns) })
    if (count > importLimits.rows + maxHeaderRows) throw new AppError(413, 'too_many_lines')
    if (batch.length === sheetLimits.batchRows) flushBatch()
  }
  if (count < 2) throw new AppError(400, 'no_lines')
  flushBatch()
  const name = workbook ? cleanImportCellText(workbook.sheet) : null
  return [Buffer.from(JSON.stringify({ name })), ...parts]
}
