import { describe, expect, it } from 'vitest'
import { findUnclosedQuote } from './find-unclosed-quote.ts'

describe('findUnclosedQuote', () => {
  it.each([
    ['a closed quote', 'a,b\n"x, y",2\n'],
    ['a quote with a line break and doubled quotes', 'a,b\n"x ""y""\nz",2\n3,4'],
    ['a quote within an unquoted cell', 'a,b\n5" skrin,2\n'],
    ['a quote that ends before the cell ends', 'a,b\n"Ali" bin Abu,2\n'],
    ['an empty quoted cell at the end', 'a,b\n1,""'],
  ])('findUnclosedQuote returns undefined for %s', (_name, text) => {
    expect(findUnclosedQuote(text, ',')).toBeUndefined()
  })

  it('findUnclosedQuote returns the line of a quote that is still open at the end of the file', () => {
    expect(findUnclosedQuote('a;b\n"x\ny";2\r\n3;4\r\n5;"terbuka\n6;7\n8;9\n', ';')).toBe(5)
    expect(findUnclosedQuote('a,b\rc,"d', ',')).toBe(2)
  })

  it('findUnclosedQuote returns the line of a quote that another quote closes only many lines below', () => {
    const text = ['a,b', '1,"terbuka', ...Array.from({ length: 30 }, () => 'x,y'), '2,"tutup"'].join('\n')
    expect(findUnclosedQuote(text, ',')).toBe(2)
  })
})
