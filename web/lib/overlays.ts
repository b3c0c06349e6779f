// Toasts and confirmation dialogs are a tenth of the first load, and most visits end without one: the shell loads their
// code when the first is requested.
import { createStore, useStore } from './store.ts'

const isWanted = createStore(false)
let onReady = () => {}
const nextReady = () =>
  new Promise<void>(resolve => {
    onReady = resolve
  })
let ready = nextReady()

/** Resolves when overlays can be shown; never, when their code does not load. */
export function wantOverlays(): Promise<void> {
  isWanted.set(true)
  return ready
}

export function useWantedOverlays(): boolean {
  return useStore(isWanted)
}

/** Called by the overlays once they listen. */
export function announceOverlays(): void {
  onReady()
}

/** Drops what waits for the overlays when their code did not load. The next request loads it again. */
export function dropOverlays(): void {
  isWanted.set(false)
  ready = nextReady()
}
