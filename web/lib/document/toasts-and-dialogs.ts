// Loads the code of toasts and confirmation dialogs when the first toast or dialog is requested.
// Lazy loading of toasts and dialogs makes the first load a tenth smaller. Most visits show none of them.
import { createStore, useStoreState } from '#web/lib/state/store.ts'

const isRequested = createStore(false)
let runWhenToastsAndDialogsReady = () => {}
const createReadyPromise = () =>
  new Promise<void>(resolve => {
    runWhenToastsAndDialogsReady = resolve
  })
let ready = createReadyPromise()

/** Loads the code of toasts and dialogs. The promise resolves when they can be shown, and never if loading fails. */
export function loadToastsAndDialogs(): Promise<void> {
  isRequested.set(true)
  return ready
}

export function useShouldLoadToastsAndDialogs(): boolean {
  return useStoreState(isRequested)
}

/** Marks toasts and dialogs as ready. The component that shows them calls this function after mounting. */
export function markToastsAndDialogsReady(): void {
  runWhenToastsAndDialogsReady()
}

/** Discards waiting toasts and dialogs if their code fails to load. The next toast or dialog loads it. */
export function discardWaitingToastsAndDialogs(): void {
  isRequested.set(false)
  ready = createReadyPromise()
}
