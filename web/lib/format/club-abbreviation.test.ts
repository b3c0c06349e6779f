import { expect, test } from 'vitest'
import { buildClubAbbreviation } from './club-abbreviation.ts'

test.each([
  [{ name: 'Kelab Perantau London', city: 'London' }, 'LON'],
  [{ name: 'Kelab Perantau Keio University', city: 'Tokyo' }, 'TOK'],
  [{ name: 'Kelab Perantau Montréal', city: null }, 'MON'],
  [{ name: 'Kelab Perantau São Paulo', city: 'São Paulo' }, 'SÃO'],
  [{ name: 'Kelab Perantau' }, 'KEL'],
  [{ name: '京都', city: '' }, '京都'],
])('the club code of %j has at most three letters of the city or of the name', (club, code) => {
  expect(buildClubAbbreviation(club)).toBe(code)
})
