// Reads XLSX files safely. Runs in a parser process (server/sandbox).
// The package read-excel-file trusts the sizes and cell positions that a file declares.
// XLSX archives are unpacked up to a size limit and cell positions are checked, before read-excel-file trusts them.
import { Unzip, UnzipInflate, zipSync } from 'fflate'
import readExcelFile from 'read-excel-file/node'
import { AppError } from '#server/errors.ts'
import { fillVerticallyMergedCells, listVerticallyMergedCells } from './fill-vertically-merged-cells.ts'

/** Maximum total size of the unpacked XLSX archive, in bytes. */
export const maxUnpackedBytes = 100_000_000
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
      if (size > maxUnpackedBytes) throw new AppError(413, 'too_large')
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

/** Matches empty XLSX cells. When a whole column is formatted, they fill the sheet down to its last row. */
const emptyCell = /<(\w+:)?c\s[^<>]*(?:\/>|><\/\1c>)/g
const emptyRow = /<(\w+:)?row\s(?=[^<>]*\br=)[^<>]*(?:\/>|>\s*<\/\1row>)/g
/**
 * Matches cell positions outside A1 to FZ99999, for which read-excel-file would allocate all cells up to the position.
 */
const outOfRangePosition =
  /<(?:\w+:)?(?:row|c)\s(?:[^>]*?\s)?r\s*=\s*(["'])(?!(?:[A-F]?[A-Z])?\d{1,5}\1)([^"']{0,20})/

/**
 * Matches XML text or tags of 100,000 characters, which read-excel-file would parse in quadratic time.
 * A valid XLSX cell has at most 32,767 characters.
 */
const overlongText = /[<>][^<>]{100000}/

function validatePart(part: Buffer): Buffer {
  const xml = part.toString()
  if (overlongText.test(xml)) throw new AppError(413, 'too_large')
  if (!xml.includes('sheetData')) return part
  const filled = xml.replace(emptyCell, '').replace(emptyRow, '')
  const outOfRange = outOfRangePosition.exec(filled)?.[2]
  if (outOfRange === undefined) return Buffer.from(filled)
  throw new AppError(413, /^[A-Z]+\d{1,5}$/.test(outOfRange) ? 'too_many_columns' : 'too_many_lines')
}

/** Converts an XLSX cell value to text; dates become YYYY-MM-DD. */
function toCellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
}

export interface Workbook {
  sheet: string
  rows: string[][]
}

const getAttribute = (tag: string, name: string) =>
  new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1]

/** Returns the XML of the first sheet, which the workbook references by a relation id. */
function findFirstSheet(parts: Map<string, Buffer>): string {
  const [sheet = ''] = /<(?:\w+:)?sheet\s[^<>]*>/.exec(parts.get('xl/workbook.xml')?.toString() ?? '') ?? []
  const id = /\s\w+:id\s*=\s*["']([^"']*)["']/.exec(sheet)?.[1]
  const relations =
    parts
      .get('xl/_rels/workbook.xml.rels')
      ?.toString()
      .match(/<Relationship\s[^<>]*>/g) ?? []
  const target = relations.find(relation => getAttribute(relation, 'Id') === id)
  const path = (target && getAttribute(target, 'Target')) ?? ''
  return parts.get(path.startsWith('/') ? path.slice(1) : `xl/${path}`)?.toString() ?? ''
}

/** Parses the first sheet of an XLSX workbook. */
export async function parseXlsx(content: Buffer): Promise<Workbook> {
  const parts = new Map(
    [...unpack(content)].map(
      // Every archive part with sheet data is validated: a workbook may reference a sheet outside `xl/`.
      ([name, part]) =>
        [name, name.startsWith('xl/') || part.includes('sheetData') ? validatePart(part) : part] as const,
    ),
  )
  const packed = Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }))
  const [first] = await readExcelFile(packed, { sheets: [1] } as object)
  if (!first) throw new AppError(415, 'file_type_refused')
  const rows = first.data.map(cells => cells.map(toCellText))
  fillVerticallyMergedCells(rows, listVerticallyMergedCells(findFirstSheet(parts)))
  return { sheet: first.sheet, rows }
}
