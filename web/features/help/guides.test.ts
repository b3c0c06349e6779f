import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { languages } from '#shared/language/languages.ts'
import { parseRichText } from '#shared/rich-text.ts'
import { loadUserGuides, searchUserGuides } from './guides.ts'

const folder = join(import.meta.dirname, '../../../docs/guide')

test.each(languages)(
  'the help in %s contains the four user guides in order, with unique section ids and text in every section',
  async language => {
    const guides = await loadUserGuides(language)
    expect(guides.map(({ name }) => name)).toEqual(['members', 'clubs', 'approval', 'headquarters'])
    for (const { lead, sections } of guides) {
      expect(lead.length).toBeGreaterThan(20)
      expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
      for (const { title, pieces } of sections)
        expect(
          pieces.some(({ kind }) => kind === 'text'),
          title,
        ).toBe(true)
    }
  },
)

test.each(languages)('the parsed user guides in %s contain no Markdown marks', async language => {
  const guides = await loadUserGuides(language)
  for (const { sections } of guides)
    for (const { pieces } of sections)
      for (const piece of pieces)
        if (piece.kind === 'text') {
          const shown = JSON.stringify(parseRichText(piece.text))
          expect(shown).not.toMatch(/\*\*|!\[|\]\(|#/)
        }
})

test.each(languages)(
  'user guides in %s show every picture file exactly once, with the aspect ratio of the file',
  async language => {
    const guides = await loadUserGuides(language)
    const shown = guides
      .flatMap(({ sections }) => sections)
      .flatMap(({ pieces }) => pieces)
      .filter(piece => piece.kind === 'picture')
    const files = shown.map(({ src }) => src.split('/').at(-1) ?? '')
    expect(files.sort()).toEqual(readdirSync(join(folder, language, 'pictures')).sort())
    for (const { src, width, height } of shown) {
      const { width: actualWidth = 0, height: actualHeight = 0 } = await sharp(
        join(folder, language, 'pictures', src.split('/').at(-1) ?? ''),
      ).metadata()
      expect(actualWidth / actualHeight, src).toBeCloseTo(width / height, 2)
    }
  },
)

test('searchUserGuides requires all words, ranks title matches first and returns excerpts without Markdown marks', async () => {
  const guides = await loadUserGuides('ms')
  const [first] = searchUserGuides(guides, 'kad ahli')
  expect(first?.section.title).toBe('Kad ahli')
  expect(searchUserGuides(guides, 'senarai MENUNGGU')[0]?.excerpt).toContain('Senarai menunggu')
  expect(searchUserGuides(guides, 'frasa pemulihan')[0]?.excerpt).not.toContain('**')
  expect(searchUserGuides(guides, 'tiadaperkataanini')).toEqual([])
  expect(searchUserGuides(guides, '  ')).toEqual([])
})
