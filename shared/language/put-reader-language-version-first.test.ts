import { describe, expect, it } from 'vitest'
import { putReaderLanguageVersionFirst } from './put-reader-language-version-first.ts'

const bilingual = {
  id: 7,
  language: 'ms' as const,
  secondLanguage: 'en' as const,
  title: 'Malam Puisi',
  secondTitle: 'Poetry Night',
  description: 'Baca sajak.',
  secondDescription: null,
}

describe('putReaderLanguageVersionFirst', () => {
  it('putReaderLanguageVersionFirst returns the version in the language of the reader first and the other version second', () => {
    expect(putReaderLanguageVersionFirst(bilingual, 'en')).toEqual({
      id: 7,
      language: 'en',
      secondLanguage: 'ms',
      title: 'Poetry Night',
      secondTitle: 'Malam Puisi',
      description: null,
      secondDescription: 'Baca sajak.',
    })
    expect(putReaderLanguageVersionFirst(bilingual, 'ms')).toEqual(bilingual)
  })

  it('putReaderLanguageVersionFirst, applied again with the other language, restores the original order of the two language versions', () => {
    expect(putReaderLanguageVersionFirst(putReaderLanguageVersionFirst(bilingual, 'en'), 'ms')).toEqual(
      bilingual,
    )
  })

  it('putReaderLanguageVersionFirst returns the first version when no version is in the language of the reader', () => {
    const single = { ...bilingual, secondLanguage: null, secondTitle: null }
    expect(putReaderLanguageVersionFirst(single, 'en').title).toBe('Malam Puisi')
    expect(putReaderLanguageVersionFirst(bilingual, 'en-XA').title).toBe('Malam Puisi')
  })
})
