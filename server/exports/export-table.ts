// Any list as a file that leaves the system, written as its rows are read.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { asAttachment } from '#server/http/attachment.ts'
import { dayOf } from '#shared/calendar.ts'
import type { ExportFormat } from '#shared/contracts/query.ts'
import { writeXlsx } from './xlsx.ts'

export type Columns<Row> = [title: string, cell: (row: Row) => string | number | null][]

async function* tabulate<Row>(columns: Columns<Row>, chunks: AsyncIterable<Row[]>) {
  yield [columns.map(([title]) => title)]
  for await (const rows of chunks) yield rows.map(row => columns.map(([, cell]) => String(cell(row) ?? '')))
}

/** Where a cell begins, also for a program whose separator is not ours and which reads on behind it. */
const formulaStart = /(^|[;|\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠])/g

/** Nearly all are: then one look is enough, and there are many millions of them in a large list. */
const isHarmless = /^(?![\s"]*[=+\-@＝＋－＠])[^",;|\t\r\n]*$/

/**
 * A formula in a list would calculate at whoever opens it; behind the apostrophe it is text. What somebody wrote in
 * several lines stays one cell.
 */
function writeCell(cell: string): string {
  if (isHarmless.test(cell)) return cell
  const text = cell.replace(formulaStart, "$1$2'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A mark at the beginning tells spreadsheet programs that it is UTF-8. */
async function* writeCsv(batches: AsyncIterable<string[][]>): AsyncGenerator<string> {
  yield '\uFEFF'
  for await (const rows of batches) yield rows.map(cells => `${cells.map(writeCell).join()}\r\n`).join('')
}

export function exportTable<Row>(
  sheetName: string,
  format: ExportFormat,
  columns: Columns<Row>,
  chunks: AsyncIterable<Row[]>,
): Readable {
  const batches = tabulate(columns, chunks)
  return format === 'csv' ? Readable.from(writeCsv(batches)) : writeXlsx(sheetName, batches)
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
