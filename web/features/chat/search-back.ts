// Client-side search through the history of an encrypted conversation, newest first, in batches.
// The search terms never leave the device: the server only sees requests for message pages.
import type { Wire } from './conversation-wire.ts'
import type { ShownMessage } from './shown-message.ts'

/** Number of messages searched per batch; the user decides after each batch whether to search further. */
export const stretch = 1000

export interface Found {
  matches: ShownMessage[]
  searched: number
  /** Sequence number of the oldest searched message; the next batch starts before it. */
  before?: number
  hasMore: boolean
  isSearching: boolean
}

export const nothing: Found = { matches: [], searched: 0, hasMore: false, isSearching: false }

const normalize = (text: string) => text.trim().toLocaleLowerCase('ms')

type Source = Pick<Wire, 'fetchMessages'>
const pageSize = 200

/** Yields message pages from newest to oldest. */
async function* fetchPages({ fetchMessages }: Source, from?: number): AsyncGenerator<ShownMessage[]> {
  let before = from
  for (;;) {
    const page = await fetchMessages({ ...(before !== undefined && { before }), limit: pageSize })
    if (page.length > 0) yield page
    before = page.at(-1)?.seq
    if (before === undefined || page.length < pageSize) return
  }
}

/** Searches one batch older than `from` and yields the progress after each page. */
export async function* searchBack(
  source: Source,
  terms: string,
  from = nothing,
  isIncluded: (message: ShownMessage) => boolean = () => true,
): AsyncGenerator<Found> {
  const parts = normalize(terms).split(/\s+/)
  const isMatch = (message: ShownMessage) =>
    !message.trouble && isIncluded(message) && parts.every(part => normalize(message.content).includes(part))
  let progress: Found = { ...from, isSearching: true, hasMore: false }
  yield progress
  try {
    for await (const page of fetchPages(source, from.before)) {
      const searched = progress.searched + page.length
      const isBatchDone = searched - from.searched >= stretch
      progress = {
        matches: [...progress.matches, ...page.filter(isMatch)],
        searched,
        before: page.at(-1)?.seq,
        hasMore: isBatchDone,
        isSearching: !isBatchDone,
      }
      yield progress
      if (isBatchDone) return
    }
    yield { ...progress, isSearching: false, hasMore: false }
  } catch {
    // After a failed request the matches are kept, and the search can be continued.
    yield { ...progress, isSearching: false, hasMore: true }
  }
}
