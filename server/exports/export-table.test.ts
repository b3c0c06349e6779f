import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { exportTable } from './export-table.ts'

/** Parses CSV like a spreadsheet program with this separator. Quotes count only at the beginning of a cell. */
function parseCells(csv: string, separator: string): string[] {
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

async function* yieldRow(cells: string[]) {
  yield [cells]
}

const exportCsv = (cells: string[]) =>
  text(
    exportTable(
      'Ujian',
      'csv',
      cells.map((_, index) => [`Lajur ${index}`, (row: string[]) => row[index] ?? '']),
      yieldRow(cells),
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
      for (const parsedCell of parseCells(csv, separator))
        expect(parsedCell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
    }
  })
})

test('exported CSV cells without a formula are unchanged', async () => {
  const cells = ['Nur Al-Amin', 'Universiti A; B', 'a=b, c+d', 'x@contoh.my', '"Kelab"', '2026-11-15', '']
  const lines = parseCells(await exportCsv(cells), ',')
  expect(lines.filter(cell => cells.includes(cell) && cell)).toEqual(cells.filter(Boolean))
})
