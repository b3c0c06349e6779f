// What people write with a little shape to it: paragraphs, bold, lists and links. Parsed once into a tree, from which the
// screen and both forms of a mail are made. Nothing of it is ever read as HTML.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; inside: Inline[] }
  | { kind: 'link'; href: string; label: string }
  | { kind: 'break' }

export type Block =
  | { kind: 'paragraph'; inside: Inline[] }
  | { kind: 'list'; isNumbered: boolean; items: Inline[][] }

/** In this order: a link with words of its own, a bare address, bold. Each without what could make it slow. */
const marks =
  /\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()]{1,500})\)|(https?:\/\/[^\s<>"]{1,500})|\*\*([^*\n]{1,1000})\*\*/g

/** Marks that end a sentence are not part of the address before them. */
const trailing = /[.,;:!?)\]'"]+$/

/** Anything but a whole http(s) address stays what it was: text. */
function linkTo(address: string, label?: string): Inline | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:'
    ? { kind: 'link', href, label: label ?? address }
    : undefined
}

function readMark([whole, label, address, bare, bold]: RegExpMatchArray): Inline[] {
  if (bold !== undefined) return [{ kind: 'bold', inside: readLine(bold) }]
  if (bare !== undefined) {
    const end = bare.match(trailing)?.[0] ?? ''
    const link = linkTo(end ? bare.slice(0, -end.length) : bare)
    if (link) return end ? [link, { kind: 'text', text: end }] : [link]
  }
  const link = address === undefined ? undefined : linkTo(address, label)
  return [link ?? { kind: 'text', text: whole }]
}

function readLine(line: string): Inline[] {
  const found: Inline[] = []
  let done = 0
  for (const match of line.matchAll(marks)) {
    if (match.index > done) found.push({ kind: 'text', text: line.slice(done, match.index) })
    found.push(...readMark(match))
    done = match.index + match[0].length
  }
  if (done < line.length) found.push({ kind: 'text', text: line.slice(done) })
  return found
}

const bullet = /^\s*[-*•]\s+(\S.*)$/
const number = /^\s*\d{1,3}[.)]\s+(\S.*)$/

/** Which kind of list a line belongs to, and what it says in it. */
function readItem(line: string): { isNumbered: boolean; text: string } | undefined {
  const [, plain] = line.match(bullet) ?? []
  if (plain !== undefined) return { isNumbered: false, text: plain }
  const [, numbered] = line.match(number) ?? []
  return numbered === undefined ? undefined : { isNumbered: true, text: numbered }
}

/** A line goes on with what stands before it, or begins something new. */
function addLine(blocks: Block[], line: string, isNew: boolean): void {
  const last = isNew ? undefined : blocks.at(-1)
  const item = readItem(line)
  if (item) {
    const list = last?.kind === 'list' && last.isNumbered === item.isNumbered ? last : undefined
    if (list) list.items.push(readLine(item.text))
    else blocks.push({ kind: 'list', isNumbered: item.isNumbered, items: [readLine(item.text)] })
  } else if (last?.kind === 'paragraph') last.inside.push({ kind: 'break' }, ...readLine(line))
  else blocks.push({ kind: 'paragraph', inside: readLine(line) })
}

export function parseRichText(text: string): Block[] {
  const blocks: Block[] = []
  let isNew = true
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      isNew = true
      continue
    }
    addLine(blocks, line, isNew)
    isNew = false
  }
  return blocks
}

function plainInline(inline: Inline): string {
  if (inline.kind === 'text') return inline.text
  if (inline.kind === 'break') return '\n'
  if (inline.kind === 'bold') return inline.inside.map(plainInline).join('')
  return inline.label === inline.href || inline.href === `${inline.label}/`
    ? inline.label
    : `${inline.label} (${inline.href})`
}

const plainLine = (inside: Inline[]) => inside.map(plainInline).join('')

/** As a mail without HTML says it. */
export function toPlainText(blocks: Block[]): string {
  const words = blocks.map(block =>
    block.kind === 'paragraph'
      ? plainLine(block.inside)
      : block.items.map((item, n) => `${block.isNumbered ? `${n + 1}.` : '-'} ${plainLine(item)}`).join('\n'),
  )
  return words.join('\n\n')
}

/** The beginning, in one line; what is listed stands beside each other. */
export function excerptOf(text: string, most = 160): string {
  const words = parseRichText(text).map(block =>
    block.kind === 'paragraph' ? plainLine(block.inside) : block.items.map(plainLine).join(' · '),
  )
  const letters = [...words.join(' ').replace(/\s+/g, ' ').trim()]
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('')
}
