import { describe, expect, it } from 'vitest'
import { createTextFormatters } from './formatters.ts'

describe('createTextFormatters', () => {
  it('a translated text with a case for exactly one number (such as =0) uses that case instead of a plural form', () => {
    const { plural } = createTextFormatters('en')
    const cases = { '=0': 'nobody', one: 'a member', other: 'members' }
    expect([0, 1, 2].map(count => plural(count, cases))).toEqual(['nobody', 'a member', 'members'])
  })

  it('a translated text uses the plural form "other" for every number in a language without plural forms', () => {
    expect(createTextFormatters('ms').plural(1, { other: 'ahli' })).toBe('ahli')
  })

  it('a translated text uses the plural form that the rules of its language require for the number', () => {
    const { plural } = createTextFormatters('ar')
    const cases = { two: 'dua', few: 'beberapa', other: 'lain' }
    expect([2, 5, 100].map(count => plural(count, cases))).toEqual(['dua', 'beberapa', 'lain'])
  })

  it('a number inserted into a translated text has separators between groups of three digits', () => {
    expect(createTextFormatters('en').number(1_234_567.5)).toBe('1,234,567.5')
  })
})
