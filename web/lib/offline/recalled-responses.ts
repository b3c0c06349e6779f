// Tracks which data on the screen comes from the offline response cache and how old it is.
import { createStore } from '#web/lib/state/store.ts'

/** Local storage key of the offline response cache's owner and expiry, shared by all windows of the browser. */
export const responseCacheOwnerKey = 'perantau-kept'

export function hasCachedResponses(): boolean {
  return globalThis.localStorage?.getItem(responseCacheOwnerKey) != null
}

/** When the server sent each cached response that is on the screen, by URL. */
export const recalledResponses = createStore<ReadonlyMap<string, number>>(new Map())

export function markResponseAsOffline(url: string, keptAt: number): void {
  recalledResponses.set(new Map(recalledResponses.get()).set(url, keptAt))
}

/** Marks the response of a URL as current again after the server has responded. */
export function markCachedResponseAsFresh(url: string): void {
  if (!recalledResponses.get().has(url)) return
  const rest = new Map(recalledResponses.get())
  rest.delete(url)
  recalledResponses.set(rest)
}
