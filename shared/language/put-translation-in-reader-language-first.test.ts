import { describe, expect, it } from 'vitest'
import { putTranslationInReaderLanguageFirst } from './put-translation-in-reader-language-first.ts'

const bilingual = {
  id: 7,
  language: 'ms' as const,
  secondLanguage: 'en' as const,
  title: 'Malam Puisi',
  secondTitle: 'Poetry Night',
  description: 'Baca sajak.',
  secondDescription: null,
}

describe('putTranslationInReaderLanguageFirst', () => {
  it('putTranslationInReaderLanguageFirst returns the version in the language of the reader first and the other version second', () => {
    expect(putTranslationInReaderLanguageFirst(bilingual, 'en')).toEqual({
      id: 7,
      language: 'en',
      secondLanguage: 'ms',
      title: 'Poetry Night',
      secondTitle: 'Malam Puisi',
      description: null,
      secondDescription: 'Baca sajak.',
    })
    expect(putTranslationInReaderLanguageFirst(bilingual, 'ms')).toEqual(bilingual)
  })

  it('putTranslationInReaderLanguageFirst, applied again with the other language, restores the original order of the two language versions', () => {
    expect(
      putTranslationInReaderLanguageFirst(putTranslationInReaderLanguageFirst(bilingual, 'en'), 'ms'),
    ).toEqual(bilingual)
  })

  it('putTranslationInReaderLanguageFirst returns the first version when no version is in the language of the reader', () => {
    const single = { ...bilingual, secondLanguage: null, secondTitle: null }
    expect(putTranslationInReaderLanguageFirst(single, 'en').title).toBe('Malam Puisi')
    expect(putTranslationInReaderLanguageFirst(bilingual, 'en-XA').title).toBe('Malam Puisi')
  })
})
