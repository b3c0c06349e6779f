// Client-side search through an encrypted conversation, newest message first, in batches.
// The terms of the message search never leave the device. The server only sees requests for message pages.
import type { ConversationTransport } from '#web/features/chat/conversation-transport.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'

/** Number of messages searched at once. After each batch, the user decides whether to search further. */
export const searchBatchSize = 1000

export interface SearchProgress {
  matches: DisplayedMessage[]
  searched: number
  /** Sequence number of the oldest message searched so far. The next batch ends before that message. */
  before?: number
  hasMore: boolean
  isSearching: boolean
}

export const emptySearchProgress: SearchProgress = {
  matches: [],
  searched: 0,
  hasMore: false,
  isSearching: false,
}

const normalizeSearchText = (text: string) => text.trim().toLocaleLowerCase('ms')

type Source = Pick<ConversationTransport, 'fetchMessages'>
const pageSize = 200

/** Fetches the messages of a conversation page by page, from newest to oldest. */
async function* fetchMessagePages(
  { fetchMessages }: Source,
  from?: number,
): AsyncGenerator<DisplayedMessage[]> {
  let before = from
  for (;;) {
    const page = await fetchMessages({ ...(before !== undefined && { before }), limit: pageSize })
    if (page.length > 0) yield page
    before = page.at(-1)?.seq
    if (before === undefined || page.length < pageSize) return
  }
}

/** Searches one batch of messages older than the sequence number `from` and yields the progress after each page. */
export async function* searchHistory(
  source: Source,
  terms: string,
  from = emptySearchProgress,
  isIncluded: (message: DisplayedMessage) => boolean = () => true,
): AsyncGenerator<SearchProgress> {
  const parts = normalizeSearchText(terms).split(/\s+/)
  const isMatch = (message: DisplayedMessage) =>
    !message.trouble &&
    isIncluded(message) &&
    parts.every(part => normalizeSearchText(message.content).includes(part))
  let progress: SearchProgress = { ...from, isSearching: true, hasMore: false }
  yield progress
  try {
    for await (const page of fetchMessagePages(source, from.before)) {
      const searched = progress.searched + page.length
      const isBatchDone = searched - from.searched >= searchBatchSize
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
    // After a failed request, the messages found so far are kept, and the search can be continued.
    yield { ...progress, isSearching: false, hasMore: true }
  }
}
