// Tracks which data on the screen comes from the offline response cache and how old it is.
import { createStore } from '#web/lib/state/store.ts'

/** Local storage key of the offline response cache's owner and expiry, shared by all windows of the browser. */
export const responseCacheOwnerKey = 'perantau-kept'

export function hasCachedResponses(): boolean {
  return globalThis.localStorage?.getItem(responseCacheOwnerKey) != null
}

/** Time at which the server sent each cached response that is on the screen, by URL. */
export const displayedCachedResponses = createStore<ReadonlyMap<string, number>>(new Map())

export function markCachedResponseAsDisplayed(url: string, keptAt: number): void {
  displayedCachedResponses.set(new Map(displayedCachedResponses.get()).set(url, keptAt))
}

/** Marks the displayed data of a URL as up to date after the server has responded. */
export function removeDisplayedCachedResponse(url: string): void {
  if (!displayedCachedResponses.get().has(url)) return
  const rest = new Map(displayedCachedResponses.get())
  rest.delete(url)
  displayedCachedResponses.set(rest)
}
