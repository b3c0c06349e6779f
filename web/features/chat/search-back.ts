import type { Wire } from './conversation-wire.ts'
import type { ShownMessage } from './shown-message.ts'

/** So many at a time; then one says whether to go on. */
export const stretch = 1000

export interface Found {
  matches: ShownMessage[]
  searched: number
  /** The oldest message looked at so far; the next stretch begins before it. */
  before?: number
  hasMore: boolean
  isSearching: boolean
}

export const nothing: Found = { matches: [], searched: 0, hasMore: false, isSearching: false }

const fold = (text: string) => text.trim().toLocaleLowerCase('ms')

type Source = Pick<Wire, 'fetchMessages'>
const pageSize = 200

/** From the newest back to the first, page by page. */
async function* walkBack({ fetchMessages }: Source, from?: number): AsyncGenerator<ShownMessage[]> {
  let before = from
  for (;;) {
    const page = await fetchMessages({ ...(before !== undefined && { before }), limit: pageSize })
    if (page.length > 0) yield page
    before = page.at(-1)?.seq
    if (before === undefined || page.length < pageSize) return
  }
}

/** A stretch further back than `from`, over what this device can open; nobody else learns what was looked for. */
export async function* searchBack(
  source: Source,
  words: string,
  from = nothing,
  isWanted: (message: ShownMessage) => boolean = () => true,
): AsyncGenerator<Found> {
  const parts = fold(words).split(/\s+/)
  const isMatch = (message: ShownMessage) =>
    !message.trouble && isWanted(message) && parts.every(part => fold(message.content).includes(part))
  let found: Found = { ...from, isSearching: true, hasMore: false }
  yield found
  try {
    for await (const page of walkBack(source, from.before)) {
      const searched = found.searched + page.length
      const isEnough = searched - from.searched >= stretch
      found = {
        matches: [...found.matches, ...page.filter(isMatch)],
        searched,
        before: page.at(-1)?.seq,
        hasMore: isEnough,
        isSearching: !isEnough,
      }
      yield found
      if (isEnough) return
    }
    yield { ...found, isSearching: false, hasMore: false }
  } catch {
    // The line was cut: what was found stays, and one goes on from there.
    yield { ...found, isSearching: false, hasMore: true }
  }
}
