import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { exportTable } from './export-table.ts'

/** A file as a program reads it whose separator is this one; quotes count only at the beginning of a cell. */
function read(csv: string, separator: string): string[] {
  const cells: string[] = []
  let rest = csv.replace('\uFEFF', '')
  while (rest.length > 0) {
    const quoted = /^"((?:[^"]|"")*)"?/.exec(rest)
    const head = quoted?.[0] ?? ''
    const tail = rest.slice(head.length)
    const end = tail.search(new RegExp(`[\\r\\n${separator}]`))
    const plain = end < 0 ? tail : tail.slice(0, end)
    cells.push((quoted?.[1]?.replaceAll('""', '"') ?? '') + plain)
    rest = end < 0 ? '' : tail.slice(end + 1)
  }
  return cells
}

async function* inOne(cells: string[]) {
  yield [cells]
}

const exported = (cells: string[]) =>
  text(
    exportTable(
      'Ujian',
      'csv',
      cells.map((_, index) => [`Lajur ${index}`, (row: string[]) => row[index] ?? '']),
      inOne(cells),
    ),
  )

describe('nothing in a CSV calculates, whatever separates its cells for the program that opens it', () => {
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
  ])('%j', async cell => {
    const csv = await exported(['Ahmad', cell, 'Jepun'])
    for (const separator of [',', ';', '\t', '|']) {
      for (const one of read(csv, separator)) expect(one).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
    }
  })
})

test('everything else is as it was', async () => {
  const cells = ['Nur Al-Amin', 'Universiti A; B', 'a=b, c+d', 'x@contoh.my', '"Kelab"', '2026-11-15', '']
  const lines = read(await exported(cells), ',')
  expect(lines.filter(cell => cells.includes(cell) && cell)).toEqual(cells.filter(Boolean))
})
