import { Writable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { waitUntil } from '#server/test/processes/program-process.ts'
import { exportRowsAsCsvOrXlsx } from './export-rows-as-csv-or-xlsx.ts'

/**
 * Parses CSV like a spreadsheet program with this separator. Quotation marks are special only at the beginning of a
 * cell.
 */
function parseCsvCells(csv: string, separator: string): string[] {
  const cells: string[] = []
  let rest = csv.replace('\uFEFF', '')
  while (rest.length > 0) {
    const quotedPart = /^"((?:[^"]|"")*)"?/.exec(rest)
    const head = quotedPart?.[0] ?? ''
    const tail = rest.slice(head.length)
    const end = tail.search(new RegExp(`[\\r\\n${separator}]`))
    const plain = end < 0 ? tail : tail.slice(0, end)
    cells.push((quotedPart?.[1]?.replaceAll('""', '"') ?? '') + plain)
    rest = end < 0 ? '' : tail.slice(end + 1)
  }
  return cells
}

async function* yieldExportRow(cells: string[]) {
  yield [cells]
}

const exportCsv = (cells: string[]) =>
  text(
    exportRowsAsCsvOrXlsx(
      'Ujian',
      'csv',
      cells.map((_, index) => [`Lajur ${index}`, (row: string[]) => row[index] ?? '']),
      yieldExportRow(cells),
    ),
  )

describe('CSV formula injection', () => {
  test.each([
    '=1+1',
    '@SUM(A1)',
    '+1',
    '-1',
    '＝1+1',
    'a;=1+1',
    'a; =1+1',
    'a, b;=1+1',
    'a;"=1+1"',
    'a;""=1+1',
    '";=1+1',
    'a\t=1+1',
    'a|@SUM(A1)',
    'a\n=1+1',
    'a\r\n=1+1',
    ';;;=1+1',
    'a;-1;+1',
  ])('the exported CSV cell %j starts no formula with any common separator', async cell => {
    const csv = await exportCsv(['Ahmad', cell, 'Jepun'])
    for (const separator of [',', ';', '\t', '|']) {
      for (const parsedCell of parseCsvCells(csv, separator))
        expect(parsedCell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
    }
  })
})

test('CSV cells that contain no formula are exported unchanged', async () => {
  const cells = ['Nur Al-Amin', 'Universiti A; B', 'a=b, c+d', 'x@contoh.my', '"Kelab"', '2026-11-15', '']
  const lines = parseCsvCells(await exportCsv(cells), ',')
  expect(lines.filter(cell => cells.includes(cell) && cell)).toEqual(cells.filter(Boolean))
})

describe('XLSX export', () => {
  test('every XLSX cell is stored as text at its column, also after column Z and when it contains formulas or markup', async () => {
    const cells = ['=1+1', '<b>&"', 'dua\nbaris', ...Array.from({ length: 30 }, (_, index) => `s${index}`)]
    const columns = cells.map((_, index): [string, (row: string[]) => string] => [
      `Lajur ${index}`,
      row => row[index] ?? '',
    ])
    const sheet = await readSheet(
      await buffer(exportRowsAsCsvOrXlsx('Ujian', 'xlsx', columns, yieldExportRow(cells))),
    )
    expect(sheet).toEqual([columns.map(([title]) => title), cells])
  })

  test('an XLSX export reads database rows only as fast as its receiver reads the file, and stops when the receiver disconnects', async () => {
    let readCount = 0
    let isReadingEnded = false
    async function* yieldRows() {
      try {
        for (;;) {
          readCount += 100
          yield Array.from({ length: 100 }, () => [String(Math.random())])
        }
      } finally {
        isReadingEnded = true
      }
    }
    const file = exportRowsAsCsvOrXlsx(
      'Ujian',
      'xlsx',
      [['Lajur', (row: string[]) => row[0] ?? '']],
      yieldRows(),
    )
    const receiver = new Writable({ highWaterMark: 1, write: () => {} })
    file.pipe(receiver)
    await waitUntil(() => readCount > 0)
    // If the export ignored how fast its receiver reads, the number of rows read would grow without limit.
    for (let before = 0; before < readCount; ) {
      before = readCount
      for (let turn = 0; turn < 50; turn++) await new Promise(resolve => setImmediate(resolve))
    }
    expect(isReadingEnded).toBe(false)
    file.destroy()
    await waitUntil(() => isReadingEnded)
  })

  test('an export download fails when reading its rows fails', async () => {
    async function* throwReadError(): AsyncGenerator<string[][]> {
      yield [['satu']]
      throw new Error('terputus')
    }
    const file = exportRowsAsCsvOrXlsx(
      'Ujian',
      'xlsx',
      [['Lajur', (row: string[]) => row[0] ?? '']],
      throwReadError(),
    )
    await expect(buffer(file)).rejects.toThrow('terputus')
  })
})
