import { useSyncExternalStore } from 'react'

/** Creates a store outside React to which components can subscribe. Its state is replaced, never mutated. */
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
    /** Replaces some properties of a store whose state is an object. */
    change: (part: Partial<State>) => set({ ...state, ...part }),
    /** Calls the listener after every change of the store. Returns a function that unsubscribes the listener. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type ReadableStore<State> = Pick<ReturnType<typeof createStore<State>>, 'get' | 'subscribe'>

const subscribeNever = () => () => {}
const getUndefined = () => undefined

/** Returns the store's state and re-renders the component after changes. Without a store, returns undefined. */
export function useStoreState<State>(store: ReadableStore<State>): State
export function useStoreState<State>(store: ReadableStore<State> | undefined): State | undefined
export function useStoreState<State>(store: ReadableStore<State> | undefined): State | undefined {
  return useSyncExternalStore<State | undefined>(
    store?.subscribe ?? subscribeNever,
    store?.get ?? getUndefined,
    store?.get ?? getUndefined,
  )
}
