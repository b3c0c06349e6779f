// Loads the code of toasts and confirmation dialogs when the first toast or dialog is requested.
// Loading toasts and dialogs lazily makes the first load a tenth smaller; most visits show none.
import { createStore, useStore } from '#web/lib/state/store.ts'

const isRequested = createStore(false)
let onReady = () => {}
const createReadyPromise = () =>
  new Promise<void>(resolve => {
    onReady = resolve
  })
let ready = createReadyPromise()

/** Requests the code of toasts and dialogs. Resolves when they can be shown; never when their code fails to load. */
export function requestOverlays(): Promise<void> {
  isRequested.set(true)
  return ready
}

export function useOverlaysRequested(): boolean {
  return useStore(isRequested)
}

/** Marks toasts and dialogs as ready. Called by their components once they are mounted. */
export function markOverlaysReady(): void {
  onReady()
}

/** Drops the pending toasts and dialogs after their code failed to load. The next request loads the code again. */
export function resetOverlays(): void {
  isRequested.set(false)
  ready = createReadyPromise()
}
