import { describe, expect, it } from 'vitest'
import { findHeaderRow } from './find-header-row.ts'
import { findPersonFieldByImportColumnHeader } from './match-import-columns.ts'

const toRows = (lines: string[]) => lines.map((line, index) => ({ line: index + 1, cells: line.split('|') }))

describe('findHeaderRow', () => {
  it('findHeaderRow returns the first row of a sheet when it contains known column headers', () => {
    expect(findHeaderRow(toRows(['Nama|Email|Negara', 'Ali|ali@contoh.my|Jepun']), new Map())).toBe(0)
  })

  it('findHeaderRow skips title rows above the row with known column headers', () => {
    const rows = toRows([
      'SENARAI AHLI 2026',
      'Kelab Tokyo|Disediakan oleh: Ali',
      'Bil|Full Name|E-mail Address',
      '1|Ali|a@b.my',
    ])
    expect(findHeaderRow(rows, new Map())).toBe(2)
  })

  it('findHeaderRow prefers the lower of two header rows when it contains more known headers', () => {
    const rows = toRows(['Nama|Pengajian||', 'Nama|Institusi|Kursus|Tahun Mula', 'Ali|Todai|Fizik|2023'])
    expect(findHeaderRow(rows, new Map())).toBe(1)
  })

  it('findHeaderRow recognizes headers that the user assigned earlier', () => {
    const remembered = new Map([
      ['rekod a', 'fullName' as const],
      ['rekod b', 'email' as const],
    ])
    expect(findHeaderRow(toRows(['Laporan|x|y', 'Rekod A|Rekod B|z', 'Ali|a@b.my|']), remembered)).toBe(1)
  })

  it('findHeaderRow returns the first row with half of its cells filled when no column header is known', () => {
    expect(findHeaderRow(toRows(['Tajuk', 'A|B|C|D', '1|2|3|4']), new Map())).toBe(1)
    expect(findHeaderRow(toRows(['Satu', 'dua', 'tiga']), new Map())).toBe(0)
  })
})

describe('findPersonFieldByImportColumnHeader', () => {
  it.each([
    ['E-mail Address', 'email'],
    ['EMAIL ADDRESS *', 'email'],
    ['Nama Penuh', 'fullName'],
    ['Nama Penuh (seperti dalam IC)', 'fullName'],
    ['Full name', 'fullName'],
    ['IC No.', 'icNumber'],
    ['No. K/P', 'icNumber'],
    ['No. KP', 'icNumber'],
    ['Mobile', 'phone'],
    ['Mobile No.', 'phone'],
    ['No. Telefon Bimbit', 'phone'],
    ['Universiti / Kolej', 'institution'],
    ['Tahun Mula Pengajian', 'startYear'],
    ['Expected graduation', 'endYear'],
    ['Country of Study', 'currentCountry'],
  ])('findPersonFieldByImportColumnHeader recognizes the column header %s as %s', (header, key) => {
    expect(findPersonFieldByImportColumnHeader(header)).toBe(key)
  })

  it('findPersonFieldByImportColumnHeader does not recognize column headers that are similar to known ones but mean something else', () => {
    expect(['Bil', 'Catatan', 'Saiz baju', 'Nama ibu'].map(findPersonFieldByImportColumnHeader)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
