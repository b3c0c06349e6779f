import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseIcNumber } from './ic-number.ts'

const today = new Date('2026-11-15T00:00:00Z')

describe('identity number', () => {
  test.each([
    ['990101-14-5678', 1999],
    ['990101145678', 1999],
    ['000229-10-1234', 2000],
    ['040229-10-1234', 2004],
    ['510101-01-0001', 1951],
    ['500101-01-0001', 1950],
    ['270101-01-0001', 1927],
    ['261231-01-0001', 2026],
    ['261101-01-0001', 2026],
  ])('%s: born in %i', (text, year) => {
    expect(parseIcNumber(text, today)?.birthYear).toBe(year)
  })

  test.each([
    '',
    '990101',
    '010229-10-1234',
    '990230-10-1234',
    '991301-10-1234',
    '990100-10-1234',
    '9901011456789',
  ])('"%s" is refused', text => {
    expect(parseIcNumber(text, today)).toBeUndefined()
  })

  test('whatever the digits, an accepted number never gives a birth year in the future', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12}$/), digits => {
        const parsed = parseIcNumber(digits, today)
        if (parsed) expect(parsed.birthYear).toBeLessThanOrEqual(2026)
      }),
    )
  })
})
