import { afterEach, describe, expect, it } from 'vitest'
import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'
import { setCurrentLanguageGetter } from '#shared/language/texts.ts'
import { buildFallbackFileCaption, getMessagePreviewText } from './message-text.ts'

afterEach(() => setCurrentLanguageGetter(() => 'ms'))

const buildFile = (kind: AttachedFile['kind'], hasWords = false): AttachedFile => ({
  id: '8d7b8e6a-6f0b-4a39-9d84-1f2f5b0c7f11',
  kind,
  name: 'minit.pdf',
  type: 'application/pdf',
  size: 1,
  hasWords,
})

describe('getMessagePreviewText', () => {
  it.each([
    ['image', '📷 Gambar'],
    ['voice', '🎤 Mesej suara'],
  ] as const)(
    'getMessagePreviewText names a file of kind %s in the language of the reader',
    (kind, malay) => {
      const file = buildFile(kind)
      const content = buildFallbackFileCaption(file)
      expect([getMessagePreviewText(content, file), getMessagePreviewText(content)]).toEqual([malay, malay])
      setCurrentLanguageGetter(() => 'en-XA')
      expect(getMessagePreviewText(content, file)).toMatch(/^\[\p{Emoji} .*\]$/u)
      expect(getMessagePreviewText(content)).toMatch(/^\[\p{Emoji} .*\]$/u)
    },
  )

  it('getMessagePreviewText returns the file name of a document without a caption', () => {
    const file = buildFile('document')
    expect(getMessagePreviewText(buildFallbackFileCaption(file), file)).toBe('📄 minit.pdf')
    expect(getMessagePreviewText(buildFallbackFileCaption(file))).toBe('📄 minit.pdf')
  })

  it('getMessagePreviewText returns the file name for a message whose text is the Malay placeholder of an earlier release', () => {
    setCurrentLanguageGetter(() => 'en-XA')
    expect(getMessagePreviewText('📷 Gambar', buildFile('image'))).toMatch(/^\[/)
  })

  it('getMessagePreviewText returns the caption of a file with a caption', () => {
    expect(getMessagePreviewText('Pantai', buildFile('image', true))).toBe('Pantai')
  })
})
