// Reads a spreadsheet. Runs in a parser process (server/sandbox). The reading package trusts the sizes and positions that a
// file declares, so the file is unpacked here first, up to a limit, and every position is checked before the package sees it.
import { Unzip, UnzipInflate, zipSync } from 'fflate'
import readExcelFile from 'read-excel-file/node'
import { AppError } from '#server/errors.ts'

/** Bytes of all parts together, unpacked. */
export const mostUnpacked = 100_000_000
const chunkSize = 64 * 1024

function unpack(content: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Uint8Array[]>()
  let size = 0
  const unzip = new Unzip(file => {
    if (!/\.(xml|rels)$/.test(file.name) || parts.has(file.name)) return
    const chunks: Uint8Array[] = []
    parts.set(file.name, chunks)
    file.ondata = (error, chunk) => {
      if (error) throw error
      size += chunk.length
      if (size > mostUnpacked) throw new AppError(413, 'too_large')
      chunks.push(chunk)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let start = 0; start < content.length; start += chunkSize) {
    unzip.push(content.subarray(start, start + chunkSize), start + chunkSize >= content.length)
  }
  return new Map([...parts].map(([name, chunks]) => [name, Buffer.concat(chunks)]))
}

/** Spreadsheet programs write empty cells and rows out to the edge of the sheet where somebody formatted a whole column. */
const emptyCell = /<(\w+:)?c\s[^<>]*(?:\/>|><\/\1c>)/g
const emptyRow = /<(\w+:)?row\s(?=[^<>]*\br=)[^<>]*(?:\/>|>\s*<\/\1row>)/g
/** A row or a cell whose position is not between A1 and FZ99999. The package fills every gap before a position. */
const farPosition =
  /<(?:\w+:)?(?:row|c)\s(?:[^>]*?\s)?r\s*=\s*(["'])(?!(?:[A-F]?[A-Z])?\d{1,5}\1)([^"']{0,20})/

/** The time that the package takes for one text or tag grows with the square of its length. A cell has 32,767 characters. */
const longRun = /[<>][^<>]{100000}/

function checkPart(part: Buffer): Buffer {
  const xml = part.toString()
  if (longRun.test(xml)) throw new AppError(413, 'too_large')
  if (!xml.includes('sheetData')) return part
  const filled = xml.replace(emptyCell, '').replace(emptyRow, '')
  const far = farPosition.exec(filled)?.[2]
  if (far === undefined) return Buffer.from(filled)
  throw new AppError(413, /^[A-Z]+\d{1,5}$/.test(far) ? 'too_many_columns' : 'too_many_lines')
}

/** Days as people write them; whatever else a cell holds, as text. */
function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
}

export interface Book {
  sheet: string
  rows: string[][]
}

/** The first sheet. */
export async function parseXlsx(content: Buffer): Promise<Book> {
  const parts = [...unpack(content)].map(
    ([name, part]) => [name, name.startsWith('xl/') ? checkPart(part) : part] as const,
  )
  const packed = Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }))
  const [first] = await readExcelFile(packed, { sheets: [1] } as object)
  if (!first) throw new AppError(415, 'file_type_refused')
  return { sheet: first.sheet, rows: first.data.map(cells => cells.map(asText)) }
}
