import { describe, expect, it } from 'vitest'
import { parseSpreadsheetDay, parseSpreadsheetYear } from './parse-spreadsheet-date.ts'

const today = new Date('2026-11-18T00:00:00Z')

describe('parseSpreadsheetDay', () => {
  it.each([
    ['2023-09-01', '2023-09-01'],
    ['2023-09-01T00:00:00.000Z', '2023-09-01'],
    ['2023/9/1', '2023-09-01'],
    ['20230901', '2023-09-01'],
    ['1/9/2023', '2023-09-01'],
    ['01.09.2023', '2023-09-01'],
    ['01-09-23', '2023-09-01'],
    ['31-12-98', '1998-12-31'],
    ['1 September 2023', '2023-09-01'],
    ['1hb Ogos 2023', '2023-08-01'],
    ['1st Sept. 2023', '2023-09-01'],
    ['Sep 1, 2023', '2023-09-01'],
    ['01-Mac-2023', '2023-03-01'],
    ['1-Dis-23', '2023-12-01'],
    ['1/9/2023 12:30 PM', '2023-09-01'],
    ['45170', '2023-09-01'],
    ['45170.75', '2023-09-01'],
    ['２０２３-０９-０１', '2023-09-01'],
  ])('parseSpreadsheetDay reads %s as %s', (cell, day) => {
    expect(parseSpreadsheetDay(cell, today)).toBe(day)
  })

  it('parseSpreadsheetDay reads the first number of 12/11 as the day, and the second number of 11/23, because no month is 23', () => {
    expect(parseSpreadsheetDay('9/25/2023', today)).toBe('2023-09-25')
    expect(parseSpreadsheetDay('25/9/2023', today)).toBe('2023-09-25')
  })

  it.each([
    '',
    '2023',
    '31/2/2023',
    '1 Foo 2023',
    'tahun ini',
    '990101141234',
    '12345678',
    '5000',
    '99999',
    '32/13/2023',
  ])('parseSpreadsheetDay returns undefined for %j', cell => {
    expect(parseSpreadsheetDay(cell, today)).toBeUndefined()
  })
})

describe('parseSpreadsheetYear', () => {
  it.each([
    ['2023', 2023],
    ['2023.0', 2023],
    ['45170', 2023],
    ['1/9/2023', 2023],
    ['09/2023', 2023],
    ['2023-09', 2023],
    ['Sept 2023', 2023],
    ['Ogos-2023', 2023],
  ])('parseSpreadsheetYear reads %s as %i', (cell, year) => {
    expect(parseSpreadsheetYear(cell, today)).toBe(year)
  })

  it.each(['dua ribu', '23', '3023', 'Intake 2023', '2023/2024', ''])(
    'parseSpreadsheetYear returns undefined for %j',
    cell => {
      expect(parseSpreadsheetYear(cell, today)).toBeUndefined()
    },
  )
})
