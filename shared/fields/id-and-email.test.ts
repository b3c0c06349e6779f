import { describe, expect, test } from 'vitest'
import { email, normalizeTextForUniqueness } from './id-and-email.ts'
import { idParam } from './query-parameters.ts'

describe('normalizeTextForUniqueness', () => {
  test.each([
    ['Ali@Contoh.MY', 'ali@contoh.my'],
    ['ａｌｉ@contoh.my', 'ali@contoh.my'],
    ['STRASSE@x.de', 'strasse@x.de'],
    ['straße@x.de', 'strasse@x.de'],
    ['  ali@contoh.my ', 'ali@contoh.my'],
  ])('normalizeTextForUniqueness turns %s into %s', (typed, folded) => {
    expect(normalizeTextForUniqueness(typed)).toBe(folded)
  })
})

test('the email schema converts an email address to its canonical spelling', () => {
  expect(email.parse(' Ali@Contoh.MY ')).toBe('ali@contoh.my')
})

test.each(['', 'ali', 'ali@', 'a b@c.my', '@c.my', 'ali@c', `${'a'.repeat(300)}@c.my`])(
  'the email schema rejects "%s"',
  text => {
    expect(email.safeParse(text).error?.issues[0]?.message).toBe('Format email tidak sah')
  },
)

test.each(['', '0', '-1', '01', '1.0', '1e3', '0x1', ' 1', '2147483648', '99999999999', 'abc', '١'])(
  'the schema idParam rejects the path parameter "%s"',
  text => {
    expect(idParam.safeParse(text).success).toBe(false)
  },
)

test.each(['1', '42', '2147483647'])('the schema idParam accepts the path parameter %s', text => {
  expect(idParam.parse(text)).toBe(Number(text))
})
