// Loads the code of toasts and confirmation dialogs when the first toast or dialog is requested.
// Loading toasts and dialogs lazily makes the first load a tenth smaller; most visits show none.
import { createStore, useStore } from '#web/lib/state/store.ts'

const isRequested = createStore(false)
let runWhenToastsAndDialogsReady = () => {}
const createReadyPromise = () =>
  new Promise<void>(resolve => {
    runWhenToastsAndDialogsReady = resolve
  })
let ready = createReadyPromise()

/** Loads the code of toasts and dialogs. Resolves when they can be shown; if loading fails, never resolves. */
export function loadToastsAndDialogs(): Promise<void> {
  isRequested.set(true)
  return ready
}

export function useAreToastsAndDialogsRequested(): boolean {
  return useStore(isRequested)
}

/** Marks toasts and dialogs as ready. Their components call this function after mounting. */
export function markToastsAndDialogsReady(): void {
  runWhenToastsAndDialogsReady()
}

/** Drops the waiting toasts and dialogs after their code failed to load. The next request loads the code again. */
export function discardWaitingToastsAndDialogs(): void {
  isRequested.set(false)
  ready = createReadyPromise()
}
