import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'

const delimiters = [',', ';', '\t', '|']

/** The mark at the beginning of text in two bytes a letter. */
export async function readWideMark(path: string): Promise<'utf-16le' | 'utf-16be' | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(2), position: 0 })
    const mark = buffer.subarray(0, bytesRead).toString('hex')
    return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined
  } finally {
    await file.close()
  }
}

/** By its mark; else UTF-8 where it is that, and otherwise what spreadsheet programs of Western Europe write. */
async function findEncoding(path: string): Promise<string> {
  const wide = await readWideMark(path)
  if (wide) return wide
  const strict = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) strict.decode(chunk as Buffer, { stream: true })
    strict.decode()
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

async function* decode(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  // In small parts: a few milliseconds of the event loop each.
  for await (const chunk of createReadStream(path, { highWaterMark: 64 * 1024 })) {
    yield decoder.decode(chunk as Buffer, { stream: true })
  }
  yield decoder.decode()
}

/** The one that stands most often in the first line with words, outside of quotes. */
function findDelimiter(beginning: string): string {
  const lines = beginning.split(/\r\n|\r|\n/).filter(line => line.trim() !== '')
  // What spreadsheet programs say about it themselves.
  const said = /^sep=(.)$/i.exec(lines[0]?.trim() ?? '')?.[1]
  if (said) return said
  const bare = (lines[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (sign: string) => bare.split(sign).length
  return delimiters.reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

async function readBeginning(path: string, encoding: string): Promise<string> {
  for await (const text of decode(path, encoding)) return text.replace(/^\uFEFF/, '')
  return ''
}

/** Whatever encoding and delimiter it has. Each row with the number of the line it stands on. */
export async function* readCsv(path: string): AsyncGenerator<{ line: number; cells: string[] }> {
  const encoding = await findEncoding(path)
  const delimiter = findDelimiter(await readBeginning(path, encoding))
  const parser = Readable.from(decode(path, encoding)).pipe(
    parse({ bom: true, delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: false }),
  )
  let line = 0
  for await (const cells of parser) {
    line += 1
    const isSeparatorLine = line === 1 && cells.length <= 2 && /^sep=/i.test(String(cells[0]))
    if (!isSeparatorLine) yield { line, cells: cells as string[] }
  }
}
