// Which answers on the screen come from this device because the server was not reached, and how old they are.
import { createStore } from './store.ts'

/** For whom something is kept here, and until when; windows of the same browser learn of each other by it. */
export const keptPlace = 'perantau-kept'

export function hasKept(): boolean {
  return globalThis.localStorage?.getItem(keptPlace) != null
}

/** When the server gave it, by the address it was asked for. */
export const recalled = createStore<ReadonlyMap<string, number>>(new Map())

export function noteRecalled(address: string, keptAt: number): void {
  recalled.set(new Map(recalled.get()).set(address, keptAt))
}

/** The server has answered. */
export function noteAnswered(address: string): void {
  if (!recalled.get().has(address)) return
  const rest = new Map(recalled.get())
  rest.delete(address)
  recalled.set(rest)
}
