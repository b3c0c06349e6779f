import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { birthStates } from './form-choices.ts'
import {
  calculateExactAge,
  formatIdentityNumber,
  getAgeFromBirthYear,
  getAgeFromIdentityNumber,
  getStateOfBirthFromIdentityNumber,
  maskIdentityNumber,
  parseIdentityCardNumber,
  restoreLeadingZerosOfIdentityNumber,
} from './ic-number.ts'

const today = new Date('2026-11-15T00:00:00Z')

describe('parseIdentityCardNumber', () => {
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
  ])('parseIdentityCardNumber reads from %s the birth year %i', (text, year) => {
    expect(parseIdentityCardNumber(text, today)?.birthYear).toBe(year)
  })

  test.each([
    '',
    '990101',
    '010229-10-1234',
    '990230-10-1234',
    '991301-10-1234',
    '990100-10-1234',
    '9901011456789',
  ])('parseIdentityCardNumber rejects "%s"', text => {
    expect(parseIdentityCardNumber(text, today)).toBeUndefined()
  })

  test('parseIdentityCardNumber never returns a birth year in the future', () => {
    // The test generates only dates that exist in every year, because random digits are seldom a valid date.
    fc.assert(
      fc.property(fc.stringMatching(/^\d{2}(0[1-9]|1[0-2])(0[1-9]|1\d|2[0-8])\d{6}$/), digits => {
        expect(parseIdentityCardNumber(digits, today)?.birthYear).toBeLessThanOrEqual(2026)
      }),
    )
  })
})

test.each([
  ['', ''],
  ['9901', '9901'],
  ['9901011', '990101-1'],
  ['990101145', '990101-14-5'],
  ['990101-14-56789', '990101-14-5678'],
  ['abc990101', '990101'],
])('formatIdentityNumber formats "%s" as "%s"', (typed, shown) => {
  expect(formatIdentityNumber(typed)).toBe(shown)
  expect(formatIdentityNumber(shown)).toBe(shown)
})

test('maskIdentityNumber keeps the date of birth and the last two digits', () => {
  expect(maskIdentityNumber('990101145634')).toBe('990101-••-••34')
})

test.each([
  ['99010', undefined],
  ['990101', 27],
  ['510101-01', 75],
  ['500101', 76],
  ['260101', 0],
  ['270101', 99],
  ['abcdef', undefined],
])('getAgeFromIdentityNumber returns for "%s" the age %s', (text, age) => {
  expect(getAgeFromIdentityNumber(text, today)).toBe(age)
})

test('ages and birth years from identity card numbers use the current year in Kuala Lumpur, in any time zone of the process', () => {
  const [before, after] = [new Date('2026-12-31T15:59:59Z'), new Date('2026-12-31T16:00:00Z')]
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
    vi.stubEnv('TZ', zone)
    expect([getAgeFromIdentityNumber('990101', before), getAgeFromIdentityNumber('990101', after)]).toEqual([
      27, 28,
    ])
    expect([getAgeFromBirthYear(1999, before), getAgeFromBirthYear(1999, after)]).toEqual([27, 28])
    expect(parseIdentityCardNumber('270101-01-0001', before)?.birthYear).toBe(1927)
    expect(parseIdentityCardNumber('270101-01-0001', after)?.birthYear).toBe(2027)
  }
  vi.unstubAllEnvs()
})

test('getStateOfBirthFromIdentityNumber maps codes 01 to 16 and 21 to 59 to states, and no other codes', () => {
  const found = Array.from({ length: 100 }, (_, code) =>
    getStateOfBirthFromIdentityNumber(`990101${String(code).padStart(2, '0')}`),
  )
  expect(new Set(found.filter(Boolean))).toEqual(new Set(birthStates))
  // Place-of-birth codes 01 to 16 and 21 to 59, which stand for Malaysian states.
  expect(found.filter(Boolean)).toHaveLength(16 + 39)
  expect(getStateOfBirthFromIdentityNumber('990101-14')).toBe('W.P. Kuala Lumpur')
  expect(getStateOfBirthFromIdentityNumber('990101-1')).toBeUndefined()
  expect(getStateOfBirthFromIdentityNumber('990101-71-1234')).toBeUndefined()
})

test.each([
  ['2003-11-17', 22],
  ['2003-11-16', 23],
  ['2004-02-29', 22],
])('calculateExactAge returns for a person born on %s the age %s on 16 November 2026', (birthDay, age) => {
  expect(calculateExactAge(birthDay, new Date('2026-11-16T08:00:00Z'))).toBe(age)
})

describe('restoreLeadingZerosOfIdentityNumber', () => {
  const today = new Date('2026-11-18T00:00:00Z')

  test.each([
    ['eleven digits of a birth in 2003', '30404141234', '030404141234'],
    ['ten digits of a birth in October 2000', '1004141234', '001004141234'],
    ['nine digits of a birth in January 2000', '104141234', '000104141234'],
    ['a number with a decimal point', '30404141234.0', '030404141234'],
  ])('restoreLeadingZerosOfIdentityNumber completes %s', (_name, text, digits) => {
    expect(restoreLeadingZerosOfIdentityNumber(text, today)).toEqual({
      digits,
      birthYear: 2000 + Number(digits.slice(0, 2)),
    })
  })

  test.each([
    ['twelve digits', '990404141234'],
    ['a number that would have an impossible date', '99040414123'],
    ['a place of birth that does not exist', '30404001234'],
    ['dashes, which a number cannot have lost', '30404-14-1234'],
    ['eight digits', '10414123'],
  ])('restoreLeadingZerosOfIdentityNumber rejects %s', (_name, text) => {
    expect(restoreLeadingZerosOfIdentityNumber(text, today)).toBeUndefined()
  })
})
