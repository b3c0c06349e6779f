// Exports any list as CSV or XLSX. The file is written while the rows of the list are read.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply } from 'fastify'
import { writeXlsxStream } from 'hucre/xlsx'
import { buildContentDispositionHeader } from '#server/http/files/attachment.ts'
import { bindIterableToCurrentLanguage } from '#server/language.ts'
import type { ExportFormat } from '#shared/fields/query-parameters.ts'
import { formatIsoDay } from '#shared/time/kuala-lumpur-calendar.ts'

export type ExportColumns<Row> = [title: string, cell: (row: Row) => string | number | null][]

/**
 * Control characters that separate lines and cells within a block of exported rows, which is passed on as one string. A
 * string per thousand rows takes much less time than a million objects. User text never contains these characters.
 */
export const lineSeparator = '\x1e'
export const cellSeparator = '\x1f'

async function* buildRowBlocks<Row>(
  columns: ExportColumns<Row>,
  chunks: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters separate rows and cells
  const removeSeparators = (cell: string | number | null) => String(cell ?? '').replace(/[\x1e\x1f]/g, '')
  const formatRow = (row: Row) => columns.map(([, cell]) => removeSeparators(cell(row))).join(cellSeparator)
  for await (const rows of chunks) yield rows.map(formatRow).join(lineSeparator)
}

/**
 * Pattern for a cell that begins with a formula, also after characters that other spreadsheet programs use as
 * separators.
 */
const formulaStart = /(^|[;|\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠])/g

/**
 * Prefixes formulas with an apostrophe, so that spreadsheet programs show them as text.
 * Cells with several lines are quoted and stay one cell.
 */
function writeCsvCell(cell: string): string {
  const text = cell.replace(formulaStart, "$1$2'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters separate rows and cells
const hasSpecialCharacters = /[",;|\t\r\n]|(^|[\x1e\x1f])\s*[=+\-@＝＋－＠]/

/**
 * Writes a block of exported rows as CSV lines. Most blocks contain no special characters, so their single cells need
 * no check.
 */
function writeCsvLines(block: string): string {
  if (!hasSpecialCharacters.test(block))
    return `${block.replaceAll(cellSeparator, ',').replaceAll(lineSeparator, '\r\n')}\r\n`
  const lines = block.split(lineSeparator)
  if (lines.length > 1) return lines.map(writeCsvLines).join('')
  return `${block.split(cellSeparator).map(writeCsvCell).join()}\r\n`
}

/** Writes a CSV file. It starts with a byte order mark, by which spreadsheet programs recognise UTF-8. */
async function* writeCsv(blocks: AsyncIterable<string>): AsyncGenerator<string> {
  yield '\uFEFF'
  for await (const block of blocks) yield writeCsvLines(block)
}

async function* prependColumnTitles(titles: string[], blocks: AsyncIterable<string>) {
  yield titles.join(cellSeparator)
  yield* blocks
}

async function* splitBlocksIntoRows(blocks: AsyncIterable<string>): AsyncGenerator<string[]> {
  for await (const block of blocks)
    for (const line of block.split(lineSeparator)) yield line.split(cellSeparator)
}

/** Writes an XLSX file while its rows are read. Each cell is text, never a formula. */
function writeXlsx(name: string, blocks: AsyncIterable<string>): Readable {
  return Readable.fromWeb(writeXlsxStream(splitBlocksIntoRows(blocks), { name }) as ReadableStream)
}

/** Exports rows that the database has already joined into text blocks, in which `lineSeparator` separates the rows. */
export function exportPreformattedRowsAsCsvOrXlsx(
  sheetName: string,
  format: ExportFormat,
  titles: string[],
  blocks: AsyncIterable<string>,
): Readable {
  const all = prependColumnTitles(titles, bindIterableToCurrentLanguage(blocks))
  return format === 'csv' ? Readable.from(writeCsv(all)) : writeXlsx(sheetName, all)
}

export function exportRowsAsCsvOrXlsx<Row>(
  sheetName: string,
  format: ExportFormat,
  columns: ExportColumns<Row>,
  chunks: AsyncIterable<Row[]>,
): Readable {
  const titles = columns.map(([title]) => title)
  return exportPreformattedRowsAsCsvOrXlsx(sheetName, format, titles, buildRowBlocks(columns, chunks))
}

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Sends an exported list as a download whose file name contains the date. */
export function sendExportAsDownload(
  reply: FastifyReply,
  name: string,
  format: ExportFormat,
  content: Readable,
) {
  const day = formatIsoDay(new Date())
  return reply
    .type(types[format])
    .header('content-disposition', buildContentDispositionHeader(`${name}-${day}.${format}`))
    .send(content)
}
