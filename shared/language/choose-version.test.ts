import { describe, expect, it } from 'vitest'
import { chooseLanguageVersion } from './choose-version.ts'

const bilingual = {
  id: 7,
  language: 'ms' as const,
  secondLanguage: 'en' as const,
  title: 'Malam Puisi',
  secondTitle: 'Poetry Night',
  description: 'Baca sajak.',
  secondDescription: null,
}

describe('chooseLanguageVersion', () => {
  it('chooseLanguageVersion returns the version in the language of the reader first and the other version second', () => {
    expect(chooseLanguageVersion(bilingual, 'en')).toEqual({
      id: 7,
      language: 'en',
      secondLanguage: 'ms',
      title: 'Poetry Night',
      secondTitle: 'Malam Puisi',
      description: null,
      secondDescription: 'Baca sajak.',
    })
    expect(chooseLanguageVersion(bilingual, 'ms')).toEqual(bilingual)
  })

  it('chooseLanguageVersion, applied again with the other language, restores the original order of the two language versions', () => {
    expect(chooseLanguageVersion(chooseLanguageVersion(bilingual, 'en'), 'ms')).toEqual(bilingual)
  })

  it('chooseLanguageVersion returns the first version when no version is in the language of the reader', () => {
    const single = { ...bilingual, secondLanguage: null, secondTitle: null }
    expect(chooseLanguageVersion(single, 'en').title).toBe('Malam Puisi')
    expect(chooseLanguageVersion(bilingual, 'en-XA').title).toBe('Malam Puisi')
  })
})
