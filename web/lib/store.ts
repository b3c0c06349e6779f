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

type Followed<State> = Pick<ReturnType<typeof createStore<State>>, 'get' | 'subscribe'>

const never = () => () => {}
const nothing = () => undefined

/** Undefined as long as there is no store to follow yet. */
export function useStore<State>(store: Followed<State>): State
export function useStore<State>(store: Followed<State> | undefined): State | undefined
export function useStore<State>(store: Followed<State> | undefined): State | undefined {
  return useSyncExternalStore<State | undefined>(store?.subscribe ?? never, store?.get ?? nothing)
}
