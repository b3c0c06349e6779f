import { describe, expect, test } from 'vitest'
import { getLanguage, setCurrentLanguageGetter } from '#shared/language/texts.ts'
import { isTimeZoneNamedAfterLocation } from '#shared/time/time-zones.ts'
import { type Country, countries, firstCountries } from './countries.ts'
import { getCountryCode, isoCodes } from './country-codes.ts'
import { getCountryName } from './country-names.ts'
import { findTimeZoneOfCity, getMainTimeZone, listTimeZones } from './country-time-zones.ts'
import { sortCountries } from './sort-countries.ts'

/** Runs a function while a certain language is the current one. */
function runInLanguage<Result>(language: 'ms' | 'en' | 'en-XA', work: () => Result): Result {
  const before = getLanguage()
  setCurrentLanguageGetter(() => language)
  try {
    return work()
  } finally {
    setCurrentLanguageGetter(() => before)
  }
}

describe('countries', () => {
  test('the country list has all 249 countries of ISO 3166-1, each with three unique codes', () => {
    expect(countries).toHaveLength(249)
    expect(Object.keys(isoCodes).sort()).toEqual([...countries].sort())
    for (const [position, pattern] of [/^[A-Z]{2}$/, /^[A-Z]{3}$/, /^\d{3}$/].entries()) {
      const codes = countries.map(country => isoCodes[country][position] ?? '')
      expect(codes.filter(code => !pattern.test(code))).toEqual([])
      expect(new Set(codes).size).toBe(249)
    }
  })

  test("the countries of the application's first release keep the codes with which their membership numbers begin", () => {
    expect(firstCountries.map(country => `${country} ${getCountryCode(country)}`)).toEqual([
      'United Kingdom GB',
      'Australia AU',
      'United States US',
      'Japan JP',
      'South Korea KR',
      'Germany DE',
      'France FR',
      'Canada CA',
      'New Zealand NZ',
      'China CN',
      'Singapore SG',
      'Indonesia ID',
    ])
  })

  test('every two-letter country code is a Unicode region with the same English name', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const otherNames = countries.filter(country => names.of(getCountryCode(country)) !== country)
    // Unicode abbreviates some country names ("St. Lucia", "Bosnia & Herzegovina").
    expect(otherNames.length).toBeLessThan(40)
    expect(countries.filter(country => !names.of(getCountryCode(country)))).toEqual([])
  })
})

describe('country names', () => {
  test('every country has a name of its own in Malay and in English', () => {
    for (const language of ['ms', 'en'] as const) {
      const names = runInLanguage(language, () => countries.map(country => getCountryName(country)))
      expect(new Set(names).size).toBe(249)
      expect(names.filter(name => !/^\p{Lu}[\p{L} ().’-]+$/u.test(name))).toEqual([])
    }
  })

  test("country names are in the language of the reader, and the countries of the application's first release have the same name in both languages", () => {
    const sample: Country[] = ['Egypt', 'Netherlands', 'Ireland', 'Taiwan']
    const listSampleCountryNames = () => sample.map(country => getCountryName(country))
    expect(runInLanguage('ms', listSampleCountryNames)).toEqual(['Mesir', 'Belanda', 'Ireland', 'Taiwan'])
    expect(runInLanguage('en', listSampleCountryNames)).toEqual(sample)
    expect(runInLanguage('en-XA', () => getCountryName('Egypt'))).not.toBe('Egypt')
    for (const language of ['ms', 'en'] as const)
      expect(runInLanguage(language, () => firstCountries.map(country => getCountryName(country)))).toEqual(
        firstCountries,
      )
  })

  test('getCountryName returns an unknown country unchanged', () => {
    expect(getCountryName('Atlantis')).toBe('Atlantis')
    expect(getCountryName('toString')).toBe('toString')
  })

  test("country lists show the countries of the application's first release first, then the others sorted by their name in the language of the reader", () => {
    const chosen: Country[] = ['Netherlands', 'Egypt', 'Japan', 'Türkiye', 'Åland Islands', 'United Kingdom']
    const first = ['United Kingdom', 'Japan']
    expect(runInLanguage('ms', () => sortCountries(chosen))).toEqual([
      ...first,
      'Netherlands',
      'Åland Islands',
      'Egypt',
      'Türkiye',
    ])
    expect(runInLanguage('en', () => sortCountries(chosen))).toEqual([
      ...first,
      'Åland Islands',
      'Egypt',
      'Netherlands',
      'Türkiye',
    ])
  })
})

describe('time zones of countries', () => {
  test('every country has at least one time zone, and the machine that runs the tests supports all of them', () => {
    expect(countries.filter(country => listTimeZones(country).length === 0)).toEqual([])
    expect(countries.flatMap(listTimeZones).filter(zone => !isTimeZoneNamedAfterLocation(zone))).toEqual([])
  })

  test('findTimeZoneOfCity finds the time zone by country and city, or undefined when the city is unknown', () => {
    expect(findTimeZoneOfCity('United Kingdom', 'Leeds')).toBe('Europe/London')
    expect(findTimeZoneOfCity('Australia', ' perth ')).toBe('Australia/Perth')
    expect(findTimeZoneOfCity('United States', 'Ann Arbor')).toBe('America/New_York')
    expect(findTimeZoneOfCity('United States', 'Springfield')).toBeUndefined()
    expect(findTimeZoneOfCity('Canada', 'Perth')).toBeUndefined()
    expect(findTimeZoneOfCity('Egypt', 'Mansoura')).toBe('Africa/Cairo')
    expect(findTimeZoneOfCity('Russia', 'Novosibirsk')).toBe('Asia/Novosibirsk')
    expect(findTimeZoneOfCity('Russia', 'Kazan')).toBeUndefined()
    expect(getMainTimeZone('Russia')).toBe('Europe/Moscow')
  })
})
