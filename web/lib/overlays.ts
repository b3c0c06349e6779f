// Toasts and questions weigh a tenth of the first load, and most visits end without one: the shell brings in what
// shows them when the first is wanted.
import { createStore, useStore } from './store.ts'

const isWanted = createStore(false)
let onReady = () => {}
const ready = new Promise<void>(resolve => {
  onReady = resolve
})

/** Done when they can be shown. */
export function wantOverlays(): Promise<void> {
  isWanted.set(true)
  return ready
}

export function useWantedOverlays(): boolean {
  return useStore(isWanted)
}

/** Said by what shows them, once it listens. */
export function announceOverlays(): void {
  onReady()
}
