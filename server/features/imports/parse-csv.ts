// Reads text with delimiters. Runs in a parser process (server/sandbox).
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'

const delimiters = [',', ';', '\t', '|']
/** Characters of one record. More would be a file without line ends, or with an unclosed quote. */
const longestRecord = 1_000_000

/** The mark at the beginning of text in two bytes a letter. */
export function readWideMark(content: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = content.toString('hex', 0, 2)
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined
}

/** Detects the encoding: byte order mark, then valid UTF-8, otherwise Windows-1252, which Western European spreadsheet programs write. */
function decode(content: Buffer): string {
  const wide = readWideMark(content)
  if (wide) return new TextDecoder(wide).decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

/** The one that stands most often in the first line with words, outside of quotes. */
function findDelimiter(beginning: string): string {
  const lines = beginning.split(/\r\n|\r|\n/).filter(line => line.trim() !== '')
  // Spreadsheet programs may declare the delimiter in the first line (`sep=;`).
  const said = /^sep=(.)$/i.exec(lines[0]?.trim() ?? '')?.[1]
  if (said) return said
  const bare = (lines[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (sign: string) => bare.split(sign).length
  return delimiters.reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

/** Whatever encoding and delimiter it has. Each row with the number of the line it stands on. */
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
      max_record_size: longestRecord,
    }),
  )
  let line = 0
  for await (const cells of parser) {
    line += 1
    const isSeparatorLine = line === 1 && cells.length <= 2 && /^sep=/i.test(String(cells[0]))
    if (!isSeparatorLine) yield { line, cells: cells as string[] }
  }
}
