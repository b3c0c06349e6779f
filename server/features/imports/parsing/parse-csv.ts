// Parses CSV files of unknown encoding and delimiter. Runs in a parser process (server/sandbox).
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { AppError } from '#server/errors.ts'
import { findUnclosedQuote } from './find-unclosed-quote.ts'

const delimiters = [',', ';', '\t', '|']
/** Maximum number of characters per CSV record. A longer record means missing line breaks or an unclosed quote. */
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

/** Number of lines at the beginning of a CSV file by which the delimiter is detected. */
const sampleLines = 30

/** Finds the most frequent number of delimiters per line, and counts the lines that have this number. */
function measureDelimiter(lines: string[], delimiter: string): [lines: number, occurrences: number] {
  const frequencies = new Map<number, number>()
  for (const line of lines) {
    const occurrences = line.split(delimiter).length - 1
    if (occurrences > 0) frequencies.set(occurrences, (frequencies.get(occurrences) ?? 0) + 1)
  }
  const [best] = [...frequencies].sort(([a, countA], [b, countB]) => countB - countA || b - a)
  return best ? [best[1], best[0]] : [0, 0]
}

/**
 * Finds the CSV delimiter: the one that occurs equally often in most of the first lines, outside quotes.
 * Title lines above the header and commas in addresses occur irregularly.
 */
function findDelimiter(beginning: string): string {
  // Spreadsheet programs may declare the delimiter in the first line of a CSV file (`sep=;`).
  const declared = /^\s*sep=(.)\s*$/im.exec(beginning.slice(0, 100).split(/[\r\n]/)[0] ?? '')?.[1]
  if (declared) return declared
  const lines = beginning
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter(line => line !== '')
    .slice(0, sampleLines)
  return delimiters.reduce((best, candidate) => {
    const [bestLines, bestCount] = measureDelimiter(lines, best)
    const [candidateLines, candidateCount] = measureDelimiter(lines, candidate)
    const isBetter =
      candidateLines > bestLines || (candidateLines === bestLines && candidateCount > bestCount)
    return isBetter ? candidate : best
  })
}

/** Yields the cells of each CSV record with its record number, counted from 1. */
export async function* parseCsv(content: Buffer): AsyncGenerator<{ line: number; cells: string[] }> {
  const text = decode(content)
  const delimiter = findDelimiter(text.slice(0, 64 * 1024))
  const unclosed = findUnclosedQuote(text, delimiter)
  if (unclosed !== undefined) throw new AppError(400, 'unclosed_quote', { line: unclosed })
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
