import { useSyncExternalStore } from 'react'

/** State outside of React that components follow. It is replaced at every change, never altered in place. */
export function createStore<State>(first: State) {
  let state = first
  const listeners = new Set<() => void>()
  const set = (next: State) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    set,
    /** A part of it, where it is an object. */
    change: (part: Partial<State>) => set({ ...state, ...part }),
    /** Returns how to stop listening. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<State>(
  store: Pick<ReturnType<typeof createStore<State>>, 'get' | 'subscribe'>,
): State {
  return useSyncExternalStore(store.subscribe, store.get)
}
