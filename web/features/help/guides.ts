// The guide in docs/panduan, as this screen shows it: a title, a first paragraph, and sections of text and pictures.

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'picture'; src: string; alt: string; width: number; height: number }

export interface Section {
  /** Its place in the page. */
  id: string
  title: string
  pieces: Piece[]
}

export interface Guide {
  /** As the address has it. */
  name: string
  title: string
  lead: string
  sections: Section[]
}

const sources = import.meta.glob<string>('../../../docs/panduan/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const pictures = import.meta.glob<string>('../../../docs/panduan/gambar/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** With the size it is shown in, so that nothing moves when it comes. */
const picture = /^!\[(.+)\]\((gambar\/[\w-]+\.webp)#(\d+)x(\d+)\)$/m

function readPieces(text: string): Piece[] {
  const match = text.match(picture)
  if (!match) return text.trim() ? [{ kind: 'text', text: text.trim() }] : []
  const [whole, alt = '', file, width, height] = match
  const at = match.index ?? 0
  const src = pictures[`../../../docs/panduan/${file}`]
  if (!src) throw new Error(`docs/panduan/${file} is missing`)
  return [
    ...readPieces(text.slice(0, at)),
    { kind: 'picture', src, alt, width: Number(width), height: Number(height) },
    ...readPieces(text.slice(at + whole.length)),
  ]
}

const idOf = (title: string) => title.toLowerCase().replace(/[^a-z]+/g, '-')

function readGuide(path: string, source: string): Guide {
  const name = path.replace(/^.*\/\d+-|\.md$/g, '')
  const [head = '', ...parts] = source.split(/^## /m)
  const [title = '', ...lead] = head.replace(/^# /, '').split('\n')
  const sections = parts.map(part => {
    const end = part.indexOf('\n')
    const heading = part.slice(0, end)
    return { id: idOf(heading), title: heading, pieces: readPieces(part.slice(end)) }
  })
  return { name, title, lead: lead.join(' ').trim(), sections }
}

/** Their files are numbered in this order. */
export const guides = Object.entries(sources)
  .sort(([one], [other]) => one.localeCompare(other))
  .map(([path, source]) => readGuide(path, source))

export interface Found {
  guide: Guide
  section: Section
  /** A few words around what was looked for. */
  words: string
}

const plainOf = ({ pieces }: Section) =>
  pieces
    .map(piece => (piece.kind === 'text' ? piece.text.replace(/\*\*|^(- |\d+\. )/gm, '') : ''))
    .join(' ')
    .replace(/\s+/g, ' ')

function excerpt(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 50)
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1
  const end = text.length <= start + 160 ? text.length : text.lastIndexOf(' ', start + 160)
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

/** Sections that hold every one of the words; those that have them in their title come first. */
export function searchGuides(query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const [first] = words
  if (!first) return []
  const isIn = (text: string) => words.every(word => text.toLowerCase().includes(word))
  const found = guides.flatMap(guide =>
    guide.sections
      .map(section => ({ guide, section, text: plainOf(section) }))
      .filter(({ section, text }) => isIn(`${section.title} ${text}`)),
  )
  return found
    .sort((one, other) => Number(isIn(other.section.title)) - Number(isIn(one.section.title)))
    .map(({ guide, section, text }) => ({ guide, section, words: excerpt(text, first) }))
}
