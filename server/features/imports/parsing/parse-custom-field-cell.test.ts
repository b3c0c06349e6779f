import { describe, expect, it } from 'vitest'
import type { FieldKind } from '#shared/contracts/custom-fields/field-kinds.ts'
import { parseCustomFieldCell } from './parse-custom-field-cell.ts'

const labels = ['Halal', 'Vegetarian', 'Kacang, tenusu', 'A+', 'A-', '=1+1']
const choices = [
  ...labels.map((label, index) => ({ id: `pilihan${index}`, label, isRetired: false })),
  { id: 'pilihanlama', label: 'Lama', isRetired: true },
]
const parse = (kind: FieldKind, cell: string) =>
  parseCustomFieldCell({ kind, choices: kind.startsWith('choice') ? choices : [] }, cell)

describe('parseCustomFieldCell', () => {
  it.each<[FieldKind, string, unknown]>([
    ['text', 'Saiz L', 'Saiz L'],
    ['text', 'a'.repeat(201), undefined],
    ['long_text', 'a'.repeat(500), 'a'.repeat(500)],
    ['text', '=HYPERLINK("https://contoh.my")', '=HYPERLINK("https://contoh.my")'],
    ['number', '12', 12],
    ['number', '-3.5', -3.5],
    ['number', '12,5', 12.5],
    ['number', '1,234', 1234],
    ['number', '1 234 567', 1234567],
    ['number', '1,234.50', 1234.5],
    ['number', '0x10', undefined],
    ['number', '1e9', undefined],
    ['number', 'Infinity', undefined],
    ['number', '99999999999999999999', undefined],
    ['number', 'dua', undefined],
    ['date', '2026-02-28', '2026-02-28'],
    ['date', '3/9/2026', '2026-09-03'],
    ['date', '45170', '2023-09-01'],
    ['date', '2026-02-30', undefined],
    ['boolean', 'Ya', true],
    ['boolean', 'YES', true],
    ['boolean', '1', true],
    ['boolean', '✓', true],
    ['boolean', 'tidak', false],
    ['boolean', 'False', false],
    ['boolean', 'mungkin', undefined],
    ['choice', 'halal', 'pilihan0'],
    ['choice', ' VEGETARIAN! ', 'pilihan1'],
    ['choice', 'A+', 'pilihan3'],
    ['choice', 'A-', 'pilihan4'],
    // The cell "A*" has no value, because reduced to letters and digits it fits both choices "A+" and "A-".
    ['choice', 'A*', undefined],
    ['choice', '=1+1', 'pilihan5'],
    ['choice', 'Lama', undefined],
    ['choice', 'pilihan0', undefined],
    ['choice', '__proto__', undefined],
    ['choices', 'Halal; Vegetarian', ['pilihan0', 'pilihan1']],
    ['choices', 'Halal, Vegetarian', ['pilihan0', 'pilihan1']],
    ['choices', 'Kacang, tenusu', ['pilihan2']],
    ['choices', 'Halal; Kacang, tenusu; halal', ['pilihan0', 'pilihan2']],
    ['choices', 'Halal; Entah', undefined],
    ['choices', ';;', undefined],
  ])('parseCustomFieldCell reads a cell of a custom field of kind %s: %j gives %j', (kind, cell, value) => {
    expect(parse(kind, cell)).toEqual(value)
  })
})
