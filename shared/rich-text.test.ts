import { describe, expect, it } from 'vitest'
import { buildRichTextExcerpt } from './rich-text.ts'

describe('buildRichTextExcerpt', () => {
  it('returns the whole text if it fits', () => {
    expect(buildRichTextExcerpt('Salam.\n\n- satu\n- dua', 20)).toBe('Salam. satu · dua')
  })
  it('ends a longer text with a whole word', () => {
    expect(buildRichTextExcerpt('Sijil penyertaan untuk semua', 18)).toBe('Sijil penyertaan…')
    expect(buildRichTextExcerpt('- Sijil\n- penyertaan', 12)).toBe('Sijil…')
  })
  it('cuts a single word that is too long', () => {
    expect(buildRichTextExcerpt('penyertaan', 6)).toBe('penye…')
  })
})
