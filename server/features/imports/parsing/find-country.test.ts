import { expect, test } from 'vitest'
import { countries } from '#shared/countries/countries.ts'
import { isoCodes } from '#shared/countries/country-codes.ts'
import { findCountry, listCountrySpellings } from './find-country.ts'

test('no two countries share a name, code or spelling', () => {
  const owners = new Map<string, string[]>()
  for (const country of countries)
    for (const name of listCountrySpellings(country)) owners.set(name, [...(owners.get(name) ?? []), country])
  expect([...owners].filter(([, shared]) => shared.length > 1)).toEqual([])
  expect([...owners.keys()]).not.toContain('')
})

test('findCountry recognizes every country by its stored name and by its two-letter and three-letter code', () => {
  for (const country of countries) {
    const [alpha2 = '', alpha3 = ''] = isoCodes[country]
    const found = [country, country.toUpperCase(), alpha3].map(findCountry)
    expect([country, ...found]).toEqual([country, country, country, country])
    expect(findCountry(alpha2)).toBe(alpha2 === 'NA' ? undefined : country)
  }
})

test.each([
  ['UK', 'United Kingdom'],
  ['England', 'United Kingdom'],
  ['U.S.A.', 'United States'],
  ['u.k.', 'United Kingdom'],
  ['usa', 'United States'],
  ['Korea', 'South Korea'],
  ['KOR', 'South Korea'],
  ['Jepun', 'Japan'],
  ['Mesir', 'Egypt'],
  ['mesir ', 'Egypt'],
  ['Egypt', 'Egypt'],
  ['Belanda', 'Netherlands'],
  ['The Netherlands', 'Netherlands'],
  ['Holland', 'Netherlands'],
  ['Turkey', 'Türkiye'],
  ['Turkiye', 'Türkiye'],
  ['Bosnia & Herzegovina', 'Bosnia and Herzegovina'],
  ['Bosnia dan Herzegovina', 'Bosnia and Herzegovina'],
  ['St. Lucia', 'Saint Lucia'],
  ["Cote d'Ivoire", 'Côte d’Ivoire'],
  ['Côte d’Ivoire', 'Côte d’Ivoire'],
  ['Reunion', 'Réunion'],
  ['Hong Kong SAR', 'Hong Kong'],
  ['Republik Czech', 'Czechia'],
  ['IRL', 'Ireland'],
  ['Arab Saudi', 'Saudi Arabia'],
  ['Guinea Bissau', 'Guinea-Bissau'],
  ['N/A', undefined],
  ['Atlantis', undefined],
  ['', undefined],
])('findCountry reads %j as %j', (cell, country) => {
  expect(findCountry(cell)).toBe(country)
})
