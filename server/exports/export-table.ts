// Any list as a file that leaves the system, written as its rows are read.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { asAttachment } from '#server/http/attachment.ts'
import { inBatches } from '#server/lists.ts'
import { dayOf } from '#shared/calendar.ts'
import type { ExportFormat } from '#shared/contracts/query.ts'
import { writeXlsx } from './xlsx.ts'

export type Columns<Row> = [title: string, cell: (row: Row) => string | number | null][]

/**
 * A table on its way into a file comes in blocks of lines, with these signs between lines and between cells: one string
 * that is looked at once, and not a million objects. What people write holds no such signs.
 */
export const betweenLines = '\x1e'
export const betweenCells = '\x1f'

async function* tabulate<Row>(columns: Columns<Row>, chunks: AsyncIterable<Row[]>): AsyncGenerator<string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
  const write = (cell: string | number | null) => String(cell ?? '').replace(/[\x1e\x1f]/g, '')
  const writeRow = (row: Row) => columns.map(([, cell]) => write(cell(row))).join(betweenCells)
  for await (const rows of chunks) yield rows.map(writeRow).join(betweenLines)
}

/** Where a cell begins, also for a program whose separator is not ours and which reads on behind it. */
const formulaStart = /(^|[;|\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠])/g

/**
 * A formula in a list would calculate at whoever opens it; behind the apostrophe it is text. What somebody wrote in
 * several lines stays one cell.
 */
function writeCell(cell: string): string {
  const text = cell.replace(formulaStart, "$1$2'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the signs between lines and cells
const needsCare = /[",;|\t\r\n]|(^|[\x1e\x1f])\s*[=+\-@＝＋－＠]/

/** In hardly any block, and then in hardly any line of it, is there something to guard against. */
function writeLines(block: string): string {
  if (!needsCare.test(block))
    return `${block.replaceAll(betweenCells, ',').replaceAll(betweenLines, '\r\n')}\r\n`
  const lines = block.split(betweenLines)
  if (lines.length > 1) return lines.map(writeLines).join('')
  return `${block.split(betweenCells).map(writeCell).join()}\r\n`
}

/** A mark at the beginning tells spreadsheet programs that it is UTF-8. */
async function* writeCsv(blocks: AsyncIterable<string>): AsyncGenerator<string> {
  yield '\uFEFF'
  for await (const block of blocks) yield writeLines(block)
}

async function* withTitles(titles: string[], blocks: AsyncIterable<string>) {
  yield titles.join(betweenCells)
  yield* blocks
}

/** So many that making a sheet of them holds up nobody else. */
const rowsAtOnce = 1000

async function* split(blocks: AsyncIterable<string>) {
  for await (const block of blocks) {
    for (const lines of inBatches(block.split(betweenLines), rowsAtOnce))
      yield lines.map(line => line.split(betweenCells))
  }
}

/** What comes in blocks already. */
export function exportLines(
  sheetName: string,
  format: ExportFormat,
  titles: string[],
  blocks: AsyncIterable<string>,
): Readable {
  const all = withTitles(titles, blocks)
  return format === 'csv' ? Readable.from(writeCsv(all)) : writeXlsx(sheetName, split(all))
}

export function exportTable<Row>(
  sheetName: string,
  format: ExportFormat,
  columns: Columns<Row>,
  chunks: AsyncIterable<Row[]>,
): Readable {
  const titles = columns.map(([title]) => title)
  return exportLines(sheetName, format, titles, tabulate(columns, chunks))
}

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** To be saved under a name with the day of it. */
export function sendExport(reply: FastifyReply, name: string, format: ExportFormat, content: Readable) {
  const day = dayOf(new Date())
  return reply
    .type(types[format])
    .header('content-disposition', asAttachment(`${name}-${day}.${format}`))
    .send(content)
}
