// Rich text of announcements: paragraphs, bold, lists and links in a small Markdown subset.
// The parser of rich text builds a tree, from which the screen and the HTML and plain-text emails are rendered.
// Rich text is never interpreted as HTML.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; inside: Inline[] }
  | { kind: 'link'; href: string; label: string }
  | { kind: 'break' }

export type Block =
  | { kind: 'paragraph'; inside: Inline[] }
  | { kind: 'list'; isNumbered: boolean; items: Inline[][] }

/**
 * Matches a link with a label, a bare URL or bold text. The lengths are limited to avoid slow backtracking of the
 * pattern.
 */
const marks =
  /\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()]{1,500})\)|(https?:\/\/[^\s<>"]{1,500})|\*\*([^*\n]{1,1000})\*\*/g

/** Punctuation after a bare URL in rich text, which is not part of the URL. */
const trailing = /[.,;:!?)\]'"]+$/

/** Builds a link from a valid http(s) URL. Returns undefined for any other text, which is then shown as plain text. */
function buildLink(url: string, label?: string): Inline | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:'
    ? { kind: 'link', href, label: label ?? url }
    : undefined
}

function parseInlineMark([whole, label, url, bare, bold]: RegExpMatchArray): Inline[] {
  if (bold !== undefined) return [{ kind: 'bold', inside: parseInlineLine(bold) }]
  if (bare !== undefined) {
    const end = bare.match(trailing)?.[0] ?? ''
    const link = buildLink(end ? bare.slice(0, -end.length) : bare)
    if (link) return end ? [link, { kind: 'text', text: end }] : [link]
  }
  const link = url === undefined ? undefined : buildLink(url, label)
  return [link ?? { kind: 'text', text: whole }]
}

function parseInlineLine(line: string): Inline[] {
  const found: Inline[] = []
  let done = 0
  for (const match of line.matchAll(marks)) {
    if (match.index > done) found.push({ kind: 'text', text: line.slice(done, match.index) })
    found.push(...parseInlineMark(match))
    done = match.index + match[0].length
  }
  if (done < line.length) found.push({ kind: 'text', text: line.slice(done) })
  return found
}

const bullet = /^\s*[-*•]\s+(\S.*)$/
const number = /^\s*\d{1,3}[.)]\s+(\S.*)$/

/** Parses a list item of rich text. Returns undefined when the line is no list item. */
function parseListItem(line: string): { isNumbered: boolean; text: string } | undefined {
  const [, bulleted] = line.match(bullet) ?? []
  if (bulleted !== undefined) return { isNumbered: false, text: bulleted }
  const [, numbered] = line.match(number) ?? []
  return numbered === undefined ? undefined : { isNumbered: true, text: numbered }
}

/** Appends a line of rich text to the last paragraph or list, or starts a new paragraph or list. */
function addLineToBlocks(blocks: Block[], line: string, isNew: boolean): void {
  const last = isNew ? undefined : blocks.at(-1)
  const item = parseListItem(line)
  if (item) {
    const list = last?.kind === 'list' && last.isNumbered === item.isNumbered ? last : undefined
    if (list) list.items.push(parseInlineLine(item.text))
    else blocks.push({ kind: 'list', isNumbered: item.isNumbered, items: [parseInlineLine(item.text)] })
  } else if (last?.kind === 'paragraph') last.inside.push({ kind: 'break' }, ...parseInlineLine(line))
  else blocks.push({ kind: 'paragraph', inside: parseInlineLine(line) })
}

export function parseRichText(text: string): Block[] {
  const blocks: Block[] = []
  let isNew = true
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      isNew = true
      continue
    }
    addLineToBlocks(blocks, line, isNew)
    isNew = false
  }
  return blocks
}

function renderInlineAsPlainText(inline: Inline): string {
  if (inline.kind === 'text') return inline.text
  if (inline.kind === 'break') return '\n'
  if (inline.kind === 'bold') return inline.inside.map(renderInlineAsPlainText).join('')
  return inline.label === inline.href || inline.href === `${inline.label}/`
    ? inline.label
    : `${inline.label} (${inline.href})`
}

const renderLineAsPlainText = (inside: Inline[]) => inside.map(renderInlineAsPlainText).join('')

/** Renders rich text as plain text for emails. */
export function renderRichTextAsPlainText(blocks: Block[]): string {
  const parts = blocks.map(block =>
    block.kind === 'paragraph'
      ? renderLineAsPlainText(block.inside)
      : block.items
          .map((item, n) => `${block.isNumbered ? `${n + 1}.` : '-'} ${renderLineAsPlainText(item)}`)
          .join('\n'),
  )
  return parts.join('\n\n')
}

/** Builds a one-line excerpt of rich text with at most `maxLength` characters. List items are joined by dots. */
export function buildRichTextExcerpt(text: string, maxLength = 160): string {
  const parts = parseRichText(text).map(block =>
    block.kind === 'paragraph'
      ? renderLineAsPlainText(block.inside)
      : block.items.map(renderLineAsPlainText).join(' · '),
  )
  const letters = [...parts.join(' ').replace(/\s+/g, ' ').trim()]
  if (letters.length <= maxLength) return letters.join('')
  const start = letters.slice(0, maxLength).join('')
  // A shortened excerpt ends with a whole word, unless its first word is already too long.
  const words = start.replace(/[\s·,]+\S*$/, '')
  return `${words === start ? letters.slice(0, maxLength - 1).join('') : words}…`
}
