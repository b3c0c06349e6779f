import { describe, expect, it } from 'vitest'
import { createFormatters } from './formatters.ts'

describe('createFormatters', () => {
  it('prefers an exact case to the plural form', () => {
    const { plural } = createFormatters('en')
    const cases = { '=0': 'nobody', one: 'a member', other: 'members' }
    expect([0, 1, 2].map(count => plural(count, cases))).toEqual(['nobody', 'a member', 'members'])
  })

  it('uses the only form when a language has one', () => {
    expect(createFormatters('ms').plural(1, { other: 'ahli' })).toBe('ahli')
  })

  it('chooses the plural form by the rules of the language', () => {
    const { plural } = createFormatters('ar')
    const cases = { two: 'dua', few: 'beberapa', other: 'lain' }
    expect([2, 5, 100].map(count => plural(count, cases))).toEqual(['dua', 'beberapa', 'lain'])
  })

  it('groups the digits of numbers', () => {
    expect(createFormatters('en').number(1_234_567.5)).toBe('1,234,567.5')
  })
})
