// Loads the code of toasts and confirmation dialogs with the first one that is requested.
// Toasts and dialogs would be a tenth of the first load, and most visits show none.
import { createStore, useStore } from '#web/lib/state/store.ts'

const isRequested = createStore(false)
let onReady = () => {}
const createReadyPromise = () =>
  new Promise<void>(resolve => {
    onReady = resolve
  })
let ready = createReadyPromise()

/** Requests the overlays. Resolves when they can be shown; never resolves when their code fails to load. */
export function requestOverlays(): Promise<void> {
  isRequested.set(true)
  return ready
}

export function useOverlaysRequested(): boolean {
  return useStore(isRequested)
}

/** Called by the overlay components once they are mounted. */
export function markOverlaysReady(): void {
  onReady()
}

/** Drops the pending requests after the overlays' code failed to load. The next request loads it again. */
export function resetOverlays(): void {
  isRequested.set(false)
  ready = createReadyPromise()
}
