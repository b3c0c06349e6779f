// Parses the user guides in docs/guide/<language>, which are bundled with the app. Each Markdown file is one guide.
// A guide has a title (#), a lead paragraph, and sections (##) of text and pictures.
// A picture line in a guide has the picture's display size in the URL, as in ![alt](pictures/name.webp#360x640).

import type { Language } from '#shared/language/languages.ts'

export type GuidePiece =
  | { kind: 'text'; text: string }
  | { kind: 'picture'; src: string; alt: string; width: number; height: number }

export interface GuideSection {
  /** Anchor of a guide section, used as the URL hash. */
  id: string
  title: string
  pieces: GuidePiece[]
}

export interface Guide {
  /** Name of the user guide in the URL. */
  name: string
  /** Language of the user guide. It differs from the page's language if that language has no guides. */
  language: Language
  title: string
  lead: string
  sections: GuideSection[]
}

const sources = import.meta.glob<string>('../../../docs/guide/*/*.md', { query: '?raw', import: 'default' })
const pictures = import.meta.glob<string>('../../../docs/guide/*/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Picture in a guide. Its display size reserves space, so that the layout does not move when the picture loads. */
const picturePattern = /^!\[(.+)\]\((pictures\/[\w-]+\.webp)#(\d+)x(\d+)\)$/m

function readGuidePieces(language: Language, text: string): GuidePiece[] {
  const match = text.match(picturePattern)
  if (!match) return text.trim() ? [{ kind: 'text', text: text.trim() }] : []
  const [whole, alt = '', file, width, height] = match
  const at = match.index ?? 0
  const src = pictures[`../../../docs/guide/${language}/${file}`]
  if (!src) throw new Error(`docs/guide/${language}/${file} is missing`)
  return [
    ...readGuidePieces(language, text.slice(0, at)),
    { kind: 'picture', src, alt, width: Number(width), height: Number(height) },
    ...readGuidePieces(language, text.slice(at + whole.length)),
  ]
}

const convertToSlug = (title: string) => title.toLowerCase().replace(/[^a-z]+/g, '-')

function readGuide(language: Language, path: string, source: string): Guide {
  const name = path.replace(/^.*\/\d+-|\.md$/g, '')
  const [head = '', ...parts] = source.split(/^## /m)
  const [title = '', ...lead] = head.replace(/^# /, '').split('\n')
  const sections = parts.map(part => {
    const end = part.indexOf('\n')
    const heading = part.slice(0, end)
    return { id: convertToSlug(heading), title: heading, pieces: readGuidePieces(language, part.slice(end)) }
  })
  return { name, language, title, lead: lead.join(' ').trim(), sections }
}

const loads = new Map<Language, Promise<Guide[]>>()

/** Loads the user guides of a language in display order, which is the order of their numbered file names. */
export function loadUserGuides(language: Language): Promise<Guide[]> {
  const entries = Object.entries(sources).filter(([path]) => path.includes(`/guide/${language}/`))
  const load =
    loads.get(language) ??
    Promise.all(
      entries.sort().map(async ([path, readSource]) => readGuide(language, path, await readSource())),
    )
  loads.set(language, load)
  load.catch(() => loads.delete(language))
  return load
}

export interface GuideSearchResult {
  guide: Guide
  section: GuideSection
  /** Excerpt of a user guide's section around the first search word. */
  excerpt: string
}

const extractPlainText = ({ pieces }: GuideSection) =>
  pieces
    .map(piece => (piece.kind === 'text' ? piece.text.replace(/\*\*|^(- |\d+\. )/gm, '') : ''))
    .join(' ')
    .replace(/\s+/g, ' ')

function buildSearchExcerpt(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 50)
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1
  const end = text.length <= start + 160 ? text.length : text.lastIndexOf(' ', start + 160)
  const excerpt = text.slice(start, end)
  const isCutWithinSentence = end < text.length && !excerpt.endsWith('.')
  return `${start > 0 ? '…' : ''}${excerpt}${isCutWithinSentence ? '…' : ''}`
}

/** Finds the guide sections that contain all search words; sections with all words in the title come first. */
export function searchUserGuides(guides: Guide[], query: string): GuideSearchResult[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const [first] = words
  if (!first) return []
  const containsAllWords = (text: string) => words.every(word => text.toLowerCase().includes(word))
  const found = guides.flatMap(guide =>
    guide.sections
      .map(section => ({ guide, section, text: extractPlainText(section) }))
      .filter(({ section, text }) => containsAllWords(`${section.title} ${text}`)),
  )
  return found
    .sort((a, b) => Number(containsAllWords(b.section.title)) - Number(containsAllWords(a.section.title)))
    .map(({ guide, section, text }) => ({ guide, section, excerpt: buildSearchExcerpt(text, first) }))
}
