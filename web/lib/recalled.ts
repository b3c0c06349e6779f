// Tracks which responses on the screen come from the offline response cache, and how old they are.
import { createStore } from './store.ts'

/** Local storage key of the offline response cache's owner and expiry, shared by all windows of the browser. */
export const keptPlace = 'perantau-kept'

export function hasKept(): boolean {
  return globalThis.localStorage?.getItem(keptPlace) != null
}

/** Timestamps at which the server sent the cached responses on screen, by URL. */
export const recalled = createStore<ReadonlyMap<string, number>>(new Map())

export function noteRecalled(url: string, keptAt: number): void {
  recalled.set(new Map(recalled.get()).set(url, keptAt))
}

/** Removes a URL's mark after the server has responded again. */
export function noteAnswered(url: string): void {
  if (!recalled.get().has(url)) return
  const rest = new Map(recalled.get())
  rest.delete(url)
  recalled.set(rest)
}
