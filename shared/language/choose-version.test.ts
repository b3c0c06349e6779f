import { describe, expect, it } from 'vitest'
import { chooseVersion } from './choose-version.ts'

const bilingual = {
  id: 7,
  language: 'ms' as const,
  secondLanguage: 'en' as const,
  title: 'Malam Puisi',
  secondTitle: 'Poetry Night',
  description: 'Baca sajak.',
  secondDescription: null,
}

describe('chooseVersion', () => {
  it('chooseVersion returns the version in the language of the reader first and the other version second', () => {
    expect(chooseVersion(bilingual, 'en')).toEqual({
      id: 7,
      language: 'en',
      secondLanguage: 'ms',
      title: 'Poetry Night',
      secondTitle: 'Malam Puisi',
      description: null,
      secondDescription: 'Baca sajak.',
    })
    expect(chooseVersion(bilingual, 'ms')).toEqual(bilingual)
  })

  it('chooseVersion, applied again with the other language, restores the original order of the versions', () => {
    expect(chooseVersion(chooseVersion(bilingual, 'en'), 'ms')).toEqual(bilingual)
  })

  it('chooseVersion returns the first version when no version is in the language of the reader', () => {
    const single = { ...bilingual, secondLanguage: null, secondTitle: null }
    expect(chooseVersion(single, 'en').title).toBe('Malam Puisi')
    expect(chooseVersion(bilingual, 'en-XA').title).toBe('Malam Puisi')
  })
})
