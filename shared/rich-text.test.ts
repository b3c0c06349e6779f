import { describe, expect, it } from 'vitest'
import { buildRichTextExcerpt } from './rich-text.ts'

describe('buildRichTextExcerpt', () => {
  it('buildRichTextExcerpt returns the whole text when it is not longer than the limit', () => {
    expect(buildRichTextExcerpt('Salam.\n\n- satu\n- dua', 20)).toBe('Salam. satu · dua')
  })
  it('the excerpt of a longer text ends with a whole word', () => {
    expect(buildRichTextExcerpt('Sijil penyertaan untuk semua', 18)).toBe('Sijil penyertaan…')
    expect(buildRichTextExcerpt('- Sijil\n- penyertaan', 12)).toBe('Sijil…')
  })
  it('cuts off the first word of an excerpt if the word exceeds the maximum length', () => {
    expect(buildRichTextExcerpt('penyertaan', 6)).toBe('penye…')
  })
})
