// Parses CSV files of unknown encoding and delimiter. Runs in a parser process (server/sandbox).
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'

const delimiters = [',', ';', '\t', '|']
/** Maximum characters per CSV record; a longer one means missing line breaks or an unclosed quote. */
const maxRecordLength = 1_000_000

/** Detects the byte order mark of UTF-16 text. */
export function detectUtf16(content: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = content.toString('hex', 0, 2)
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined
}

/**
 * Decodes CSV text by its byte order mark, otherwise as UTF-8 when valid, otherwise as Windows-1252.
 * Western European spreadsheet programs write Windows-1252.
 */
function decode(content: Buffer): string {
  const utf16 = detectUtf16(content)
  if (utf16) return new TextDecoder(utf16).decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

/** Returns the CSV delimiter that occurs most often outside quotes in the first non-empty line. */
function findDelimiter(beginning: string): string {
  const lines = beginning.split(/\r\n|\r|\n/).filter(line => line.trim() !== '')
  // Spreadsheet programs may declare the delimiter in the first line (`sep=;`).
  const declared = /^sep=(.)$/i.exec(lines[0]?.trim() ?? '')?.[1]
  if (declared) return declared
  const unquoted = (lines[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (candidate: string) => unquoted.split(candidate).length
  return delimiters.reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best), ',')
}

/** Yields the cells of each CSV record with its record number, counted from 1. */
export async function* parseCsv(content: Buffer): AsyncGenerator<{ line: number; cells: string[] }> {
  const text = decode(content)
  const delimiter = findDelimiter(text.slice(0, 64 * 1024))
  const parser = Readable.from([text]).pipe(
    parse({
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: maxRecordLength,
    }),
  )
  let line = 0
  for await (const cells of parser) {
    line += 1
    const isSeparatorLine = line === 1 && cells.length <= 2 && /^sep=/i.test(String(cells[0]))
    if (!isSeparatorLine) yield { line, cells: cells as string[] }
  }
}
